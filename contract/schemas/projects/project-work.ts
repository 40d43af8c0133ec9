// The work inside a project: what keeps it from starting, how far it is, its cells, what its people say, and templates.
import { z } from 'zod';
import { flag, Geometry, ids, int, orderBy, pageQuery } from '../common';
import { Named } from '../project';
import { Person } from '../session';

const dbId = int(1, 2 ** 31 - 1);

export const CHECKS = [
  'noRegion',
  'noLayers',
  'noMembers',
  'noJudge',
  'oneJudge',
  'noSecond',
  'idleMember',
  'idleLayer',
  'memberGap',
  'unsupervised',
] as const;
export type CheckCode = (typeof CHECKS)[number];
/** What stands between a draft and its start. What does not block may be accepted. */
export const Check = z.object({ code: z.enum(CHECKS), text: z.string(), blocks: z.boolean() });
export type Check = z.infer<typeof Check>;

export const AreaQuery = z.strictObject({ ids: ids(100) });
/** The shape of a project's region; of several at once, with fewer corners. */
export const Area = z.object({ id: z.number(), geometry: Geometry });

/** A place in degrees, EPSG:4326. */
export const NearQuery = z.strictObject({
  lon: z.coerce.number().min(-180).max(180),
  lat: z.coerce.number().min(-90).max(90),
});
export type NearQuery = z.infer<typeof NearQuery>;
/** A project under way and the metres from a place to its region, 0 inside of it. `state` as in PROJECT_STATES. */
export const NearProject = z.object({
  id: z.number(),
  name: z.string(),
  state: z.number().int(),
  distance: z.number(),
});
export type NearProject = z.infer<typeof NearProject>;

/** Cells of one project. */
export const MAX_TASKS = 1000;
export const TASK_STATES = ['open', 'taken', 'done', 'checked'] as const;
export type TaskState = (typeof TASK_STATES)[number];
/** `hand` gives a cell to a member; `reopen` says why it is not done. */
export const TASK_ACTS = ['take', 'hand', 'give_up', 'finish', 'check', 'reopen'] as const;
export type TaskAct = (typeof TASK_ACTS)[number];

export const Task = z.object({
  id: z.number(),
  label: z.string(),
  geometry: Geometry,
  state: z.enum(TASK_STATES),
  /** Who works in it, or did. */
  user: Person.nullable(),
  /** Until when somebody who took it has it for themselves; null where it was handed to them. */
  until: z.string().nullable(),
  done_date: z.string().nullable(),
  checked_by: Person.nullable(),
  /** Why it was opened again. */
  reason: z.string().nullable(),
  /** What the caller may do with it now. */
  next: z.array(z.enum(TASK_ACTS)),
  /** Whether any record of the project's layers lies in it: only where `coverage` was asked for. */
  covered: z.boolean().optional(),
});
export type Task = z.infer<typeof Task>;

export const TaskQuery = z.strictObject({
  limit: int(1, MAX_TASKS).optional(),
  offset: int(0, 1_000_000).optional(),
  state: z.enum(TASK_STATES).optional(),
  /** Only those that the caller has. */
  mine: flag().optional(),
  coverage: flag().optional(),
  order: orderBy(['label', 'done_date', 'id']).optional(),
});

/** Cells of the region: a grid of so many metres, the regions whose parent it is, its separate parts, or where other regions lie in it. */
export const NewTasks = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('grid'), size: int(50, 500_000), dry_run: flag().optional() }),
  z.strictObject({ kind: z.literal('below'), dry_run: flag().optional() }),
  z.strictObject({ kind: z.literal('parts'), dry_run: flag().optional() }),
  z.strictObject({ kind: z.literal('regions'), regions: ids(MAX_TASKS), dry_run: flag().optional() }),
]);
export type NewTasks = z.infer<typeof NewTasks>;

export const TaskStep = z.strictObject({
  act: z.enum(TASK_ACTS),
  /** To whom it is handed. */
  member: dbId.optional(),
  reason: z.string().trim().max(2000).optional(),
});
export type TaskStep = z.infer<typeof TaskStep>;

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit);
export const PointQuery = z.strictObject({ lon: degrees(180), lat: degrees(90) });

/** Records of a project that are looked through. */
export const MAX_PROGRESS_RECORDS = 100_000;
export const Progress = z.object({
  /** `status` as records have it; an edit of an approved record that waits counts as 1. */
  rows: z.array(
    z.object({ layer: z.number(), member: z.number().nullable(), status: z.number(), count: z.number().int() }),
  ),
  /** There are more records than were looked through. */
  is_capped: z.boolean(),
  layers: z.array(Named),
  /** Who made them, with the instant of their last work of the last 90 days. */
  people: z.array(Person.extend({ last_work: z.string().nullable() })),
  tasks: z.record(z.enum(TASK_STATES), z.number().int()),
  /** Days in Tehran on which records were made or cells done, of the last 90 days. */
  days: z.array(z.object({ day: z.string(), added: z.number().int(), done: z.number().int() })),
  /** When it was started first. */
  started: z.string().nullable(),
});
export type Progress = z.infer<typeof Progress>;

export const Comment = z.object({
  id: z.number(),
  user: Person.nullable(),
  date: z.string(),
  text: z.string(),
  /** The cell that it is about. */
  task: Named.nullable(),
});
export type Comment = z.infer<typeof Comment>;
export const CommentQuery = pageQuery(['date', 'id']);
export const NewComment = z.strictObject({ text: z.string().trim().min(1).max(4000), task: dbId.optional() });

const template = {
  name: z.string().trim().min(1).max(200),
  /** For everybody who makes projects in the organisation; else for its maker alone. */
  is_shared: z.boolean(),
};
const TemplateData = z.strictObject({
  description: z.string().max(5000),
  layers: ids(200),
  region: dbId.nullable(),
  members: ids(500),
  supervisors: ids(50),
  approvals: int(1, 2),
  /** Days from the start to the due day. */
  days: int(0, 3650).nullable(),
});
export type TemplateData = z.infer<typeof TemplateData>;
/** Only layers, regions and people that are still there for the reader. */
export const ProjectTemplate = z.object({ id: z.number(), ...template, can_delete: z.boolean(), data: TemplateData });
export type ProjectTemplate = z.infer<typeof ProjectTemplate>;
export const NewTemplate = z.strictObject({ ...template, data: TemplateData });
