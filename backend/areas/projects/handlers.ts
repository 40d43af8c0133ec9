// Projects: made and kept by managers, worked on by members, judged by supervisors.
import { sql } from 'kysely';
import { dayAt } from '../../../contract/dates';
import { type NewProject, PROJECT_STATES, type ProjectEdit } from '../../../contract/schemas/project';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { notFound, Refusal, ruled, sayOf } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { countPeople } from '../../identity/people';
import { findMany } from '../layers/store';
import { join as joinRoom } from '../messages/rooms/store';
import { getRegion } from '../regions/access';
import { getProject } from './access';
import { type Finding, newBlocks } from './checklist';
import { findings, sentenceOf } from './facts';
import { notifyStep } from './notify';
import * as rules from './rules';
import * as store from './store';
import * as tasks from './tasks/store';
import { answer, checkVersion, stateOf, toActor, toProject, toStanding, visibleLayers } from './view';

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
  await joinRoom(db, project, [...new Set([...(p.members ?? []), ...(p.supervisors ?? [])])]);
  if (p.members) {
    await store.setPeople(db, project, false, [...new Set(p.members)], begun);
    await tasks.freeOthers(db, project, p.members);
  }
  if (p.supervisors) await store.setPeople(db, project, true, [...new Set(p.supervisors)], begun);
}

/** Writes layers and people, and says whether anything but the state is to change. Only managers may; layers that the caller cannot see stay. */
async function change(ctx: Ctx, db: Db, row: store.ProjectRow, body: ProjectEdit): Promise<boolean> {
  const { state: _state, reason: _reason, accept: _accept, ...parts } = body;
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
  // Cells are cut out of the region: those of another one are of no use.
  if (body.region !== undefined && body.region !== row.region_id && row.tasks > 0) {
    if (await tasks.isBegun(db, row.id)) throw ruled('tasksBegun');
    await tasks.removeAll(db, row.id);
  }
  return true;
}

function refuse(problem: rules.Problem, { left }: rules.Standing): never {
  if (problem === 'reasonMissing') throw new Refusal(400, 'fields', { fields: { reason: 'required' } });
  throw ruled(problem, { params: { count: left } });
}

const MAX_SENTENCES = 3;
/** Refuses with the first of the findings as sentences, and all of them as a list. */
function refuseFindings(ctx: Ctx, all: readonly Finding[]): never {
  const texts = all.map((one) => sayOf(ctx.lang, sentenceOf(one)));
  throw ruled('projectNotReady', {
    params: { reasons: texts.slice(0, MAX_SENTENCES).join(' ') },
    extra: { checklist: all.map(({ code, blocks }, i) => ({ code, blocks, text: texts[i] })) },
  });
}

/** A start needs an empty checklist, but for what is accepted; people and layers of what runs may not bring it to a stop. */
async function checkReady(ctx: Ctx, db: Db, before: store.ProjectRow, body: ProjectEdit, old: readonly Finding[]) {
  const { id, ...row } = await getProject(ctx, before.id, db);
  const region_id = body.region === undefined ? row.region_id : body.region;
  const approvals = body.approvals ?? row.approvals;
  const planned = { ...row, id, region_id, approvals };
  const now = await findings(db, planned, toStanding(planned));
  const isStart = row.state === PROJECT_STATES.draft && body.state === PROJECT_STATES.running;
  const wrong = isStart ? now.filter(({ blocks }) => blocks || !body.accept) : newBlocks(old, now);
  if (wrong.length) refuseFindings(ctx, wrong);
}

const PARTS = ['layers', 'region', 'members', 'supervisors'] as const;

/** The step that the body asks for: refused, or logged and told. */
async function step(ctx: Ctx, db: Db, row: store.ProjectRow, to: number, reason: string | undefined): Promise<void> {
  const now = toStanding(row);
  const problem = rules.problemOf(now, to, toActor(ctx), reason);
  if (problem) refuse(problem, now);
  const at = ctx.now();
  await store.log(db, { project: row.id, account: ctx.caller.id, at, from: row.state, to, reason: reason ?? null });
  await notifyStep(db, ctx.caller, row, to, reason, at);
}

export const projectHandlers: Handlers['projects'] = {
  async list(ctx, { query }) {
    const { my_supervision: mine = false, second_approval: second = false, search, state, role, overdue } = query;
    const { engine, caller } = ctx;
    const overdueOn = overdue ? dayAt(ctx.now()) : undefined;
    const where = store.matches(caller, { mine, second, search, state, role, overdueOn });
    return listed(ctx, query, {
      rows: async (end) => (await store.list(engine.db, caller, where, end)).map((row) => toProject(ctx, row)),
      count: () => countRows(engine.db, sql`from project p where ${where}`),
      orders: {
        name: byText(engine, sql`p.name`),
        due_date: sql`p.due_date`,
        state: sql`p.state`,
        submitted_date: sql`coalesce(p.submitted, '-infinity')`,
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
      const { name, description = '', region = null, due_date = null, approvals = 2 } = body;
      const at = ctx.now();
      const { customer, id: account } = ctx.caller;
      const project = await store.insert(tx, customer, account, { name, description, region, due_date, approvals, at });
      await setParts(tx, project, body, false);
      await store.log(tx, { project, account, at, from: null, to: PROJECT_STATES.draft, reason: null });
      return answer(ctx, await getProject(ctx, project, tx));
    }),

  edit: (ctx, { params, body }) =>
    ctx.engine.db.transaction().execute(async (tx) => {
      const before = await getProject(ctx, params.id, tx, true);
      checkVersion(ctx, before);
      const isDraft = before.state === PROJECT_STATES.draft;
      const isTouched = PARTS.some((part) => body[part] !== undefined);
      const old = !isDraft && isTouched ? await findings(tx, before, toStanding(before)) : [];
      const changed = await change(ctx, tx, before, body);
      const row = await getProject(ctx, before.id, tx);
      const to = body.state ?? row.state;
      // The state that it already has is no step: it may come along with other changes.
      if (to === row.state && !changed) return answer(ctx, row);
      const approvals = body.approvals ?? row.approvals;
      const isStart = isDraft && to === PROJECT_STATES.running;
      if (isStart ? toActor(ctx).manages : !isDraft && isTouched) await checkReady(ctx, tx, before, body, old);
      if (to !== row.state) await step(ctx, tx, { ...row, approvals }, to, body.reason || undefined);
      await store.update(tx, row.id, {
        name: body.name ?? row.name,
        description: body.description ?? row.description,
        region_id: body.region === undefined ? row.region_id : body.region,
        due_date: body.due_date === undefined ? row.due_date : body.due_date,
        approvals,
        state: to,
        first_id: to === row.state ? row.first_id : rules.firstAfter(toStanding(row), to, ctx.caller.id),
        submitter: to === PROJECT_STATES.submitted && to !== row.state ? ctx.caller.id : undefined,
        at: ctx.now(),
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
