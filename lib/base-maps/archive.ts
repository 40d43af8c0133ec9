// A file of tiles: what it holds, and how one tile is read from an MBTiles file. PMTiles are read by the browser, by ranges.
import { open, stat } from 'node:fs/promises';
import sqlite from 'node-sqlite3-wasm';
import { PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles';

/** Why a file cannot be a base map. */
export type BaseMapProblem = 'missing' | 'unreadable' | 'schema';
export class BadArchive extends Error {
  constructor(
    readonly problem: BaseMapProblem,
    /** For the operator's log. */
    message: string,
  ) {
    super(message);
  }
}

export interface Tile {
  bytes: Uint8Array;
  /** A media type. */
  type: string;
  /** Whether the bytes are compressed by gzip. */
  isGzip: boolean;
}
export interface Archive {
  /** What the vector tiles' layers are called; null for pictures. */
  schema: 'protomaps' | 'openmaptiles' | null;
  minZoom: number;
  maxZoom: number;
  /** As plain text; empty where the file says nothing. */
  attribution: string;
  /** One tile by its place in the web's scheme; null where there is none. Only of MBTiles. */
  tile?: (z: number, x: number, y: number) => Tile | null;
  close(): void;
}

/** Layers that tell the schemas apart: https://docs.protomaps.com/basemaps/layers, https://openmaptiles.org/schema */
const MARKS = { protomaps: ['earth', 'places'], openmaptiles: ['transportation', 'place'] } as const;

function schemaOf(layers: unknown): keyof typeof MARKS {
  const ids = Array.isArray(layers) ? layers.map((layer: { id?: unknown }) => String(layer?.id)) : [];
  const schema = (['protomaps', 'openmaptiles'] as const).find((name) => MARKS[name].every((id) => ids.includes(id)));
  if (schema) return schema;
  throw new BadArchive('schema', `its vector layers (${ids.slice(0, 10).join(', ') || 'none named'}) are those of neither Protomaps nor OpenMapTiles`); // biome-ignore format: one line
}

/** Words of an attribution that is written as HTML. */
const plain = (html: unknown): string =>
  typeof html === 'string'
    ? html
        .replace(/<[^>]*>/g, '')
        .replace(/&copy;/g, '\u00a9')
        .replace(/&amp;/g, '&')
        .trim()
        .slice(0, 500)
    : '';

/** A file of this machine as the library wants it. */
const sourceOf = (path: string): Source => ({
  getKey: () => path,
  async getBytes(offset, length): Promise<RangeResponse> {
    const file = await open(path);
    try {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, bytesRead) };
    } finally {
      await file.close();
    }
  },
});

async function openPmtiles(path: string): Promise<Archive> {
  const archive = new PMTiles(sourceOf(path));
  const { tileType, minZoom, maxZoom } = await archive.getHeader();
  const about = (await archive.getMetadata()) as { vector_layers?: unknown; attribution?: unknown };
  const isVector = tileType === TileType.Mvt;
  if (![TileType.Mvt, TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif].includes(tileType))
    throw new BadArchive('schema', 'its tiles are neither vector tiles nor pictures');
  return {
    schema: isVector ? schemaOf(about.vector_layers) : null,
    minZoom,
    maxZoom,
    attribution: plain(about.attribution),
    close: () => undefined,
  };
}

const PICTURES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

function openMbtiles(path: string): Archive {
  const database = new sqlite.Database(path, { readOnly: true, fileMustExist: true });
  const about = new Map(
    database.all('SELECT name, value FROM metadata').map(({ name, value }) => [String(name), String(value)] as const),
  );
  const format = about.get('format') ?? '';
  const isVector = format === 'pbf';
  if (!isVector && !PICTURES[format]) throw new BadArchive('schema', `its tiles are of the format "${format}"`);
  const zooms = database.get('SELECT min(zoom_level) AS low, max(zoom_level) AS high FROM tiles');
  const read = database.prepare(
    'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
  );
  return {
    schema: isVector
      ? schemaOf((JSON.parse(about.get('json') ?? '{}') as { vector_layers?: unknown }).vector_layers)
      : null,
    minZoom: Number(about.get('minzoom') ?? zooms?.low ?? 0),
    maxZoom: Number(about.get('maxzoom') ?? zooms?.high ?? 0),
    attribution: plain(about.get('attribution')),
    // Rows are counted from the south.
    tile(z, x, y) {
      const bytes = read.get([z, x, 2 ** z - 1 - y])?.tile_data;
      if (!(bytes instanceof Uint8Array)) return null;
      return {
        bytes,
        type: isVector ? 'application/x-protobuf' : (PICTURES[format] as string),
        isGzip: bytes[0] === 0x1f && bytes[1] === 0x8b,
      };
    },
    close() {
      read.finalize();
      database.close();
    },
  };
}

/** Opens a PMTiles or MBTiles file. Throws BadArchive. */
export async function openArchive(path: string): Promise<Archive> {
  const about = await stat(path).catch(() => null);
  if (!about?.isFile()) throw new BadArchive('missing', 'there is no such file');
  try {
    return path.endsWith('.pmtiles') ? await openPmtiles(path) : openMbtiles(path);
  } catch (error) {
    if (error instanceof BadArchive) throw error;
    throw new BadArchive('unreadable', error instanceof Error ? error.message : String(error));
  }
}
