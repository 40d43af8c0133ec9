// A legend's numbers on paper: as on screen, in millimetres.
import { disc, type Item, rectangle } from '../print/items';
import { MM_PER_PX } from '../print/paper';
import { QUIET, type Write } from '../print/writer';
import { fitTicks, type LegendScale, type Tick } from './scale';

export type TickText = (tick: Tick) => string;

interface Place {
  /** Millimetres; `x` is the left end. */
  x: number;
  y: number;
  width: number;
  /** Of one line of the legend. */
  row: number;
  /** Of its letters. */
  size: number;
}

/** Wider scales say no more: millimetres. */
const MAX_WIDTH = 60;

/** Millimetres that a scale takes of those that there are. */
export const scaleWidth = (scale: LegendScale, room: number): number =>
  Math.min(room, scale.kind === 'ramp' ? MAX_WIDTH : MAX_WIDTH * 0.75);

/** Lines of the legend that a scale takes. */
export const scaleRows = (scale: LegendScale): number =>
  scale.kind === 'ramp' ? 2 : Math.max(3, scale.bubbles.length);

const drawRamp = (
  { colours, ticks }: Extract<LegendScale, { kind: 'ramp' }>,
  text: TickText,
  { x, y, width: room, row, size }: Place,
  { put, line }: Write,
  opacity: number,
): Item[] => {
  const width = Math.min(room, MAX_WIDTH);
  const wide = width / colours.length;
  const high = row * 0.5;
  const wordOf = (tick: Tick) => line(text(tick), room, size);
  for (const tick of fitTicks(ticks, (t) => wordOf(t).width * size + size, width)) {
    const word = wordOf(tick);
    const half = (word.width * size) / 2;
    const middle = Math.min(x + width - half, Math.max(x + half, x + tick.at * width));
    put(word, middle - half, y + row * 0.25 + high + size * 1.3, size, 'left');
  }
  return [
    ...colours.map((fill, i): Item => ({ kind: 'path', steps: rectangle(x + i * wide, y + row * 0.25, wide, high), fill, opacity })), // biome-ignore format: one item
    ...ticks.map(({ at }): Item => ({ kind: 'path', steps: [['M', x + at * width, y + row * 0.25 + high], ['L', x + at * width, y + row * 0.25 + high + 0.6]], stroke: QUIET, width: 0.15 })), // biome-ignore format: one item
  ];
};

const drawBubbles = (
  { bubbles }: Extract<LegendScale, { kind: 'sizes' }>,
  text: TickText,
  { x, y, width, row, size }: Place,
  { put, line }: Write,
  opacity: number,
): Item[] => {
  const height = scaleRows({ kind: 'sizes', bubbles }) * row;
  const largest = Math.max(...bubbles.map(({ mark }) => mark.size));
  const share = Math.min(MM_PER_PX, (height / 2 - 0.4) / largest);
  const outer = largest * share;
  return bubbles.toReversed().flatMap(({ mark, tick }, i): Item[] => {
    const radius = mark.size * share;
    const foot = y + height - 0.3;
    const at = y + row * (i + 0.5);
    const begin = x + 2 * outer + 4;
    put(line(text(tick), width - 2 * outer - 6, size), begin + 2.6, at + size * 0.35, size, 'left');
    return [
      { kind: 'path', steps: disc(x + outer, foot - radius, radius), fill: mark.color, stroke: mark.stroke, width: Math.max(0.1, mark.stroke_width * share), opacity: opacity * mark.opacity }, // biome-ignore format: one item
      { kind: 'path', steps: [['M', x + outer, foot - 2 * radius], ['L', begin, at], ['L', begin + 2, at]], stroke: QUIET, width: 0.15 }, // biome-ignore format: one item
    ];
  });
};

/** Draws a scale; low stands at the left, as on screen. */
export const drawScale = (scale: LegendScale, text: TickText, place: Place, write: Write, opacity: number): Item[] =>
  scale.kind === 'ramp'
    ? drawRamp(scale, text, place, write, opacity)
    : drawBubbles(scale, text, place, write, opacity);
