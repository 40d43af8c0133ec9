// Checks geometry as files bring it and puts it into the six types that the wire knows.
import type { Geometry } from '../../../contract/schemas/common';
import { soundBytes } from './ewkb';
import { ImportProblem, type RowProblem, stopIfCancelled } from './problems';
import type { Feature, Kind, RawRow } from './types';

type Position = number[];
/** What a row holds of one kind. */
export interface Shape {
  kind: Kind;
  geometry: Geometry;
}
type Checked = { shapes: Shape[] } | { problem: RowProblem };

const KINDS: Record<string, Kind> = {
  Point: 1,
  MultiPoint: 1,
  LineString: 2,
  MultiLineString: 2,
  Polygon: 3,
  MultiPolygon: 3,
};

class Refused extends Error {
  constructor(readonly problem: RowProblem) {
    super(problem);
  }
}

const list = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new Refused('bad_geometry');
  if (value.length === 0) throw new Refused('empty_geometry');
  return value;
};

function position(value: unknown): Position {
  const raw = list(value);
  const [x, y, z] = raw;
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new Refused('bad_coordinate');
  // Most files are clean: their arrays are kept as they are.
  if (raw.length === 2) return raw as Position;
  if (!Number.isFinite(z)) throw new Refused('bad_coordinate');
  return raw.length === 3 ? (raw as Position) : [x as number, y as number, z as number];
}

const positions = (value: unknown) => list(value).map(position);

function line(value: unknown): Position[] {
  const points = positions(value);
  if (points.length < 2) throw new Refused('bad_geometry');
  return points;
}

function ring(value: unknown): Position[] {
  const points = positions(value);
  const first = points[0] as Position;
  const last = points[points.length - 1] as Position;
  // Hand-made files often leave the ring open; closing it changes nothing that was meant.
  if (first[0] !== last[0] || first[1] !== last[1]) points.push([...first]);
  if (points.length < 4) throw new Refused('bad_geometry');
  return points;
}

const polygon = (value: unknown) => list(value).map(ring);

function build(type: string, coordinates: unknown): Geometry {
  switch (type) {
    case 'Point':
      return { type, coordinates: position(coordinates) };
    case 'MultiPoint':
      return { type, coordinates: positions(coordinates) };
    case 'LineString':
      return { type, coordinates: line(coordinates) };
    case 'MultiLineString':
      return { type, coordinates: list(coordinates).map(line) };
    case 'Polygon':
      return { type, coordinates: polygon(coordinates) };
    case 'MultiPolygon':
      return { type, coordinates: list(coordinates).map(polygon) };
    default:
      throw new Refused('wrong_kind');
  }
}

/** The parts of a (nested) collection; deep nesting is refused before it can cost a stack. */
function parts(value: unknown, depth = 0): Geometry[] {
  const { type, coordinates, geometries } = value as { type?: unknown; coordinates?: unknown; geometries?: unknown };
  if (type !== 'GeometryCollection') return [build(String(type), coordinates)];
  if (depth > 8) throw new Refused('wrong_kind');
  return list(geometries).flatMap((g) => parts(g, depth + 1));
}

/** Pieces of one kind as one geometry. */
function joined(kind: Kind, pieces: Geometry[]): Geometry {
  const [only] = pieces as [Geometry];
  if (pieces.length === 1) return only;
  const parts = pieces.flatMap(({ type, coordinates }): unknown[] =>
    type.startsWith('Multi') ? coordinates : [coordinates],
  );
  return {
    type: (['', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const)[kind],
    coordinates: parts,
  } as Geometry;
}

/** The pieces of a collection by their kind. */
function shapesOf(pieces: Geometry[]): Shape[] {
  const byKind = new Map<Kind, Geometry[]>();
  for (const piece of pieces) {
    const kind = KINDS[piece.type] as Kind;
    const group = byKind.get(kind);
    if (group) group.push(piece);
    else byKind.set(kind, [piece]);
  }
  return [...byKind].map(([kind, group]) => ({ kind, geometry: joined(kind, group) }));
}

/**
 * `raw` (GeoJSON in any coordinates, null, or undefined where it could not be read) as sound geometry, or the reason why it is none. A collection that mixes points,
 * lines and polygons is a shape of each kind.
 */
export function checkGeometry(raw: unknown): Checked {
  if (raw === undefined) return { problem: 'bad_geometry' };
  if (raw === null || typeof raw !== 'object') return { problem: 'empty_geometry' };
  try {
    return { shapes: shapesOf(parts(raw)) };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.problem };
    throw error;
  }
}

/** A row whose shape is read when it is asked for. */
export class LateRow implements RawRow {
  constructor(
    readonly row: number,
    readonly values: RawRow['values'],
    private readonly shape: Pick<RawRow, 'geometry' | 'ewkb' | 'fid'>,
  ) {}
  get geometry() {
    return this.shape.geometry;
  }
  get ewkb() {
    return this.shape.ewkb;
  }
  get fid() {
    return this.shape.fid;
  }
}

/**
 * The rows that belong to a kind, checked, still in the file's coordinates. `asBytes`: those are degrees, longitude first, and shapes that
 * need no change come as bytes where the format has them so.
 */
export async function* ofKind(
  rows: AsyncIterable<RawRow>,
  kind: Kind,
  signal?: AbortSignal,
  asBytes = false,
): AsyncGenerator<Feature> {
  let rowCount = 0;
  let others = 0;
  for await (const raw of rows) {
    const { row, values, problem, fid } = raw;
    if (row % 1000 === 0) stopIfCancelled(signal);
    const feature: Feature = { row, values, geometry: null, ...(fid !== undefined && { fid }) };
    const ewkb = asBytes && !problem ? raw.ewkb : undefined;
    const bytes = ewkb ? soundBytes(ewkb, kind) : null;
    if (bytes) {
      feature.bytes = bytes;
      yield feature;
    } else if (problem && (kind !== 0 || problem === 'bad_row')) yield { ...feature, problem };
    else if (kind === 0) yield feature;
    else {
      const checked = checkGeometry(raw.geometry);
      const shape = 'shapes' in checked ? checked.shapes.find((s) => s.kind === kind) : null;
      if ('problem' in checked) yield { ...feature, problem: checked.problem };
      else if (shape) yield { ...feature, geometry: shape.geometry };
      else {
        // Rows of another kind are a data set of their own.
        others++;
        continue;
      }
    }
    rowCount++;
  }
  if (rowCount === 0 && others > 0) throw new ImportProblem('unknown_dataset', 'no row of this kind');
}

/** Calls `each` with every position, which it may change in place; stops when it returns false. */
export function everyPosition(geometry: Geometry, each: (p: Position) => boolean): boolean {
  switch (geometry.type) {
    case 'Point':
      return each(geometry.coordinates);
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates.every(each);
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.every((part) => part.every(each));
    case 'MultiPolygon':
      return geometry.coordinates.every((part) => part.every((r) => r.every(each)));
  }
}

// Rounding at the date line and the poles must not cost a record.
const SLACK = 1e-6;

/**
 * Whether all positions are on the globe; those that are a rounding error off are moved onto it, and a shape whose longitudes
 * are all counted from 180 to 360 is turned back.
 */
export function onGlobe(geometry: Geometry): boolean {
  if (everyPosition(geometry, ([x]) => (x as number) > 180 + SLACK && (x as number) <= 360 + SLACK))
    everyPosition(geometry, (p) => {
      p[0] = (p[0] as number) - 360;
      return true;
    });
  return everyPosition(geometry, (p) => {
    const x = p[0] as number;
    const y = p[1] as number;
    if (!(x >= -180 - SLACK && x <= 180 + SLACK && y >= -90 - SLACK && y <= 90 + SLACK)) return false;
    if (x < -180 || x > 180) p[0] = Math.sign(x) * 180;
    if (y < -90 || y > 90) p[1] = Math.sign(y) * 90;
    return true;
  });
}
