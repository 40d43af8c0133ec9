// The shapes of a CQL2 filter: well-known text and boxes, in degrees.
import { Geometry } from '../schemas/common';
import { fromWkt } from '../wkt';
import { CqlError } from './cql2-tokens';
import { CRS84, type Crs, EPSG_3857 } from './names';
import { type DegreeBox, degreesOf, ParameterError, readBoxes } from './values';

const ringOf = ([w, s, e, n]: DegreeBox) => [[w, s], [e, s], [e, n], [w, n], [w, s]]; // biome-ignore format: one ring

/** The shape of a box; two where it crosses the date line. */
export function boxShape(text: string, crs: Crs): Geometry {
  try {
    const [one, other] = readBoxes(text, crs);
    const rings = [one, other].filter((box) => box !== undefined).map((box) => [ringOf(box)]);
    return Geometry.parse(
      rings.length === 1 ? { type: 'Polygon', coordinates: rings[0] } : { type: 'MultiPolygon', coordinates: rings },
    );
  } catch (error) {
    if (error instanceof ParameterError) throw new CqlError('the BBOX cannot be read');
    throw error;
  }
}

type Nested = number[] | Nested[];
const turned = (part: Nested, turn: (x: number, y: number) => number[]): Nested =>
  typeof part[0] === 'number'
    ? turn(part[0], part[1] as number)
    : (part as Nested[]).map((inner) => turned(inner, turn));

/** The shape of well-known text. Throws CqlError where it is none. */
export function wktShape(text: string, crs: Crs): Geometry {
  const raw = fromWkt(text);
  const read = raw && Geometry.safeParse(raw);
  if (!read?.success) throw new CqlError('the shape cannot be read');
  if (crs === CRS84) return read.data;
  const turn = crs === EPSG_3857 ? degreesOf : (lat: number, lon: number) => [lon, lat];
  return { ...read.data, coordinates: turned(read.data.coordinates as Nested, turn) } as Geometry;
}
