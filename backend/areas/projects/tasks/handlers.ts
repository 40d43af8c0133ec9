// The cells of a project: made by managers, taken by members, checked by who never worked on it.
import { sql } from 'kysely';
import { MAX_TASKS, type TaskStep } from '../../../../contract/schemas/projects/project-work';
import type { Db } from '../../../db/engine';
import { orTrial, TrialEnd } from '../../../db/trial';
import type { Ctx } from '../../../http/context';
import { invalid, notFound, Refusal, ruled } from '../../../http/errors';
import { countRows, listed } from '../../../http/list';
import type { Handlers } from '../../../http/mount';
import { rowId } from '../../../http/row-id';
import { visibleRegions } from '../../regions/access';
import { getProject } from '../access';
import { notify } from '../notify';
import { editProblem, judgesOf } from '../rules';
import type { ProjectRow } from '../store';
import { toActor, toStanding, visibleLayers } from '../view';
import { cut } from './cut';
import * as rules from './rules';
import * as store from './store';

const toTaskStanding = (task: store.TaskRow, project: ProjectRow): rules.TaskStanding => ({
  state: task.state,
  holder: task.account_id,
  until: task.until,
  project: project.state,
});
function actorIn(ctx: Ctx, project: ProjectRow): rules.TaskActor {
  const { id, manages } = toActor(ctx);
  const standing = toStanding(project);
  return { id, manages, isMember: standing.members.includes(id), isJudge: judgesOf(standing).includes(id) };
}

function toTask(ctx: Ctx, project: ProjectRow, row: store.TaskRow) {
  const now = ctx.now();
  const actor = actorIn(ctx, project);
  const standing = toTaskStanding(row, project);
  // Nobody is told of who had a cell that has become free; whoever had it may still finish it.
  const isLapsed = row.state === 'taken' && rules.isFree(standing, -1, now);
  const isHidden = isLapsed && row.account_id !== actor.id;
  return {
    id: row.id,
    label: row.label,
    geometry: row.geometry,
    state: isHidden ? ('open' as const) : row.state,
    user: isHidden ? null : row.person,
    until: isHidden ? null : (row.until?.toISOString() ?? null),
    done_date: row.done?.toISOString() ?? null,
    checked_by: row.checker,
    reason: row.reason,
    next: rules.nextActs(standing, actor, now),
    ...(row.covered === undefined ? {} : { covered: row.covered }),
  };
}

async function applyStep(
  ctx: Ctx,
  tx: Db,
  project: ProjectRow,
  task: store.TaskRow,
  { act, member, reason }: TaskStep,
) {
  const now = ctx.now();
  const standing = toTaskStanding(task, project);
  const problem = rules.taskProblem(standing, act, actorIn(ctx, project), now, reason);
  if (problem === 'reasonMissing') throw new Refusal(400, 'fields', { fields: { reason: 'required' } });
  if (problem) throw ruled(problem);
  const members = project.members.map(({ id }) => id);
  if (act === 'hand' && (member === undefined || !members.includes(member))) throw invalid('member');
  const isHolderMember = task.account_id !== null && members.includes(task.account_id);
  const next = rules.afterAct(standing, act, ctx.caller.id, now, { member, isHolderMember });
  const isDone = next.state === 'done' || next.state === 'checked';
  await store.update(tx, task.id, {
    ...next,
    done: act === 'finish' ? now : isDone ? task.done : null,
    checker: next.state === 'checked' ? ctx.caller.id : null,
    reason: act === 'reopen' ? (reason ?? null) : isDone ? null : task.reason,
  });
  const news = {
    args: { name: project.name, task: task.label },
    at: now,
    recipients: next.holder ? [next.holder] : [],
  };
  if (act === 'hand') await notify(tx, ctx.caller, project.id, { ...news, code: 'task_handed' });
  if (act === 'reopen')
    await notify(tx, ctx.caller, project.id, {
      ...news,
      code: 'task_reopened',
      args: { ...news.args, ...(reason ? { reason } : {}) },
    });
}

type Calls = 'tasks' | 'makeTasks' | 'moveTask' | 'nextTask';

export const taskHandlers: Pick<Handlers['projectWork'], Calls> = {
  async tasks(ctx, { params, query }) {
    const project = await getProject(ctx, params.id);
    const { db } = ctx.engine;
    const holder = query.mine ? ctx.caller.id : undefined;
    const where = store.matches({ project: project.id, state: query.state, holder, at: ctx.now() });
    const layers = visibleLayers(ctx, project).map(({ id }) => id);
    const coverage = query.coverage ? { caller: ctx.caller, layers } : null;
    return listed(ctx, query, {
      rows: async (end) => (await store.list(db, where, end, coverage)).map((row) => toTask(ctx, project, row)),
      count: () => countRows(db, sql`from project_task k where ${where}`),
      orders: { label: sql`length(k.label), k.label`, done_date: sql`k.done`, id: sql`k.id` },
      first: 'id',
      size: MAX_TASKS,
    });
  },

  async makeTasks(ctx, { params, body }) {
    const work = ctx.engine.db.transaction().execute(async (tx) => {
      const project = await getProject(ctx, params.id, tx, true);
      const problem = editProblem(project.state, toActor(ctx), 'region');
      if (problem) throw ruled(problem);
      if (project.region_id === null) throw ruled('check_noRegion');
      if (await store.isBegun(tx, project.id)) throw ruled('tasksBegun');
      await store.removeAll(tx, project.id);
      const count = await cut(tx, project.id, project.region_id, body, visibleRegions(ctx.caller));
      if (body.dry_run) throw new TrialEnd({ count });
      return { count };
    });
    return orTrial(work);
  },

  moveTask: (ctx, { params, body }) =>
    ctx.engine.db.transaction().execute(async (tx) => {
      // The project first, as its own steps lock it: a cell is not finished while it is being submitted.
      const project = await getProject(ctx, params.id, tx, true);
      const id = rowId(params.task);
      const task = await store.one(tx, project.id, id, true);
      if (!task) throw notFound();
      await applyStep(ctx, tx, project, task, body);
      return toTask(ctx, project, (await store.one(tx, project.id, id)) as store.TaskRow);
    }),

  async nextTask(ctx, { params, query }) {
    const project = await getProject(ctx, params.id);
    const row = await store.nearest(ctx.engine.db, project.id, ctx.now(), query);
    return { task: row ? toTask(ctx, project, row) : null };
  },
};
