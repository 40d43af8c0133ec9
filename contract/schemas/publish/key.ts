// Keys by which programs outside read and write layers.
import { z } from 'zod';
import { flag, ids, int } from '../common';
import { Person } from '../session';
import { Services, Writes } from './layer';

/** Keys of a customer that are not revoked. */
export const MAX_PUBLISH_KEYS = 200;
/** No key lives longer. */
export const MAX_KEY_DAYS = 730;
/** How long the old secret lives beside the new one. */
export const OLD_SECRET_HOURS = 24;
/** Days before its end at which a key is ending. */
export const KEY_ENDING_DAYS = 14;

/** Keys of people that one list holds; the others are searched for. */
export const MAX_LISTED_PERSONAL = 1000;
/** Keys of one person that are not revoked. */
export const MAX_OWN_KEYS = 20;

const GrantInput = z.strictObject({ layer: int(1), add: z.boolean(), edit: z.boolean(), delete: z.boolean() });
export type GrantInput = z.infer<typeof GrantInput>;

const parts = {
  label: z.string().trim().min(1).max(100),
  layers: z.array(GrantInput).min(1).max(200),
  /** It sees and changes only what lies inside them; none for everywhere. */
  regions: ids(50),
  /** Days from today after which it ends. */
  days: int(1, MAX_KEY_DAYS),
  /** Networks that it may come from, as 10.1.0.0/16 or 2001:db8::/32; none for everywhere. */
  addresses: z.array(z.string().trim().min(1).max(50)).max(20),
  /** It may stand in an address, and then only reads. */
  in_address: flag(),
};
export const NewPublishKey = z.strictObject(parts);
export type NewPublishKey = z.infer<typeof NewPublishKey>;
export const PublishKeyEdit = z.strictObject(parts).partial();
export type PublishKeyEdit = z.infer<typeof PublishKeyEdit>;

// A person's own regions hold for their keys: none is named.
const { regions: _, ...ownParts } = parts;
export const NewOwnKey = z.strictObject(ownParts);
export type NewOwnKey = z.infer<typeof NewOwnKey>;
export const OwnKeyEdit = z.strictObject(ownParts).partial();
export type OwnKeyEdit = z.infer<typeof OwnKeyEdit>;

/** `search`: words of its name, its id, or the person whose it is. */
export const PublishKeyQuery = z.strictObject({ search: z.string().max(200).optional() });

export const KEY_STATES = ['works', 'ending', 'ended', 'revoked'] as const;

export const PublishKey = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(KEY_STATES),
  layers: z.array(
    z.object({ id: z.number().int(), label: z.string(), add: z.boolean(), edit: z.boolean(), delete: z.boolean() }),
  ),
  regions: z.array(z.object({ id: z.number().int(), label: z.string() })),
  in_address: z.boolean(),
  addresses: z.array(z.string()),
  /** Whose it is: it acts as they do, cut to what it names. Null for the key of a program. */
  person: Person.nullable(),
  made_by: Person.nullable(),
  made: z.string(),
  /** The last day on which it works, ISO. */
  expires: z.string(),
  revoked: z.string().nullable(),
  last_used: z.string().nullable(),
  last_ip: z.string().nullable(),
  /** Until when the secret before this one works too; null where there is none. */
  old_until: z.string().nullable(),
  version: z.number().int(),
});
export type PublishKey = z.infer<typeof PublishKey>;

/** The only answers that hold a secret. */
export const PublishKeySecret = PublishKey.extend({ secret: z.string() });
export type PublishKeySecret = z.infer<typeof PublishKeySecret>;

/** One of one's own keys: layers that its person does not see any more have no name in it. */
export const OwnKey = PublishKey.omit({ person: true, made_by: true, regions: true }).extend({
  /** Layers that it names and that are not open to its person now. */
  lost: z.number().int(),
});
export type OwnKey = z.infer<typeof OwnKey>;
export const OwnKeySecret = OwnKey.extend({ secret: z.string() });
export type OwnKeySecret = z.infer<typeof OwnKeySecret>;

/** A published layer that a person sees, and what a key of theirs may do there now. */
export const OwnKeyLayer = z.object({
  id: z.number().int(),
  label: z.string(),
  type: z.number().int(),
  may: Writes,
  services: Services,
});
export type OwnKeyLayer = z.infer<typeof OwnKeyLayer>;
