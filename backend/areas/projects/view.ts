// A project as the wire has it, and who its reader is to it.
import { api } from '../../../contract';
import { flags, needsProblem } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { type Lang, Refusal, say, type Wording } from '../../http/errors';
import { isStale } from '../../http/version';
import { SECOND_APPROVAL } from '../../identity/caller';
import { managesProjects } from '../../identity/projects';
import * as rules from './rules';
import type * as store from './store';

export const toActor = ({ caller }: Ctx): rules.Actor => ({
  id: caller.id,
  manages: managesProjects(caller),
  maySecond: caller.perms.includes(SECOND_APPROVAL),
});
export const toStanding = (row: store.ProjectRow): rules.Standing => ({
  state: row.state,
  members: row.members.map((p) => p.id),
  supervisors: row.supervisors.map((p) => p.id),
  worked: row.worked,
  first: row.first_id,
  approvals: row.approvals,
  seconds: row.seconds,
  left: row.tasks_left,
});
export const stateOf = (lang: Lang, id: number) => ({ id, name: say(lang, `project${id}` as Wording) });
export const visibleLayers = (ctx: Ctx, row: store.ProjectRow) => row.layers.filter((l) => ctx.caller.rightsOn(l).view);

export function toProject(ctx: Ctx, row: store.ProjectRow) {
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
    approvals: row.approvals,
    submitted_by: row.submitter,
    submitted_date: row.submitted?.toISOString() ?? null,
    counts: { tasks: row.tasks, left: row.tasks_left, returned: row.returned },
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
export const answer = (ctx: Ctx, row: store.ProjectRow) => {
  ctx.header('etag', `"${row.version}"`);
  return toProject(ctx, row);
};

/** Refuses a stale If-Match with the project as it is now. */
export function checkVersion(ctx: Ctx, row: store.ProjectRow): void {
  if (isStale(ctx, `"${row.version}"`))
    throw new Refusal(412, 'staleProject', { extra: { current: toProject(ctx, row) } });
}
