// People from a table: a CSV or XLSX file with a heading, one person in each row.
import { z } from 'zod';
import { flag } from '../common';

/** Rows of one file. */
export const MAX_IMPORT = 5000;

/** What a column may hold. */
export const IMPORT_FIELDS = [
  'username',
  'first_name',
  'last_name',
  'name',
  'email',
  'phone',
  'groups',
  'regions',
  'workdays',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

const isField = (text: string): text is ImportField => (IMPORT_FIELDS as readonly string[]).includes(text);
/** Fields of columns as `fields` writes them; null where one is none, or stands twice. */
export function readFields(text: string): (ImportField | null)[] | null {
  const fields = text.split(',').map((one) => (isField(one) ? one : one === '-' ? null : undefined));
  const named = fields.filter((one) => one !== null);
  return named.includes(undefined) || new Set(named).size < named.length ? null : (fields as (ImportField | null)[]);
}
export const writeFields = (fields: readonly (ImportField | null)[]): string => fields.map((one) => one ?? '-').join();

export const PeopleImport = z.strictObject({
  /** Reads and checks, and makes nobody. */
  dry_run: flag().optional(),
  /** What each column holds, in their order, with commas between; "-" leaves one out. Without it headings say so. */
  fields: z
    .string()
    .max(2000)
    .regex(/^[a-z_,-]*$/)
    .refine((text) => readFields(text) !== null)
    .optional(),
  /** Without passwords nobody of them can sign in until one is set. */
  passwords: flag().optional(),
  /** The password has to be changed at the first sign-in. */
  must_change_password: flag().optional(),
});

export const PeopleImported = z.object({
  dry_run: z.boolean(),
  /** The file's columns and what each was taken for; null for one that is left out. */
  columns: z.array(z.object({ heading: z.string(), field: z.enum(IMPORT_FIELDS).nullable() })),
  count: z.number().int(),
  /** What is wrong in each row, the first thousand; `error_count` has them all. Where there is one, nobody is made. */
  errors: z.array(z.object({ row: z.number().int(), field: z.string(), value: z.string(), why: z.string() })),
  error_count: z.number().int(),
  bad_rows: z.number().int(),
  /** The first rows as they were understood. */
  sample: z.array(
    z.object({
      username: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      phone: z.string(),
      groups: z.array(z.string()),
      regions: z.array(z.string()),
      workdays: z.array(z.number()),
    }),
  ),
  /** Of the people who were made: their passwords are nowhere else, and come this once. */
  accounts: z.array(z.object({ id: z.number(), username: z.string(), name: z.string(), password: z.string() })),
});
export type PeopleImported = z.infer<typeof PeopleImported>;
