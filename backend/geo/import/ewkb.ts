// Reads EWKB, in which GDAL writes geometry exactly and without the cost of decimal text: into GeoJSON, or as it stands where it is sound.
import { larger, type Placed, pointIn, shapeIn } from '../geometry';
import type { Kind, ShapeBytes } from './types';

const Z = 0x80000000;
const M = 0x40000000;
/** The flag beside a code that a system follows, and the one that ours are in. */
export const SRID = 0x20000000;
export const EPSG_4326 = 4326;
const CODE = 0xffff;
const NAMES = ['', 'Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];

type Found = { type: string; coordinates: unknown } | { type: 'GeometryCollection'; geometries: Found[] };

/**
 * GeoJSON (unchecked: numbers may be NaN) of hexadecimal EWKB, without its measures. `isFlat`: heights are left out, which
 * the writer has made up. Throws RangeError where it breaks off.
 */
export function fromHexEwkb(hex: string, isFlat = false): Found {
  const b = Buffer.from(hex, 'hex');
  let at = 0;

  const uint = () => {
    const n = b.readUInt32LE(at);
    at += 4;
    return n;
  };
  const position = (z: boolean, m: boolean): number[] => {
    const x = b.readDoubleLE(at);
    const y = b.readDoubleLE(at + 8);
    const p = z && !isFlat ? [x, y, b.readDoubleLE(at + 16)] : [x, y];
    at += 16 + (z ? 8 : 0) + (m ? 8 : 0);
    return p;
  };
  const positions = (z: boolean, m: boolean): number[][] => {
    const count = uint();
    if (count * 16 > b.length - at) throw new RangeError('EWKB');
    const list: number[][] = new Array(count);
    for (let i = 0; i < count; i++) list[i] = position(z, m);
    return list;
  };
  const many = <T>(one: () => T): T[] => {
    const count = uint();
    if (count > b.length - at) throw new RangeError('EWKB');
    return Array.from({ length: count }, one);
  };

  const geometry = (depth: number): Found => {
    // The writer is our own GDAL on this machine: always little-endian. Anything else is a bug, not a file.
    if (b.readUInt8(at) !== 1 || depth > 16) throw new RangeError('EWKB');
    at += 1;
    const flags = uint();
    // GDAL tells heights and measures by flags, and where there are measures by the thousands of ISO's codes.
    const [iso, code] = [Math.floor((flags & CODE) / 1000), (flags & CODE) % 1000];
    const [z, m] = [(flags & Z) !== 0 || iso === 1 || iso === 3, (flags & M) !== 0 || iso >= 2];
    if (flags & SRID) at += 4;
    const inner = () => geometry(depth + 1);
    const coordinates = () => many(inner).map((g) => ('coordinates' in g ? g.coordinates : []));
    switch (code) {
      case 1: {
        const p = position(z, m);
        // An empty point is written as one of no numbers.
        return { type: 'Point', coordinates: Number.isNaN(p[0]) && Number.isNaN(p[1]) ? [] : p };
      }
      case 2:
        return { type: 'LineString', coordinates: positions(z, m) };
      case 3:
      case 17: // a triangle
        return { type: 'Polygon', coordinates: many(() => positions(z, m)) };
      case 4:
      case 5:
      case 6:
        return { type: NAMES[code] as string, coordinates: coordinates() };
      case 15: // a surface of several faces
      case 16:
        return { type: 'MultiPolygon', coordinates: coordinates() };
      case 7:
        return { type: 'GeometryCollection', geometries: many(inner) };
      default:
        return { type: `EWKB ${code}`, coordinates: null };
    }
  };
  return geometry(0);
}

/** The same, undefined where the text is no geometry. */
export function fromEwkb(hex: string, isFlat = false): unknown {
  try {
    return fromHexEwkb(hex, isFlat);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The code of a part of a kind, and of several of them. */
const CODES = { 1: [1, 4], 2: [2, 5], 3: [3, 6] } as const;
/** Corners that a line and a ring have at least. */
const LEAST = { 1: 1, 2: 2, 3: 4 } as const;

/** Reads shapes of a kind from bytes without making anything of their positions. Throws RangeError where they break off. */
class Scan {
  private at = 0;
  private readonly view: DataView;
  vertices = 0;
  readonly box: Placed['bbox'] = [Infinity, Infinity, -Infinity, -Infinity];

  constructor(
    bytes: Buffer,
    private readonly kind: 1 | 2 | 3,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The flags and code of what begins here; 0 where it is not little-endian. */
  head(): number {
    const isLittle = this.view.getUint8(this.at) === 1;
    const flags = this.view.getUint32(this.at + 1, true);
    this.at += 5;
    return isLittle ? flags : 0;
  }

  uint(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  isAtEnd(): boolean {
    return this.at === this.view.byteLength;
  }

  /** Whether the positions of a line or ring are on the globe, finite, enough, and end where they begin; `box` grows by them. */
  private isSoundLine(count: number, hasHeight: boolean, box: Placed['bbox']): boolean {
    const { view } = this;
    if (count < LEAST[this.kind]) return false;
    const first = this.at;
    const step = hasHeight ? 24 : 16;
    let [west, south, east, north] = box;
    for (let i = 0; i < count; i++, this.at += step) {
      const x = view.getFloat64(this.at, true);
      const y = view.getFloat64(this.at + 8, true);
      if (!(x >= -180 && x <= 180 && y >= -90 && y <= 90)) return false;
      if (hasHeight && !Number.isFinite(view.getFloat64(this.at + 16, true))) return false;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
    box[0] = west;
    box[1] = south;
    box[2] = east;
    box[3] = north;
    this.vertices += count;
    const last = this.at - step;
    return (
      this.kind !== 3 ||
      (view.getFloat64(first, true) === view.getFloat64(last, true) &&
        view.getFloat64(first + 8, true) === view.getFloat64(last + 8, true))
    );
  }

  /** The box of a sound point, line or polygon; null of one that is not. */
  part(hasHeight: boolean): Placed['bbox'] | null {
    const box: Placed['bbox'] = [Infinity, Infinity, -Infinity, -Infinity];
    const rings = this.kind === 3 ? this.uint() : 1;
    if (rings === 0) return null;
    for (let i = 0; i < rings; i++) {
      // A label belongs to the outer ring's box.
      const ringBox: Placed['bbox'] = i === 0 ? box : [...box];
      if (!this.isSoundLine(this.kind === 1 ? 1 : this.uint(), hasHeight, ringBox)) return null;
      for (const k of [0, 1] as const) if (ringBox[k] < this.box[k]) this.box[k] = ringBox[k];
      for (const k of [2, 3] as const) if (ringBox[k] > this.box[k]) this.box[k] = ringBox[k];
    }
    return box;
  }
}

/**
 * EWKB (bytes or hexadecimal) in EPSG:4326 as it is and where it lies, if it is a sound shape of the kind on the globe, without measures;
 * null where it is anything else, which `fromEwkb` reads and `checkGeometry` judges.
 */
export function soundBytes(ewkb: Buffer | string, kind: Kind): ShapeBytes | null {
  if (kind === 0) return null;
  try {
    const scan = new Scan(typeof ewkb === 'string' ? Buffer.from(ewkb, 'hex') : ewkb, kind);
    const flags = scan.head();
    const hasHeight = (flags & Z) !== 0;
    const height = hasHeight ? Z : 0;
    const [one, several] = CODES[kind];
    const isMultiple = flags === (several | SRID | height) >>> 0;
    if ((!isMultiple && flags !== (one | SRID | height) >>> 0) || scan.uint() !== EPSG_4326) return null;
    const count = isMultiple ? scan.uint() : 1;
    let largest: Placed['bbox'] | null = null;
    for (let i = 0; i < count; i++) {
      if (isMultiple && scan.head() !== (one | height) >>> 0) return null;
      const box = scan.part(hasHeight);
      if (!box) return null;
      largest = largest && kind === 3 ? larger(largest, box) : box;
    }
    if (!largest || !scan.isAtEnd()) return null;
    const { box, vertices } = scan;
    const part = kind === 3 && isMultiple ? largest : box;
    const hex = typeof ewkb === 'string' ? ewkb : ewkb.toString('hex');
    return { hex, kind, placed: kind === 1 && !isMultiple ? pointIn(box) : shapeIn(box, part, vertices) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
