// Reads EWKB into GeoJSON: GDAL writes geometry in it exactly and without the cost of decimal text.

const Z = 0x80000000;
const M = 0x40000000;
const SRID = 0x20000000;
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
