// Boards: dashboards that people make of widgets, keep for themselves or share.
import { z } from 'zod';
import { ids, int } from '../common';
import { PERIODS, Statistics, StatisticsQuery } from '../dashboard';
import { Person } from '../session';

export const MAX_BOARDS = 100;
/** Boards that a list carries: the own ones first. */
export const MAX_LISTED_BOARDS = 300;
export const MAX_WIDGETS = 24;
/** Columns of a board. */
export const BOARD_COLUMNS = 12;
export const CHART_FORMS = ['bar', 'line', 'donut'] as const;
/** Seconds between two readings of what a board shows. */
export const REFRESHES = [60, 300, 900, 3600] as const;
export const AUDIENCES = ['own', 'roles', 'all'] as const;
const MAX_ID = 2 ** 31 - 1;

const title = z.string().trim().max(120);
const frame = {
  /** Unique on its board. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  /** Of the twelve columns. */
  span: z.union([z.literal(3), z.literal(4), z.literal(6), z.literal(8), z.literal(12)]),
  /** Empty: what it shows gives it its words. */
  title,
};

/** What one field of a board shows. */
export const Widget = z.discriminatedUnion('kind', [
  /** One number of a layer: its records, or the first measure; `trend`: beside the same of the span before. */
  z.strictObject({
    kind: z.literal('number'),
    ...frame,
    question: StatisticsQuery,
    trend: z.enum(PERIODS).nullable(),
  }),
  z.strictObject({ kind: z.literal('chart'), ...frame, question: StatisticsQuery, form: z.enum(CHART_FORMS) }),
  z.strictObject({ kind: z.literal('map'), ...frame, layers: z.array(int(1, MAX_ID)).min(1).max(10) }),
  /** The newest records of a layer. */
  z.strictObject({ kind: z.literal('records'), ...frame, layer: int(1, MAX_ID), limit: int(1, 50) }),
  z.strictObject({ kind: z.literal('progress'), ...frame, project: int(1, MAX_ID) }),
  /** Plain text; lines stay lines. */
  z.strictObject({ kind: z.literal('text'), ...frame, text: z.string().max(4000) }),
]);
export type Widget = z.infer<typeof Widget>;
export type WidgetKind = Widget['kind'];

/** What holds for every widget of records beside its own filter. */
export const BoardFilters = z.strictObject({
  /** Days on which records were created, by the name of the range (contract/boards/days.ts); null: all days. */
  days: z.enum(['today', 'yesterday', 'week', 'days7', 'month', 'days30', 'year', 'year1']).nullable(),
  regions: ids(100).nullable(),
});
export type BoardFilters = z.infer<typeof BoardFilters>;

const parts = {
  label: z.string().trim().min(1).max(120),
  widgets: z
    .array(Widget)
    .max(MAX_WIDGETS)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length),
  filters: BoardFilters,
  /** Seconds; null: when somebody asks. */
  refresh: z.union(REFRESHES.map((seconds) => z.literal(seconds))).nullable(),
  audience: z.enum(AUDIENCES),
  /** Who reads it where the audience is `roles`. */
  roles: z.array(int(1, MAX_ID)).max(100),
  /** It opens by itself for people of these roles who have said nothing else. */
  first_for: z.array(int(1, MAX_ID)).max(100),
  /** While it is, nobody changes it; whoever may change it unlocks it. */
  locked: z.boolean(),
};

export const NewBoard = z.strictObject(parts).partial().required({ label: true });
export type NewBoard = z.infer<typeof NewBoard>;
/** What is absent stays as it is. */
export const BoardPatch = z.strictObject(parts).partial();
export type BoardPatch = z.infer<typeof BoardPatch>;
/** How often somebody gets the numbers of a board as a notice: each morning, or each Saturday morning. */
export const DIGESTS = ['day', 'week'] as const;
export type Digest = (typeof DIGESTS)[number];
/** Null: no more. */
export const BoardDigest = z.strictObject({ every: z.enum(DIGESTS).nullable() });
/** Whether the board opens by itself for the caller; one does. */
export const BoardDefault = z.strictObject({ is_default: z.boolean() });

export const Board = z.object({
  id: z.number().int(),
  ...parts,
  owner: Person.nullable(),
  is_own: z.boolean(),
  /** By the caller's own word, or else by a role's. */
  is_default: z.boolean(),
  /** How often the caller gets its numbers as a notice. */
  digest: z.enum(DIGESTS).nullable(),
  /** Whether the caller may change and delete it. */
  can: z.boolean(),
  /** The ETag of the board is this number in quotes. */
  version: z.number().int(),
  create_date: z.string(),
  modified_date: z.string(),
});
export type Board = z.infer<typeof Board>;
/** A board without what is on it. */
export const BoardHead = Board.omit({ widgets: true, filters: true });
export type BoardHead = z.infer<typeof BoardHead>;

/** Questions that one call answers. */
export const MAX_QUESTIONS = 2 * MAX_WIDGETS;
export const Batch = z.strictObject({ questions: z.array(StatisticsQuery).min(1).max(MAX_QUESTIONS) });
/** One for each question, in their order: its answer, or why there is none (the words of the call alone). */
export const BatchAnswers = z.object({
  answers: z.array(z.object({ answer: Statistics.nullable(), status: z.number(), detail: z.string().nullable() })),
});
export type BatchAnswers = z.infer<typeof BatchAnswers>;
