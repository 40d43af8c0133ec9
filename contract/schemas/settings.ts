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

/** Base maps that an organisation may add. */
export const MAX_BASE_MAPS = 20;
/** The name of a file of tiles in the web process's DATA_DIR. */
export const ARCHIVE_NAME = /^[\w][\w.-]{0,199}\.(?:pmtiles|mbtiles)$/;

const isTileAddress = (text: string): boolean =>
  /^https?:\/\/[^/{}\s@]+\/\S*$/.test(text) &&
  ['{z}', '{x}'].every((part) => text.includes(part)) &&
  /\{-?y\}/.test(text);
/** Of square pictures of 256 pixels in Web Mercator, with {z}, {x}, and {y} or {-y} where rows are counted from the south. */
const TileAddress = z
  .string()
  .max(2000)
  .refine((text) => isTileAddress(text), 'url');

/** A base map of the organisation: pictures of a tile server, or a file of tiles of the web process. */
export const BaseMapEntry = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/)
      .refine((id) => !['osm', 'natural', 'none'].includes(id)),
    name_fa: z.string().trim().min(1).max(60),
    name_en: z.string().trim().min(1).max(60),
    url: TileAddress.nullable(),
    file: z.string().regex(ARCHIVE_NAME).nullable(),
    /** Whose data it is; of a file what the file says, where it is empty. */
    attribution: z.string().trim().max(500),
    /** Between which the server has pictures; a file tells its own. */
    min_zoom: int(0, 22),
    max_zoom: int(0, 24),
    /** Drawn with its colours turned over in the dark theme; not for photographs. */
    night: z.boolean(),
    /** What a map opens with for who has chosen nothing; at most one. */
    is_default: z.boolean(),
  })
  .superRefine(({ url, file, min_zoom, max_zoom }, context) => {
    const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (url === null && file === null) add('url', 'required');
    if (url !== null && file !== null) add('file', 'wrong');
    if (min_zoom > max_zoom) add('max_zoom', 'wrong');
  });
export type BaseMapEntry = z.infer<typeof BaseMapEntry>;

/** As it is offered. The address of a tile server may hold a key: only superusers see it, and `tiles` is ours, null of a file. */
export const OwnBaseMap = z.object({ ...BaseMapEntry.shape, tiles: z.string().nullable() });
export type OwnBaseMap = z.infer<typeof OwnBaseMap>;

/** The whole list in its order. */
export const BaseMapList = z
  .strictObject({ items: z.array(BaseMapEntry).max(MAX_BASE_MAPS) })
  .refine(({ items }) => new Set(items.map(({ id }) => id)).size === items.length)
  .refine(({ items }) => items.filter(({ is_default }) => is_default).length <= 1);

export const TilePreview = z.strictObject({ url: TileAddress, z: int(0, 24), x: int(0, 2 ** 24), y: int(0, 2 ** 24) });
