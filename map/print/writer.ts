// The hand that writes on a page: colours, sizes, and texts set from the reading's beginning.
import type { Item } from './items';
import { MM_PER_POINT } from './paper';
import { type Direction, type Face, type Faces, type Line, shape } from './text';
import { clip } from './wrap';

/** The page's own colours. */
export const INK = '#1f2430';
export const QUIET = '#5a6274';
/** Line height of Persian text, in sizes of it. */
const LEADING = 1.6;
export const lineHeight = (size: number): number => size * LEADING;

/** Millimetres of points. */
export const toMillimetres = (points: number): number => points * MM_PER_POINT;

/** Places texts on one side of the page, from the reading's beginning. */
export const writer = (faces: Faces, direction: Direction, items: Item[]) => {
  const put = (
    line: Line,
    x: number,
    y: number,
    size: number,
    side: 'start' | 'middle' | 'end' | 'left' | 'right',
    color = INK,
    angle?: number,
  ) => {
    const width = line.width * size;
    const left = side === 'left' || (side === 'start') === (direction === 'ltr') ? 0 : width;
    const shift = side === 'middle' ? width / 2 : side === 'right' ? width : side === 'left' ? 0 : left;
    items.push({ kind: 'text', line, x: x - shift, y, size, color, ...(angle ? { angle } : {}) });
  };
  const line = (text: string, room: number, size: number, bold = false): Line => {
    const list: readonly Face[] = bold ? faces.bold : faces.regular;
    return shape(list, clip(list, text, direction, room / size), direction);
  };
  return { put, line };
};

export type Write = ReturnType<typeof writer>;
