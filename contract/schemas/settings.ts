// What a person keeps: items of every kind, arrangements of the map; and the projections to choose from.
import { z } from 'zod';
import { ids, int } from './common';

/** Bytes of JSON text, and levels of nesting, that kept data may have. */
export const MAX_DATA_BYTES = 64 * 1024;
export const MAX_DATA_DEPTH = 20;

/** Whether no path through the value has more than `depth` levels. Looks no deeper than that. */
export const shallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((v) => shallow(v, depth - 1)));

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const Json = z.json();
export type Kept = z.infer<typeof Json>;

/** Any JSON that its keeper understands, up to 64 kB and 20 levels. PostgreSQL keeps no NUL in text. */
export const Data = z
  .unknown()
  .refine(
    (v) =>
      v !== undefined &&
      shallow(v, MAX_DATA_DEPTH) &&
      bytesOf(v) <= MAX_DATA_BYTES &&
      !JSON.stringify(v).includes('\\u0000'),
  ) as unknown as z.ZodType<Kept>;

/** What an item is: bookmark, query, print, dashboard... Each screen has its own word. */
const ItemType = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/i);
const Label = z.string().trim().min(1).max(200);

/** How many items, and how many arrangements, one person may keep. */
export const MAX_ITEMS = 1000;
export const MAX_ENVS = 100;

export const UserItem = z.object({ id: z.number(), label: z.string(), type: z.string(), data: z.json() });
export const UserItemQuery = z.strictObject({ type: ItemType.optional() });
export const NewUserItem = z.strictObject({ label: Label, type: ItemType, data: Data });
export const UserItemEdit = z.strictObject({ label: Label.optional(), data: Data.optional() });

/** An arrangement of the map: which layers, in which order, how visible. Its data belong to the map screen. */
export const Env = z.object({
  id: z.number(),
  label: z.string(),
  data: z.json(),
  /** The one with which the map opens; at most one for each person. */
  is_default: z.boolean(),
});
export const NewEnv = z.strictObject({ label: Label, data: Data, is_default: z.boolean().optional() });
export const EnvEdit = NewEnv.partial();
export type UserItem = z.infer<typeof UserItem>;
export type Env = z.infer<typeof Env>;
export const EnvForUsers = z.strictObject({
  env: int(1),
  users: ids(1000).refine((list) => list.length > 0) as unknown as z.ZodType<number[]>,
});

/** A coordinate system in which positions may be shown and typed. */
export const Projection = z.object({
  /** EPSG code. */
  srid: z.number().int(),
  name: z.object({ fa: z.string(), en: z.string() }),
  proj4: z.string(),
  units: z.enum(['degrees', 'metres']),
});
export type Projection = z.infer<typeof Projection>;
