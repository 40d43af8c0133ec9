// Questions of statistics that people save, and whom they share them with.
import { z } from 'zod';
import { int } from '../common';
import { Person } from '../session';
import { AUDIENCES } from './board';

export const MAX_SAVED_QUESTIONS = 500;
/** Questions that a list carries: the own ones first. */
export const MAX_LISTED_QUESTIONS = 1000;
const MAX_ID = 2 ** 31 - 1;

const parts = {
  label: z.string().trim().min(1).max(200),
  /** The question as the screen of statistics has it in its address. */
  address: z.string().min(1).max(20_000),
  audience: z.enum(AUDIENCES),
  /** Who reads it where the audience is `roles`. */
  roles: z.array(int(1, MAX_ID)).max(100),
};

export const NewQuestion = z.strictObject(parts).partial().required({ label: true, address: true });
export type NewQuestion = z.infer<typeof NewQuestion>;
/** What is absent stays as it is. */
export const QuestionPatch = z.strictObject(parts).partial();
export type QuestionPatch = z.infer<typeof QuestionPatch>;

export const SavedQuestion = z.object({
  id: z.number().int(),
  ...parts,
  owner: Person.nullable(),
  is_own: z.boolean(),
  /** Whether the caller may change and delete it. */
  can: z.boolean(),
  /** The ETag of the question is this number in quotes. */
  version: z.number().int(),
  create_date: z.string(),
  modified_date: z.string(),
});
export type SavedQuestion = z.infer<typeof SavedQuestion>;
