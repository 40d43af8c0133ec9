// Projects: layers, members and a region under one due date, and the states that supervision leads them through.
import { z } from 'zod';
import { can, Day, flag, ids, int, orderBy, why } from './common';
import { Person } from './session';

/** draft 1, running 2, submitted 3, first approval 4, approved 5, returned 6, closed 7. */
export const PROJECT_STATES = {
  draft: 1,
  running: 2,
  submitted: 3,
  first: 4,
  approved: 5,
  returned: 6,
  closed: 7,
} as const;

/** How many verdicts a submitted project needs: chosen before it starts. */
export const APPROVALS = [1, 2] as const;

/** What somebody is in a project; a manager is who manages all of them. */
export const PROJECT_ROLES = ['member', 'supervisor', 'manager'] as const;

export const Named = z.object({ id: z.number(), label: z.string() });

export const Project = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  /** Only those that the caller may see. */
  layers: z.array(z.number()),
  region: z.number().nullable(),
  /** Both with their names; another upstream may lack them. */
  layers_detail: z.array(Named).optional(),
  region_detail: Named.nullable().optional(),
  members: z.array(Person),
  supervisors: z.array(Person),
  /** ISO day. */
  due_date: z.string().nullable(),
  state: z.object({ id: z.number(), name: z.string() }),
  /** Verdicts that it needs; another upstream may lack these four. */
  approvals: z.number().int().optional(),
  /** Who submitted it last, and when. */
  submitted_by: Person.nullable().optional(),
  submitted_date: z.string().nullable().optional(),
  /** Its cells: all, those that are not done yet, and its records that were sent back, counted up to 1,000. */
  counts: z.object({ tasks: z.number().int(), left: z.number().int(), returned: z.number().int() }).optional(),
  /** States that the caller may lead it to now. */
  next: z.array(z.number()),
  /** Whether the caller may change anything but the state; which, depends on the state. */
  can_edit: z.boolean(),
  can_delete: can,
  why,
  /** Why it was sent back, while it is. */
  return_reason: z.string().nullable(),
  creator_user: Person.nullable(),
  create_date: z.string(),
  modified_date: z.string(),
  version: z.number().int(),
});
export type Project = z.infer<typeof Project>;

export const ProjectQuery = z.strictObject({
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
  /** Projects that wait for the caller's verdict. */
  my_supervision: flag().optional(),
  /** Projects that wait for the second verdict, which the caller may give. */
  second_approval: flag().optional(),
  /** Part of the name. */
  search: z.string().max(200).optional(),
  state: int(1, 7).optional(),
  /** What the caller is in it. */
  role: z.enum(PROJECT_ROLES).optional(),
  /** Due before today and neither approved nor closed. */
  overdue: flag().optional(),
  order: orderBy(['name', 'due_date', 'state', 'submitted_date', 'create_date', 'modified_date', 'id']).optional(),
});

const dbId = int(1, 2 ** 31 - 1);
const writable = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(5000).optional(),
  layers: ids(200).optional(),
  region: dbId.nullable().optional(),
  members: ids(500).optional(),
  supervisors: ids(50).optional(),
  /** ISO day. */
  due_date: Day.nullable().optional(),
  approvals: int(1, 2).optional(),
};
export const NewProject = z.strictObject(writable);
export type NewProject = z.infer<typeof NewProject>;
/**
 * `state` asks for a transition; `reason` is mandatory where it returns the project. `accept` starts it although the checklist has
 * lines that do not block.
 */
export const ProjectEdit = z
  .strictObject({
    ...writable,
    state: int(1, 7).optional(),
    reason: z.string().trim().max(2000).optional(),
    accept: flag().optional(),
  })
  .partial();
export type ProjectEdit = z.infer<typeof ProjectEdit>;

/** One step; `from` is null where the project was made. */
export const ProjectLog = z.object({
  id: z.number(),
  user: Person.nullable(),
  date: z.string(),
  from: z.number().nullable(),
  to: z.number(),
  reason: z.string().nullable(),
});
