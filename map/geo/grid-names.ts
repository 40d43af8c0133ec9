// Where the names of the map grid stand: at the ends of the lines, each clear of what lies over the map and of the others.
import type { Extent } from '@/contract/schemas/common';
import type { LngLat, Pixel } from '../types';
import { clipPath, type GridLine } from './graticule';

export interface Edge {
  at: Pixel;
  text: string;
}
/** The end of a line on a frame. */
export interface LineEnd extends Edge {
  /** The line from there on, in pixels. */
  inward: readonly LngLat[];
}
/** A part of the window in CSS pixels: left, top, right, bottom. */
export type WindowBox = readonly [number, number, number, number];

/**
 * Where the lines meet a frame inside the window, in pixels: their names stand there. `size` and `inset` in CSS pixels, the inset as
 * [left, top, right, bottom].
 */
export const edges = (
  lines: readonly GridLine[],
  project: (at: LngLat) => Pixel,
  [width, height]: Pixel,
  [left, top, right, bottom]: WindowBox,
): LineEnd[] => {
  const frame: Extent = [left, top, width - right, height - bottom];
  const onFrame = ([x, y]: LngLat) =>
    [x - frame[0], frame[2] - x, y - frame[1], frame[3] - y].some((distance) => Math.abs(distance) < 0.01);
  return lines.flatMap(({ path, text }) =>
    text === ''
      ? []
      : clipPath(path.map(project), frame)
          .flatMap((piece) => [piece, piece.toReversed()])
          .flatMap((inward) => (inward[0] && onFrame(inward[0]) ? [{ at: inward[0], text, inward }] : [])),
  );
};

/** How far a name moves along its line at a time, in CSS pixels. */
const STRIDE = 4;

/** The places on a line, a stride apart, up to its middle: beyond that the other end's name is nearer. */
const along = (line: readonly LngLat[]): Pixel[] => {
  const lengths = line.map((b, i) => Math.hypot(b[0] - (line[i - 1] ?? b)[0], b[1] - (line[i - 1] ?? b)[1]));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  const places: Pixel[] = line[0] ? [line[0]] : [];
  let rest = STRIDE;
  for (const [i, b] of line.entries()) {
    const [a, length] = [line[i - 1], lengths[i] ?? 0];
    if (!a || length === 0) continue;
    for (; rest <= Math.min(length, left); rest += STRIDE) {
      const share = rest / length;
      places.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
    }
    rest -= length;
    left -= length;
  }
  return places;
};

/** Names that lie under nothing: one that would moves along its line until it is free, or is left out. `boxOf` is the room that a name takes at a place. */
export const uncovered = (
  ends: readonly LineEnd[],
  covers: readonly WindowBox[],
  boxOf: (at: Pixel, text: string) => WindowBox,
): Edge[] =>
  ends.flatMap(({ text, inward }) => {
    const isFree = (at: Pixel) => {
      const [left, top, right, bottom] = boxOf(at, text);
      return !covers.some((box) => left < box[2] && right > box[0] && top < box[3] && bottom > box[1]);
    };
    const at = along(inward).find(isFree);
    return at ? [{ at, text }] : [];
  });

/** Names that leave each other room, in their order: `wide` and `high` are those of a name, in the unit of the places. */
export const spaceNames = <E extends Edge>(names: readonly E[], wide: (text: string) => number, high: number): E[] => {
  const placed: { name: E; half: number }[] = [];
  for (const name of names) {
    const half = wide(name.text) / 2;
    const meets = placed.some(
      (one) => Math.abs(one.name.at[0] - name.at[0]) < one.half + half && Math.abs(one.name.at[1] - name.at[1]) < high,
    );
    if (!meets) placed.push({ name, half });
  }
  return placed.map(({ name }) => name);
};
