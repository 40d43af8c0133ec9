// Verdicts of supervisors, and the inbox of layers with records that wait.
import { z } from 'zod';
import { Day, flag, ids, int, orderBy } from './common';
import { LayerRecord, VERDICTS, type VerdictAction } from './record';
import { Person } from './session';

const verdict = {
  action: z.enum(VERDICTS),
  /** Must be given where work is returned or rejected. */
  reason: z.string().trim().min(1).max(2000).optional(),
};
const reasoned = ({ action, reason }: { action: VerdictAction; reason?: string | undefined }) =>
  action === 'approve' || reason !== undefined;

export const Verdict = z.strictObject(verdict).refine(reasoned, { path: ['reason'] });
/** All of them or none, unless `partial`: then those that may be judged, and a list of the others. */
export const VerdictBulk = z
  .strictObject({
    ids: ids(500).refine((list) => list.length > 0) as unknown as z.ZodType<number[]>,
    ...verdict,
    partial: flag().optional(),
    /** The version of each of `ids`, in their order, that was looked at: what has another one by now is not judged. */
    versions: z.array(int(1)).max(500).optional(),
  })
  .refine(reasoned, { path: ['reason'] })
  .refine(({ ids, versions }) => versions === undefined || versions.length === ids.length, { path: ['versions'] });
export const JudgedBulk = z.object({
  count: z.number().int(),
  /** With `partial`: the records that were left as they were, each with its name and why. */
  refused: z.array(z.object({ id: z.number(), title: z.string(), why: z.string() })).optional(),
});

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
  /** When the newest of them was sent. */
  newest: z.string().nullable().optional(),
  /** How many people's work waits. */
  people: z.number().int().optional(),
  /** Those of them that have the first of two approvals. */
  second: z.number().int().optional(),
});

/** `returned` and `rejected` are no work that waits: they are looked at, and reopened. */
export const QUEUE_STATES = ['waiting', 'first', 'returned', 'rejected'] as const;
/** What of a record waits: it is new, or values, a shape or both of an approved one have changed, files come or go, or it is to be deleted. */
export const CHANGE_KINDS = ['new', 'values', 'shape', 'both', 'files', 'deletion'] as const;
const queueFilters = {
  layer: int(1).optional(),
  /** Somebody's work: who made it, or changed it. */
  person: int(1, 2 ** 31 - 1).optional(),
  /** Work that somebody changed last: the rows whose `sender` it is. */
  sender: int(0, 2 ** 31 - 1).optional(),
  kind: z.enum(CHANGE_KINDS).optional(),
  region: int(1, 2 ** 31 - 1).optional(),
  project: int(1, 2 ** 31 - 1).optional(),
  /** Days in Tehran on which it was sent; both ends count. */
  since_after: Day.optional(),
  since_before: Day.optional(),
  /** Left out: all that waits. */
  state: z.enum(QUEUE_STATES).optional(),
};
export const QueueQuery = z.strictObject({
  ...queueFilters,
  /**
   * `since`: when it was sent, the first order of what waits; `person`: people by name, the work of each as it was sent; id, create_date,
   * modified_date; of one layer also a field (`value__name`). A leading minus turns it round.
   */
  order: z.string().max(80).optional(),
  /** `next` of the page before, in the same order. */
  after: z
    .string()
    .regex(/^[\w-]{1,3000}$/)
    .optional(),
  limit: int(1, 500).optional(),
});
export const QueuePeopleQuery = z.strictObject(queueFilters);
export const QueueItem = z.object({
  id: z.number(),
  layer: z.number(),
  layer_label: z.string(),
  title: z.string(),
  kind: z.enum(CHANGE_KINDS),
  /** Of the record, as `STATUS` has it. */
  status: z.number(),
  version: z.number(),
  /** When it was sent; of what was judged, when that was. */
  since: z.string(),
  /** Who changed it last, 0 where that is not known. */
  sender: z.number(),
  authors: z.array(Person),
  first_approval: Person.nullable(),
  /** The caller's own work, which they cannot judge. */
  own: z.boolean(),
  /** Somebody else who looks at it just now. */
  looking: Person.nullable(),
});
export type QueueItem = z.infer<typeof QueueItem>;
/** Work of one person in a queue, of the first 100,000 records of it. */
export const QueuePerson = z.object({
  /** As `sender` of a row has it. */
  id: z.number(),
  person: Person.nullable(),
  waiting: z.number().int(),
  /** Those of them that are the caller's own work too. */
  own: z.number().int(),
  /** When the oldest was sent. */
  oldest: z.string(),
  /** How often work of theirs was sent back in these layers, of the last 10,000 returns; and why, the last three times. */
  returned: z.number().int(),
  reasons: z.array(z.string()),
});
export type QueuePerson = z.infer<typeof QueuePerson>;
/** Work in the order in which it waits. `count`, at most 10,000, comes with the first page. */
export const Queue = z.object({
  results: z.array(QueueItem),
  next: z.string().nullable(),
  count: z.number().int().nullable(),
  count_capped: z.boolean(),
});

/** What a reviewer should look at twice. */
export const CHECKS = ['outside', 'overlap', 'near', 'required'] as const;
export const Review = z.object({
  record: LayerRecord,
  kind: z.enum(CHANGE_KINDS).nullable(),
  since: z.string().nullable(),
  /** How often it was sent back before. */
  returned_before: z.number().int(),
  checks: z.array(
    z.object({
      code: z.enum(CHECKS),
      /** Records that it overlaps or lies near to: at most five. */
      ids: z.array(z.number()).optional(),
      /** Names of the fields that are empty. */
      fields: z.array(z.string()).optional(),
    }),
  ),
  comments: z.number().int(),
  looking: Person.nullable(),
  /** Until when the caller may take their approval back. */
  undo_until: z.string().nullable(),
  can_reopen: z.boolean(),
  /** Why the draw asks for a second approval, where the first is given. */
  second_because: z.enum(['returned', 'random']).nullable(),
});
export type Review = z.infer<typeof Review>;
/** Somebody else who looks at it; the caller's own time ends at `until`. */
export const Lease = z.object({ looking: Person.nullable(), until: z.string() });

const Reason = z.string().trim().min(1).max(2000);
export const Reopen = z.strictObject({ reason: Reason });

export const RecordComment = z.object({ id: z.number(), user: Person.nullable(), date: z.string(), text: z.string() });
export const NewComment = z.strictObject({ text: Reason });

export const PastVerdicts = z.object({
  /** Verdicts of the caller in the last seven days; at most 10,000. */
  week: z.number().int(),
  results: z.array(
    z.object({
      id: z.number(),
      record: z.number(),
      layer: z.number(),
      layer_label: z.string(),
      title: z.string(),
      action: z.enum(VERDICTS),
      user: Person.nullable(),
      date: z.string(),
      reason: z.string().nullable(),
    }),
  ),
});

/** What waits for a person; each at most 10,000. */
export const InboxCounts = z.object({
  /** Records to judge that are not the caller's own work: those without an approval, and those that have the first of two. */
  waiting: z.number().int(),
  second: z.number().int(),
  /** The caller's work that was sent back. */
  returned: z.number().int(),
  /** Projects whose next verdict the caller may give, and those of them that have the first of two approvals. */
  projects: z.number().int(),
  projects_second: z.number().int(),
  jobs: z.number().int(),
  messages: z.number().int(),
  notices: z.number().int(),
});
