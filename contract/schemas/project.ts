// Projects: layers, members and a region under one due date, and the states that supervision leads them through.
import { z } from 'zod';
import { flag, ids, int } from './common';
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

export const Project = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  layers: z.array(z.number()),
  region: z.number().nullable(),
  members: z.array(Person),
  supervisors: z.array(Person),
  /** ISO day. */
  due_date: z.string().nullable(),
  state: z.object({ id: z.number(), name: z.string() }),
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
  /** Projects that wait for the second verdict. */
  second_approval: flag().optional(),
});

const writable = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(5000).optional(),
  layers: ids(200).optional(),
  region: int(1).nullable().optional(),
  members: ids(500).optional(),
  supervisors: ids(50).optional(),
  due_date: z.iso.date().nullable().optional(),
};
export const NewProject = z.strictObject(writable);
/** `state` asks for a transition; `reason` is mandatory where it returns the project. */
export const ProjectEdit = z
  .strictObject({ ...writable, state: int(1, 7).optional(), reason: z.string().trim().max(2000).optional() })
  .partial();

export const ProjectLog = z.object({
  id: z.number(),
  user: Person.nullable(),
  date: z.string(),
  from: z.number().nullable(),
  to: z.number(),
  reason: z.string().nullable(),
});
