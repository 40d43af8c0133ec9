// Where a pointer should land: the nearest vertex, else the nearest place on a line. Plain maths in screen pixels.
import type { Pixel } from '../types';
import type { Position } from './walk';

export interface SnapTarget {
  /** Positions in degrees, in order; a lone position is a point. */
  positions: readonly Position[];
  closed: boolean;
}
export interface SnapMatch<T extends SnapTarget = SnapTarget> {
  position: Position;
  kind: 'vertex' | 'edge';
  /** Pixels from the pointer. */
  distance: number;
  /** Whose vertex or edge it is. */
  target: T;
}
/** What may be caught. */
export interface SnapKinds {
  vertices: boolean;
  edges: boolean;
}
const between = (a: Position, b: Position, t: number): Position => [
  (a[0] ?? 0) + ((b[0] ?? 0) - (a[0] ?? 0)) * t,
  (a[1] ?? 0) + ((b[1] ?? 0) - (a[1] ?? 0)) * t,
];

/** 0 to 1: how far along a-b the foot of p lies. */
const footOf = (p: Pixel, a: Pixel, b: Pixel): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  return square === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square));
};

/** A vertex within `reach` pixels wins over any edge, since people aim at corners; null when nothing is near. Of equals the first wins. */
export const snap = <T extends SnapTarget>(
  pointer: Pixel,
  targets: Iterable<T>,
  project: (position: Position) => Pixel,
  reach: number,
  { vertices, edges }: SnapKinds = { vertices: true, edges: true },
): SnapMatch<T> | null => {
  let vertex: SnapMatch<T> | null = null;
  let edge: SnapMatch<T> | null = null;
  for (const target of targets) {
    const { positions, closed } = target;
    const pixels = positions.map(project);
    pixels.forEach((pixel, i) => {
      const position = positions[i] as Position;
      const distance = Math.hypot(pixel[0] - pointer[0], pixel[1] - pointer[1]);
      if (vertices && distance <= reach && distance < (vertex?.distance ?? Infinity))
        vertex = { position: position.slice(0, 2), kind: 'vertex', distance, target };
      if (!edges) return;
      const next = i + 1 < positions.length ? i + 1 : closed && positions.length > 2 ? 0 : -1;
      const [to, toPixel] = [positions[next], pixels[next]];
      if (!to || !toPixel) return;
      const t = footOf(pointer, pixel, toPixel);
      const foot: Pixel = [pixel[0] + (toPixel[0] - pixel[0]) * t, pixel[1] + (toPixel[1] - pixel[1]) * t];
      const away = Math.hypot(foot[0] - pointer[0], foot[1] - pointer[1]);
      if (away <= reach && away < (edge?.distance ?? Infinity))
        edge = { position: between(position, to, t), kind: 'edge', distance: away, target };
    });
  }
  return vertex ?? edge;
};
