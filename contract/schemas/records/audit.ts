// Second approvals by lot: how many of a layer's first approvals take one, what was drawn, and how often reviewers agree.
import { z } from 'zod';
import { ids, int, orderBy } from '../common';
import { Person } from '../session';

/** Of a hundred first approvals, how many take a second one by lot. */
export const AuditOrder = z.strictObject({ share: int(0, 100) });
const Agreement = z.object({
  person: Person.nullable(),
  approved: z.number().int(),
  drawn: z.number().int(),
  agreed: z.number().int(),
  overturned: z.number().int(),
});
export const Audit = z.object({
  /** Null where every first approval takes a second one. */
  share: z.number().int().nullable(),
  /** From which the lots are drawn: whoever knows it can draw them again. */
  seed: z.string().nullable(),
  user: Person.nullable(),
  date: z.string().nullable(),
  reviewers: z.array(Agreement),
});

export const LotQuery = z.strictObject({
  /** Words of the layer's label. */
  label: z.string().max(200).optional(),
  layers: ids(100).optional(),
  offset: int(0, 1_000_000).optional(),
  limit: int(1, 1000).optional(),
  order: orderBy(['date', 'layer_label', 'share', 'id']).optional(),
});
/** First approvals of a layer that were given while one seed drew. Of the newest 10,000 of them. */
export const AuditLot = z.object({
  id: z.number(),
  layer: z.number(),
  layer_label: z.string(),
  /** Of a hundred first approvals, how many take a second one by lot. */
  share: z.number().int(),
  seed: z.string(),
  /** Who set the share, and when. */
  user: Person.nullable(),
  date: z.string(),
  /** When the next lot began; null for the one that draws now. */
  until: z.string().nullable(),
  /** First approvals in it. */
  approved: z.number().int(),
  /** Those that took a second one because they were sent back before, and those that took one by lot. */
  returned: z.number().int(),
  sample: z.number().int(),
  /** Second approvals that are still owed. */
  waiting: z.number().int(),
  /** What second reviewers approved too, and what they sent back or rejected. */
  agreed: z.number().int(),
  overturned: z.number().int(),
});
/** `reviewers`: those who gave the first approvals, at most a hundred. */
export const AuditLotCard = AuditLot.extend({ reviewers: z.array(Agreement) });
