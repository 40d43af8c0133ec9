// Verdicts of supervisors, and the inbox of layers with records that wait.
import { z } from 'zod';
import { flag, ids, int, orderBy } from './common';
import { LayerRecord, VERDICTS, type VerdictAction } from './record';

const verdict = {
  action: z.enum(VERDICTS),
  /** Must be given where work is returned or rejected. */
  reason: z.string().trim().min(1).max(2000).optional(),
};
const reasoned = ({ action, reason }: { action: VerdictAction; reason?: string | undefined }) =>
  action === 'approve' || reason !== undefined;

export const Verdict = z.strictObject(verdict).refine(reasoned, { path: ['reason'] });
/** All of them or none. */
export const VerdictBulk = z
  .strictObject({
    ids: ids(500).refine((list) => list.length > 0) as unknown as z.ZodType<number[]>,
    ...verdict,
  })
  .refine(reasoned, { path: ['reason'] });

/** The record after a verdict; `deleted` where a deletion of it was approved. */
export const JudgedRecord = LayerRecord.extend({ deleted: z.boolean().optional() });

export const SupervisionQuery = z.strictObject({
  label: z.string().max(200).optional(),
  type: int(0, 3).optional(),
  offset: int(0, 1_000_000).optional(),
  limit: int(1, 1000).optional(),
  /** Layers without anything that waits too. */
  all: flag().optional(),
  /** `oldest`: when the oldest work of the layer was sent. */
  order: orderBy(['label', 'waiting', 'oldest', 'id']).optional(),
});
export const SupervisionLayer = z.object({
  id: z.number(),
  label: z.string(),
  type: z.number(),
  /** Records within the caller's regions that wait: new ones, and edits and deletions of approved ones. */
  waiting: z.number().int(),
  /** Those of them that the caller made or changed and so cannot approve. */
  own: z.number().int(),
  /** When the oldest of at most 10,000 of them was sent; null where nothing waits. Another upstream may lack it. */
  oldest: z.string().nullable().optional(),
});
