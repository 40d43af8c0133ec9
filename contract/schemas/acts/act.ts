// Acts on all records that a filter leaves, however many: what is asked, and what is answered before anything is done.
import { z } from 'zod';
import { int } from '../common';
import { Values } from '../form';
import { VERDICTS } from '../record';

/** `restore` looks at deleted records, the others at living ones. */
export const ACTS = ['edit', 'delete', 'supervise', 'restore'] as const;
export type Act = (typeof ACTS)[number];

/** The keys of the list of records; for `restore` the days of deletion, a region and a project. */
const ActFilter = z.record(z.string(), z.string().max(30_000));

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
    /** Must be given where work is returned or rejected. */
    reason: z.string().trim().min(1).max(2000).optional(),
  })
  .refine(hasVerdict, { path: ['verdict'] })
  .refine(({ act, value }) => (act === 'edit') === (value !== undefined), { path: ['value'] })
  .refine(({ verdict, reason }) => verdict === undefined || verdict === 'approve' || reason !== undefined, {
    path: ['reason'],
  });
export type ActOrder = z.infer<typeof ActOrder>;
