// One way through the positions of any geometry, so that no caller writes the six cases again.
import { bbox } from '@turf/bbox';
import type { GeometryCollection } from 'geojson';
import type { Extent, Geometry } from '@/contract/schemas/common';

export type Position = number[];

/**
 * The lines that a geometry is made of: each point its own list, a line one list, each ring of a polygon one list without its
 * closing position. The order is the order of the coordinates, so that an index names the same line before and after an edit.
 */
export interface Strand {
  positions: Position[];
  kind: 'point' | 'line' | 'ring';
  /** Which part of a Multi geometry, and which ring of it. */
  part: number;
  ring: number;
}

const open = (ring: Position[]): Position[] => {
  const first = ring[0];
  const last = ring.at(-1);
  return first && last && ring.length > 1 && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
};

export const strands = (g: Geometry): Strand[] => {
  const rings = (polygon: Position[][], part: number): Strand[] =>
    polygon.map((ring, i) => ({ positions: open(ring), kind: 'ring', part, ring: i }));
  switch (g.type) {
    case 'Point':
      return [{ positions: [g.coordinates], kind: 'point', part: 0, ring: 0 }];
    case 'MultiPoint':
      return g.coordinates.map((p, part) => ({ positions: [p], kind: 'point', part, ring: 0 }));
    case 'LineString':
      return [{ positions: g.coordinates, kind: 'line', part: 0, ring: 0 }];
    case 'MultiLineString':
      return g.coordinates.map((positions, part) => ({ positions, kind: 'line', part, ring: 0 }));
    case 'Polygon':
      return rings(g.coordinates, 0);
    case 'MultiPolygon':
      return g.coordinates.flatMap(rings);
  }
};

const closed = (positions: Position[]): Position[] => (positions[0] ? [...positions, positions[0]] : positions);

/** The geometry of the same type whose strands are these: the other way of `strands`. */
export const fromStrands = (type: Geometry['type'], all: readonly Strand[]): Geometry => {
  const lines = all.map((s) => (s.kind === 'ring' ? closed(s.positions) : s.positions));
  const parts = (): Position[][][] => {
    const out: Position[][][] = [];
    all.forEach((s, i) => {
      const part = out[s.part] ?? [];
      out[s.part] = part;
      part.push(lines[i] ?? []);
    });
    return out;
  };
  switch (type) {
    case 'Point':
      return { type, coordinates: lines[0]?.[0] ?? [] };
    case 'MultiPoint':
      return { type, coordinates: lines.map((l) => l[0] ?? []) };
    case 'LineString':
      return { type, coordinates: lines[0] ?? [] };
    case 'MultiLineString':
      return { type, coordinates: lines };
    case 'Polygon':
      return { type, coordinates: parts()[0] ?? [] };
    case 'MultiPolygon':
      return { type, coordinates: parts() };
  }
};

/** [west, south, east, north] in degrees, or null where there is no position. */
export const extentOf = (geometries: readonly Geometry[]): Extent | null => {
  const extent = bbox({ type: 'GeometryCollection', geometries: [...geometries] } as GeometryCollection) as Extent;
  return Number.isFinite(extent[0]) ? extent : null;
};
