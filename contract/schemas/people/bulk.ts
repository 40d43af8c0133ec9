// One change of many people, each for themselves: who cannot be changed is named with the reason, and keeps nobody else from it.
import { z } from 'zod';
import { int } from '../common';
import { idList, MAX_ID, Workdays } from './lists';

/** People of one call. */
export const MAX_BULK = 500;

const change = (max: number) =>
  z.strictObject({ add: idList(max).optional(), remove: idList(max).optional() }).optional();

export const EditBulk = z
  .strictObject({
    users: idList(MAX_BULK).refine((ids) => ids.length > 0),
    /** Roles and regions that they get and lose; what they have beside them stays. */
    groups: change(100),
    regions: change(500),
    /** What they have instead; none for every day. */
    workdays: Workdays.optional(),
    /** A lock ends all sessions. */
    locked: z.boolean().optional(),
    /** One of the caller's own arrangements of the map, of which each of them gets a copy. */
    env: int(1, MAX_ID).optional(),
    /** Ends all their sessions, but for the one of this call. */
    sign_out: z.literal(true).optional(),
  })
  .refine(({ users: _, ...change }) => Object.values(change).some((one) => one !== undefined));
export type EditBulk = z.infer<typeof EditBulk>;

export const BulkDone = z.object({
  done: z.array(z.number()),
  /** In the order of the ids; `name` is empty where there is no such person. */
  refused: z.array(z.object({ id: z.number(), name: z.string(), why: z.string() })),
});
export type BulkDone = z.infer<typeof BulkDone>;
