// The base maps that a deployment offers beside the street map: satellite pictures, its own tile server, its own files. Read from BASE_MAPS.
import { z } from 'zod';
import { ARCHIVE_NAME } from '../../contract/schemas/settings';

const common = {
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/)
    .refine((id) => id !== 'natural' && id !== 'none'),
  /** In either language, or one for both. */
  name: z.union([z.string().min(1), z.strictObject({ fa: z.string().min(1), en: z.string().min(1) })]),
  link: z.url({ protocol: /^https?$/ }).optional(),
  night: z.boolean().default(false),
};

const Server = z.strictObject({
  ...common,
  /** https, or a path of this site; with {z}, {x} and {y}. Web Mercator, square pictures of 256 pixels. */
  tiles: z
    .string()
    .max(2000)
    .refine((text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)))
    .refine((text) => text.startsWith('/') !== /^https:\/\/[^/{}]+\//.test(text)),
  attribution: z.string().max(500),
  max_zoom: z.number().int().min(1).max(24).default(19),
});

const File = z.strictObject({
  ...common,
  /** A PMTiles or MBTiles file in DATA_DIR: pictures, or vector tiles in the schema of Protomaps or OpenMapTiles. */
  file: z.string().regex(ARCHIVE_NAME),
  /** What the file itself says when it is left out. */
  attribution: z.string().max(500).optional(),
});

/** A base map of a tile server, as the configuration names it. */
export type ServerEntry = z.infer<typeof Server>;
/** A base map out of a file of this deployment. */
export type FileEntry = z.infer<typeof File>;
/** One base map as the configuration names it. */
export type BaseMapEntry = ServerEntry | FileEntry;

/** Whether a base map comes out of a file. */
export const isFile = (entry: BaseMapEntry): entry is FileEntry => 'file' in entry;

/** JSON text as a list of base maps. Throws an error that names the variable and the place. */
export function readBaseMaps(text: string): BaseMapEntry[] {
  if (text.trim() === '') return [];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('BASE_MAPS: no JSON');
  }
  const list = z.array(z.unknown()).max(20).safeParse(json);
  if (!list.success) throw new Error(`BASE_MAPS: ${list.error.issues[0]?.message}`);
  const maps = list.data.map((entry, i) => {
    const hasFile = typeof entry === 'object' && entry !== null && 'file' in entry;
    const read = (hasFile ? File : Server).safeParse(entry);
    if (read.success) return read.data;
    throw new Error(
      `BASE_MAPS.${[i, ...(read.error.issues[0]?.path ?? [])].join('.')}: ${read.error.issues[0]?.message}`,
    );
  });
  if (new Set(maps.map((m) => m.id)).size < maps.length) throw new Error('BASE_MAPS: two have the same id');
  return maps;
}

/** The origins whose pictures a page must be let load. */
export const originsOf = (maps: readonly BaseMapEntry[]): string[] => [
  ...new Set(
    maps.flatMap((map) =>
      isFile(map) || map.tiles.startsWith('/') ? [] : [new URL(map.tiles.replace(/[{}]/g, '')).origin],
    ),
  ),
];
