// What stands on a page: a short list of simple things in millimetres, which the PDF and the picture draw alike.
import type { Line } from './text';

/** A path's steps in millimetres from the sheet's top left corner. */
export type Step =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export interface Paint {
  /** #rrggbb. */
  fill?: string;
  stroke?: string;
  /** Millimetres. */
  width?: number;
  /** 0 to 1, of both. */
  opacity?: number;
  /** Millimetres, dashes and gaps in turn. */
  dash?: readonly number[];
}
export type Item =
  | ({ kind: 'path'; steps: readonly Step[] } & Paint)
  /** `x` and `y` are the left end of the line's foot; `angle` turns it about them, degrees counterclockwise. */
  | { kind: 'text'; line: Line; x: number; y: number; size: number; color: string; angle?: number; opacity?: number }
  /** What follows up to `unclip` is seen inside the box only; clips do not nest. */
  | { kind: 'clip'; x: number; y: number; width: number; height: number }
  | { kind: 'unclip' }
  /** A picture that was decoded beforehand, by its name. */
  | { kind: 'image'; name: string; x: number; y: number; width: number; height: number }
  /** The map itself. */
  | { kind: 'map'; x: number; y: number; width: number; height: number };

/** One page, ready to be drawn. */
export interface Page {
  /** Millimetres. */
  width: number;
  height: number;
  items: readonly Item[];
}

export const rectangle = (x: number, y: number, width: number, height: number): Step[] => [
  ['M', x, y],
  ['L', x + width, y],
  ['L', x + width, y + height],
  ['L', x, y + height],
  ['Z'],
];

/** How far a handle stands out for a quarter of a circle. */
const ROUND = 0.552_284_75;
export const disc = (x: number, y: number, r: number): Step[] => {
  const k = r * ROUND;
  return [
    ['M', x + r, y],
    ['C', x + r, y + k, x + k, y + r, x, y + r],
    ['C', x - k, y + r, x - r, y + k, x - r, y],
    ['C', x - r, y - k, x - k, y - r, x, y - r],
    ['C', x + k, y - r, x + r, y - k, x + r, y],
    ['Z'],
  ];
};
