// Moving and reshaping any geometry, parts and holes included, as plain steps from one value to the next.
import type { Geometry } from '@/contract/schemas/common';
import { fromStrands, type Position, type Strand, strands } from './walk';

/** Names a vertex: which strand (see walk.ts) and which position in it. */
export interface VertexId {
  strand: number;
  index: number;
}

/** The fewest vertices that a strand may keep. */
const MIN_VERTICES: Record<Strand['kind'], number> = { point: 1, line: 2, ring: 3 };

const edit = (g: Geometry, strand: number, change: (positions: Position[]) => Position[]): Geometry =>
  fromStrands(
    g.type,
    strands(g).map((s, i) => (i === strand ? { ...s, positions: change(s.positions) } : s)),
  );

/** Sets longitude and latitude; what else the position holds (height) stays. */
export const moveVertex = (g: Geometry, { strand, index }: VertexId, to: Position): Geometry =>
  edit(g, strand, (all) => all.map((p, i) => (i === index ? [to[0] ?? 0, to[1] ?? 0, ...p.slice(2)] : p)));

/** A new vertex behind `index`; a height between those of its neighbours, where they have one. */
export const insertVertex = (g: Geometry, { strand, index }: VertexId, at: Position): Geometry =>
  edit(g, strand, (all) => {
    const before = all[index];
    const after = all[(index + 1) % all.length];
    const height = before?.[2] !== undefined && after?.[2] !== undefined ? [(before[2] + after[2]) / 2] : [];
    return all.toSpliced(index + 1, 0, [at[0] ?? 0, at[1] ?? 0, ...height]);
  });

/** Null where too few vertices would remain. */
export const removeVertex = (g: Geometry, { strand, index }: VertexId): Geometry | null => {
  const part = strands(g)[strand];
  return part && part.positions.length > MIN_VERTICES[part.kind]
    ? edit(g, strand, (all) => all.toSpliced(index, 1))
    : null;
};

/** Moves all by degrees. Latitude stops at the poles' 85 degrees that the map can show. */
export const translate = (g: Geometry, lng: number, lat: number): Geometry =>
  fromStrands(
    g.type,
    strands(g).map((s) => ({
      ...s,
      positions: s.positions.map(([x = 0, y = 0, ...rest]) => [x + lng, Math.min(85, Math.max(-85, y + lat)), ...rest]),
    })),
  );

export interface Handle extends VertexId {
  position: Position;
  /** A middle is not a vertex yet: dragging it makes one behind `index`. */
  kind: 'vertex' | 'middle';
}

/** Vertices, and the middles of their edges, to take hold of. */
export const handles = (g: Geometry): Handle[] =>
  strands(g).flatMap((s, strand) =>
    s.positions.flatMap((position, index): Handle[] => {
      const next = s.positions[index + 1] ?? (s.kind === 'ring' ? s.positions[0] : undefined);
      const vertex: Handle = { strand, index, position, kind: 'vertex' };
      if (!next || s.kind === 'point') return [vertex];
      const middle = [((position[0] ?? 0) + (next[0] ?? 0)) / 2, ((position[1] ?? 0) + (next[1] ?? 0)) / 2];
      return [vertex, { strand, index, position: middle, kind: 'middle' }];
    }),
  );
