// Reads the geometry of a shapefile, record by record, as GeoJSON in the file's own coordinates.
import { open, readFile } from 'node:fs/promises';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { EPSG_4326, SRID } from './ewkb';
import { ImportProblem, stopIfCancelled } from './problems';
import type { Kind, RawRow } from './types';

type Position = number[];
type Ring = Position[];

export interface ShpHeader {
  kind: Kind | null;
  is3d: boolean;
  /** Whether positions have a measure beside their height. */
  hasM: boolean;
  extent: [number, number, number, number] | null;
}

/** Numbers below mean "no data" in a shapefile. */
const NO_DATA = -1e38;
const MAX_RECORD = 64 * 1024 ** 2;
const FLAT: Record<number, Kind> = { 1: 1, 8: 1, 3: 2, 5: 3 };

const flatType = (type: number) => (type === 31 ? 31 : type % 10);
const hasZ = (type: number) => type >= 11 && type <= 18;

export function readShpHeader(bytes: Buffer): ShpHeader {
  if (bytes.length < 100 || bytes.readInt32BE(0) !== 9994) throw new ImportProblem('broken_file', 'shp header');
  const type = bytes.readInt32LE(32);
  const extent = [36, 44, 52, 60].map((at) => bytes.readDoubleLE(at)) as [number, number, number, number];
  const sound = extent.every(Number.isFinite) && extent[0] <= extent[2] && extent[1] <= extent[3];
  // The range of measures: beside heights there is room for them although nobody measured.
  const measured = [84, 92].some((at) => bytes.readDoubleLE(at) !== 0 && bytes.readDoubleLE(at) > NO_DATA);
  const hasM = type >= 21 || (hasZ(type) && measured);
  return { kind: FLAT[flatType(type)] ?? null, is3d: hasZ(type), hasM, extent: sound ? extent : null };
}

function ringArea(ring: Ring): number {
  let twice = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[j] as [number, number];
    const [bx, by] = ring[i] as [number, number];
    twice += ax * by - bx * ay;
  }
  return twice / 2;
}

/** Whether a hole lies in a ring; hand-made files often leave the ring open. */
const isInside = ([at]: Ring, ring: Ring): boolean =>
  Number.isFinite(ring[0]?.[0]) &&
  booleanPointInPolygon(at as Position, { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] });

/** Rings by their turn: clockwise ones are outer rings, the others holes of the outer ring around them. */
function polygons(rings: Ring[]): object {
  if (rings.length === 1) return { type: 'Polygon', coordinates: rings };
  const outer: Ring[][] = [];
  const holes: Ring[] = [];
  for (const ring of rings) ringArea(ring) <= 0 ? outer.push([ring]) : holes.push(ring);
  for (const hole of holes) {
    const around = outer.filter(([shell]) => shell && isInside(hole, shell));
    // In nested islands the smallest ring around is the right one; a hole in nothing is a part drawn the wrong way round.
    around.sort((a, b) => Math.abs(ringArea(a[0] as Ring)) - Math.abs(ringArea(b[0] as Ring)));
    if (around[0]) around[0].push(hole);
    else outer.push([hole]);
  }
  return outer.length === 1 ? { type: 'Polygon', coordinates: outer[0] } : { type: 'MultiPolygon', coordinates: outer };
}

function points(b: Buffer, at: number, count: number, z: number | null): Position[] {
  const list: Position[] = new Array(count);
  for (let i = 0; i < count; i++) {
    const x = b.readDoubleLE(at + i * 16);
    const y = b.readDoubleLE(at + i * 16 + 8);
    list[i] = z === null ? [x, y] : [x, y, height(b.readDoubleLE(z + i * 8))];
  }
  return list;
}

const height = (z: number) => (z < NO_DATA ? 0 : z);

function geometryOf(b: Buffer): unknown {
  const type = b.readInt32LE(0);
  const z = hasZ(type);
  switch (flatType(type)) {
    case 0:
      return null;
    case 1: {
      const xy = [b.readDoubleLE(4), b.readDoubleLE(12)];
      return { type: 'Point', coordinates: z ? [...xy, height(b.readDoubleLE(20))] : xy };
    }
    case 8: {
      const count = b.readInt32LE(36);
      return { type: 'MultiPoint', coordinates: points(b, 40, count, z ? 40 + count * 16 + 16 : null) };
    }
    case 3:
    case 5: {
      const parts = b.readInt32LE(36);
      const count = b.readInt32LE(40);
      const at = 44 + parts * 4;
      if (parts < 0 || count < 0 || at + count * 16 > b.length) throw new RangeError('shp record');
      const all = points(b, at, count, z ? at + count * 16 + 16 : null);
      const starts = Array.from({ length: parts }, (_, i) => b.readInt32LE(44 + i * 4));
      const runs = starts.map((from, i) => all.slice(from, starts[i + 1] ?? count)).filter((run) => run.length > 0);
      if (runs.length === 0) return null;
      if (flatType(type) === 5) return polygons(runs);
      return runs.length === 1
        ? { type: 'LineString', coordinates: runs[0] }
        : { type: 'MultiLineString', coordinates: runs };
    }
    default:
      return { type: 'MultiPatch' };
  }
}

/** Undefined where the record breaks off. */
function readable(record: Buffer): unknown {
  try {
    return geometryOf(record);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A point, line or ring of two doubles a position: its bytes are those of EWKB but for the head. */
class OnePart {
  constructor(
    private readonly record: Buffer,
    private readonly kind: Kind,
    /** Where the positions begin, and how many there are. */
    private readonly from: number,
    private readonly count: number,
  ) {}

  get geometry(): unknown {
    return geometryOf(this.record);
  }

  /** Labelled as degrees, which the reader asks for where they are. */
  get ewkb(): Buffer {
    const { record, kind, from, count } = this;
    const counts = kind === 1 ? [] : kind === 2 ? [count] : [1, count];
    const head = Buffer.alloc(9 + 4 * counts.length);
    head.writeUInt8(1);
    for (const [i, n] of [SRID | kind, EPSG_4326, ...counts].entries()) head.writeUInt32LE(n, 1 + 4 * i);
    return Buffer.concat([head, record.subarray(from, from + count * 16)]);
  }
}

/** The record as one part; null where it has several, or heights, or is none. */
function onePart(b: Buffer): OnePart | null {
  const type = b.readInt32LE(0);
  if (type === 1) return b.length >= 20 ? new OnePart(b, 1, 4, 1) : null;
  if ((type !== 3 && type !== 5) || b.length < 48 || b.readInt32LE(36) !== 1 || b.readInt32LE(44) !== 0) return null;
  const count = b.readInt32LE(40);
  return count > 0 && 48 + count * 16 <= b.length ? new OnePart(b, FLAT[type] as Kind, 48, count) : null;
}

const WINDOW = 1024 ** 2;

/** Where the records begin, by the index file; null where it is none. */
async function offsetsOf(shx: string): Promise<number[] | null> {
  const b = await readFile(shx);
  if (b.length < 100 || b.readInt32BE(0) !== 9994) return null;
  const count = Math.floor((b.length - 100) / 8);
  return Array.from({ length: count }, (_, i) => b.readInt32BE(100 + i * 8) * 2);
}

/**
 * The shapes in order, their geometry `undefined` for a record that cannot be read. Goes by the index where there is one, since old records
 * and padding may lie between and behind those that count. Throws 'broken_file' where a file without index breaks off.
 */
export async function* readShapes(
  path: string,
  shx: string | null,
  signal?: AbortSignal,
): AsyncGenerator<Pick<RawRow, 'geometry' | 'ewkb'>> {
  const offsets = shx && (await offsetsOf(shx));
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let window: Buffer = Buffer.alloc(0);
    let from = 0;
    const take = async (at: number, length: number): Promise<Buffer | null> => {
      if (at < 0 || at + length > size) return null;
      if (at < from || at + length > from + window.length) {
        stopIfCancelled(signal);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(WINDOW, length)), 0, null, at);
        window = buffer.subarray(0, bytesRead);
        from = at;
      }
      return window.subarray(at - from, at - from + length);
    };
    const declared = ((await take(0, 100))?.readInt32BE(24) ?? 0) * 2;
    const end = declared >= 100 ? Math.min(declared, size) : size;
    let at = 100;
    for (let i = 0; offsets ? i < offsets.length : at < end; i++) {
      if (offsets) at = offsets[i] as number;
      const length = ((await take(at, 8))?.readInt32BE(4) ?? -1) * 2;
      const record = length >= 4 && length <= MAX_RECORD ? await take(at + 8, length) : null;
      if (!record && !offsets) throw new ImportProblem('broken_file', 'the shp breaks off');
      at += 8 + length;
      yield (record && onePart(record)) ?? { geometry: record ? readable(record) : undefined };
    }
    if (!offsets && declared > size) throw new ImportProblem('broken_file', 'the shp breaks off');
  } finally {
    await file.close();
  }
}
