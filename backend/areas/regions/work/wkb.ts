// Writes polygons as well-known binary (OGC 06-103r4, 8.2.8), which a database reads forty times as quickly as GeoJSON. Pure.
import type { Geometry } from '../../../../contract/schemas/common';

type Rings = readonly (readonly (readonly number[])[])[];

const POLYGON = 3;
const MULTI_POLYGON = 6;
/** Byte order, kind, number of parts. */
const HEAD_BYTES = 9;
const COUNT_BYTES = 4;
const POSITION_BYTES = 16;
const LITTLE_ENDIAN = 1;

const bytesOf = (rings: Rings) =>
  rings.reduce((sum, ring) => sum + COUNT_BYTES + ring.length * POSITION_BYTES, HEAD_BYTES);

/** A polygon or multipolygon as a multipolygon in WKB, without heights. */
export function toWkb({ type, coordinates }: Geometry): Buffer {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly Rings[];
  const bytes = Buffer.alloc(polygons.reduce((sum, rings) => sum + bytesOf(rings), HEAD_BYTES));
  let at = 0;
  const head = (kind: number, parts: number) => {
    at = bytes.writeUInt8(LITTLE_ENDIAN, at);
    at = bytes.writeUInt32LE(kind, at);
    at = bytes.writeUInt32LE(parts, at);
  };
  head(MULTI_POLYGON, polygons.length);
  for (const rings of polygons) {
    head(POLYGON, rings.length);
    for (const ring of rings) {
      at = bytes.writeUInt32LE(ring.length, at);
      for (const [x = 0, y = 0] of ring) at = bytes.writeDoubleLE(y, bytes.writeDoubleLE(x, at));
    }
  }
  return bytes;
}
