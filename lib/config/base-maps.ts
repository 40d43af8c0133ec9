// The base maps that a deployment offers beside the street map: satellite pictures, its own tile server. Read from BASE_MAPS.
import { z } from 'zod';

const Entry = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/)
    .refine((id) => id !== 'natural' && id !== 'none'),
  /** In either language, or one for both. */
  name: z.union([z.string().min(1), z.strictObject({ fa: z.string().min(1), en: z.string().min(1) })]),
  /** https, or a path of this site; with {z}, {x} and {y}. Web Mercator, square pictures of 256 pixels. */
  tiles: z
    .string()
    .max(2000)
    .refine((text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)))
    .refine((text) => text.startsWith('/') !== /^https:\/\/[^/{}]+\//.test(text)),
  attribution: z.string().max(500),
  link: z.url({ protocol: /^https?$/ }).optional(),
  max_zoom: z.number().int().min(1).max(24).default(19),
  night: z.boolean().default(false),
});

/** One base map as the configuration names it. */
export type BaseMapEntry = z.infer<typeof Entry>;

/** JSON text as a list of base maps. Throws an error that names the variable and the place. */
export function readBaseMaps(text: string): BaseMapEntry[] {
  if (text.trim() === '') return [];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('BASE_MAPS: no JSON');
  }
  const read = z.array(Entry).max(20).safeParse(json);
  if (!read.success)
    throw new Error(`BASE_MAPS.${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`);
  if (new Set(read.data.map((m) => m.id)).size < read.data.length) throw new Error('BASE_MAPS: two have the same id');
  return read.data;
}

/** The origins whose pictures a page must be let load. */
export const originsOf = (maps: readonly BaseMapEntry[]): string[] => [
  ...new Set(maps.flatMap(({ tiles }) => (tiles.startsWith('/') ? [] : [new URL(tiles.replace(/[{}]/g, '')).origin]))),
];
