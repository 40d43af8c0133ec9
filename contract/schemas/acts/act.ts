// Acts on all records that a filter leaves, however many: what is asked, and what is answered before anything is done.
import { z } from 'zod';
import { flag, int } from '../common';
import { Values } from '../form';
import { VERDICTS } from '../record';

/** `restore` looks at deleted records, the others at living ones. */
export const ACTS = ['edit', 'move', 'delete', 'supervise', 'restore'] as const;
export type Act = (typeof ACTS)[number];

/** The keys of the list of records; for `restore` the days of deletion, a region and a project. */
const ActFilter = z.record(z.string(), z.string().max(30_000));

/** Farthest that an act moves records, in metres east or north: a wrong datum is hundreds of them, a wrong zone is no shift. */
export const MAX_SHIFT = 100_000;
const metres = z.number().min(-MAX_SHIFT).max(MAX_SHIFT);

/** How far shapes are moved on the ground, in metres; negative to the west and south. */
export const Shift = z
  .strictObject({ east: metres, north: metres })
  .refine(({ east, north }) => east !== 0 || north !== 0, { path: ['east'] });
export type Shift = z.infer<typeof Shift>;

const target = {
  layer: int(1),
  filter: ActFilter,
  act: z.enum(ACTS),
  /** Of `supervise`. */
  verdict: z.enum(VERDICTS).optional(),
};
const hasVerdict = ({ act, verdict }: { act: Act; verdict?: string | undefined }) =>
  (act === 'supervise') === (verdict !== undefined);

export const ActQuestion = z.strictObject(target).refine(hasVerdict, { path: ['verdict'] });
export type ActQuestion = z.infer<typeof ActQuestion>;

export const ActCount = z.object({
  /** Records that the act would change: exact, whatever their number. */
  count: z.number().int(),
  /** Records that the filter leaves and the act would not change, by the reason. */
  refused: z.array(z.object({ reason: z.string(), count: z.number().int() })),
});
export type ActCount = z.infer<typeof ActCount>;

export const ActOrder = z
  .strictObject({
    ...target,
    /** The number that the person was told. The act is refused where it is another one now. */
    count: int(1),
    /** Of `edit`. */
    value: Values.optional(),
    /** Of `move`. */
    by: Shift.optional(),
    /** Must be given where work is returned or rejected. */
    reason: z.string().trim().min(1).max(2000).optional(),
  })
  .refine(hasVerdict, { path: ['verdict'] })
  .refine(({ act, value }) => (act === 'edit') === (value !== undefined), { path: ['value'] })
  .refine(({ act, by }) => (act === 'move') === (by !== undefined), { path: ['by'] })
  .refine(({ verdict, reason }) => verdict === undefined || verdict === 'approve' || reason !== undefined, {
    path: ['reason'],
  });
export type ActOrder = z.infer<typeof ActOrder>;

/** Rows and cells of one call of `edit_rows`. */
export const MAX_EDIT_ROWS = 1000;
export const MAX_EDIT_CELLS = 2000;

/** Records of one layer, each with values of its own and the version that they were read at. Whole or not at all. */
export const RowsEdit = z
  .strictObject({
    layer: int(1),
    rows: z
      .array(z.strictObject({ id: int(1), version: int(0), value: Values }))
      .min(1)
      .max(MAX_EDIT_ROWS),
    /** Checks and answers the same, and writes nothing. */
    dry_run: flag().optional(),
  })
  .refine(({ rows }) => rows.reduce((n, row) => n + Object.keys(row.value).length, 0) <= MAX_EDIT_CELLS, {
    path: ['rows'],
  })
  .refine(({ rows }) => new Set(rows.map(({ id }) => id)).size === rows.length, { path: ['rows'] });
export type RowsEdit = z.infer<typeof RowsEdit>;

export const RowsEdited = z.object({
  /** Records that change. */
  count: z.number().int(),
  /** As they were sent. */
  rows: z.array(
    z.object({
      id: z.number(),
      /** The version that it has now, or would have. */
      version: z.number().int(),
      /** The fields whose values change. */
      changed: z.array(z.string()),
      /** Why fields are refused, and why the whole row is. */
      problems: z.record(z.string(), z.string()).optional(),
      problem: z.string().optional(),
    }),
  ),
});
export type RowsEdited = z.infer<typeof RowsEdited>;
