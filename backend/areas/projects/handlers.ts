// Projects: made and kept by managers, worked on by members, judged by supervisors.
import { sql } from 'kysely';
import { api } from '../../../contract';
import { type NewProject, PROJECT_STATES, type ProjectEdit } from '../../../contract/schemas/project';
import type { Db } from '../../db/engine';
import { flags, needsProblem } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { type Lang, notFound, Refusal, ruled, say, type Wording } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { isStale } from '../../http/version';
import { SECOND_APPROVAL } from '../../identity/caller';
import { countPeople } from '../../identity/people';
import { findMany } from '../layers/store';
import { sendNotice } from '../messages/notices';
import { getRegion } from '../regions/access';
import { getProject } from './access';
import * as rules from './rules';
import * as store from './store';

const toActor = ({ caller }: Ctx): rules.Actor => ({
  id: caller.id,
  manages: store.managesProjects(caller),
  maySecond: caller.perms.includes(SECOND_APPROVAL),
});
const toStanding = (row: store.ProjectRow): rules.Standing => ({
  state: row.state,
  members: row.members.map((p) => p.id),
  supervisors: row.supervisors.map((p) => p.id),
  worked: row.worked,
  first: row.first_id,
});
const stateOf = (lang: Lang, id: number) => ({ id, name: say(lang, `project${id}` as Wording) });
const visibleLayers = (ctx: Ctx, row: store.ProjectRow) => row.layers.filter((l) => ctx.caller.rightsOn(l).view);

function toProject(ctx: Ctx, row: store.ProjectRow) {
  const by = toActor(ctx);
  const layers = visibleLayers(ctx, row);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    layers: layers.map((l) => l.id),
    layers_detail: layers.map(({ id, label }) => ({ id, label })),
    region: row.region_id,
    region_detail: row.region_id === null ? null : { id: row.region_id, label: row.region ?? '' },
    members: row.members,
    supervisors: row.supervisors,
    due_date: row.due_date,
    state: stateOf(ctx.lang, row.state),
    next: rules.nextStates(toStanding(row), by),
    ...flags(ctx.lang, {
      edit: rules.editProblem(row.state, by, 'supervisors'),
      delete: needsProblem(ctx.caller, api.projects.remove.needs),
    }),
    return_reason: row.reason,
    creator_user: row.creator,
    create_date: row.created.toISOString(),
    modified_date: row.modified.toISOString(),
    version: row.version,
  };
}
const answer = (ctx: Ctx, row: store.ProjectRow) => {
  ctx.header('etag', `"${row.version}"`);
  return toProject(ctx, row);
};

/** Refuses a stale If-Match with the project as it is now. */
function checkVersion(ctx: Ctx, row: store.ProjectRow): void {
  if (isStale(ctx, `"${row.version}"`))
    throw new Refusal(412, 'staleProject', { extra: { current: toProject(ctx, row) } });
}

type Parts = Pick<NewProject, 'layers' | 'region' | 'members' | 'supervisors'>;

/** Refuses layers, a region or people that do not exist for the caller. */
async function checkParts(ctx: Ctx, db: Db, p: Parts): Promise<void> {
  const layers = [...new Set(p.layers ?? [])];
  for (const id of layers) rowId(id);
  if (layers.length) {
    const rows = await findMany(db, ctx.caller, layers);
    if (rows.length !== layers.length) throw notFound();
  }
  if (p.region !== undefined && p.region !== null) await getRegion(ctx, p.region, db);
  const people = [...new Set([...(p.members ?? []), ...(p.supervisors ?? [])])];
  for (const id of people) rowId(id);
  if (people.length && (await countPeople(db, ctx.caller.customer, people)) !== people.length) throw notFound();
}

async function setParts(db: Db, project: number, p: Parts, begun: boolean): Promise<void> {
  if (p.layers) await store.setLayers(db, project, [...new Set(p.layers)]);
  if (p.members) await store.setPeople(db, project, false, [...new Set(p.members)], begun);
  if (p.supervisors) await store.setPeople(db, project, true, [...new Set(p.supervisors)], begun);
}

/** Writes layers and people, and says whether anything but the state is to change. Only managers may; layers that the caller cannot see stay. */
async function change(ctx: Ctx, db: Db, row: store.ProjectRow, body: ProjectEdit): Promise<boolean> {
  const { state: _state, reason: _reason, ...parts } = body;
  const changed = Object.entries(parts).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return false;
  for (const [part] of changed) {
    const problem = rules.editProblem(row.state, toActor(ctx), part);
    if (problem) throw ruled(problem);
  }
  await checkParts(ctx, db, body);
  const visible = new Set(visibleLayers(ctx, row).map((l) => l.id));
  const hidden = row.layers.map((l) => l.id).filter((id) => !visible.has(id));
  const layers = body.layers && [...body.layers, ...hidden];
  await setParts(db, row.id, { ...body, layers }, row.state !== PROJECT_STATES.draft);
  return true;
}

function refuse(problem: rules.Problem): never {
  if (problem === 'reasonMissing') throw new Refusal(400, 'fields', { fields: { reason: 'required' } });
  throw ruled(problem);
}

export const projectHandlers: Handlers['projects'] = {
  async list(ctx, { query }) {
    const { my_supervision: mine = false, second_approval: second = false, search, state } = query;
    const { engine, caller } = ctx;
    const where = store.matches(caller, { mine, second, search, state });
    return listed(ctx, query, {
      rows: async (end) => (await store.list(engine.db, where, end)).map((row) => toProject(ctx, row)),
      count: () => countRows(engine.db, sql`from project p where ${where}`),
      orders: {
        name: byText(engine, sql`p.name`),
        due_date: sql`p.due_date`,
        state: sql`p.state`,
        create_date: sql`p.created`,
        modified_date: sql`p.modified`,
        id: sql`p.id`,
      },
      first: '-id',
    });
  },

  one: async (ctx, { params }) => answer(ctx, await getProject(ctx, params.id)),

  create: (ctx, { body }) =>
    ctx.engine.db.transaction().execute(async (tx) => {
      await checkParts(ctx, tx, body);
      const { name, description = '', region = null, due_date = null } = body;
      const at = ctx.now();
      const { customer, id: account } = ctx.caller;
      const project = await store.insert(tx, customer, account, { name, description, region, due_date, at });
      await setParts(tx, project, body, false);
      await store.log(tx, { project, account, at, from: null, to: PROJECT_STATES.draft, reason: null });
      return answer(ctx, await getProject(ctx, project, tx));
    }),

  edit: (ctx, { params, body }) =>
    ctx.engine.db.transaction().execute(async (tx) => {
      const before = await getProject(ctx, params.id, tx, true);
      checkVersion(ctx, before);
      const changed = await change(ctx, tx, before, body);
      const row = await getProject(ctx, before.id, tx);
      const now = toStanding(row);
      const at = ctx.now();
      const to = body.state ?? row.state;
      const reason = body.reason || undefined;
      // The state that it already has is no step: it may come along with other changes.
      if (to === row.state && !changed) return answer(ctx, row);
      if (to !== row.state) {
        const problem = rules.problemOf(now, to, toActor(ctx), reason);
        if (problem) refuse(problem);
        const step = { project: row.id, account: ctx.caller.id, at, from: row.state, to, reason: reason ?? null };
        await store.log(tx, step);
        if (to === PROJECT_STATES.returned && row.members.length)
          await sendNotice(tx, ctx.caller, {
            code: 'project_returned',
            args: { name: row.name, ...(reason ? { reason } : {}) },
            recipients: row.members.map((m) => m.id),
            link: `/app/project-details/${row.id}`,
            at,
          });
      }
      await store.update(tx, row.id, {
        name: body.name ?? row.name,
        description: body.description ?? row.description,
        region_id: body.region === undefined ? row.region_id : body.region,
        due_date: body.due_date === undefined ? row.due_date : body.due_date,
        state: to,
        first_id: to === row.state ? row.first_id : rules.firstAfter(now, to, ctx.caller.id),
        at,
      });
      return answer(ctx, await getProject(ctx, row.id, tx));
    }),

  remove: (ctx, { params }) =>
    ctx.engine.db.transaction().execute(async (tx) => {
      const row = await getProject(ctx, params.id, tx, true);
      checkVersion(ctx, row);
      await store.remove(tx, row.id);
      return {};
    }),

  states: async ({ lang }) => Object.values(PROJECT_STATES).map((id) => stateOf(lang, id)),

  async logs(ctx, { params }) {
    const { id } = await getProject(ctx, params.id);
    const rows = await store.logs(ctx.engine.db, id);
    return rows.map((r) => ({
      id: r.id,
      user: r.person,
      date: r.at.toISOString(),
      from: r.from_state,
      to: r.to_state,
      reason: r.reason,
    }));
  },
};
