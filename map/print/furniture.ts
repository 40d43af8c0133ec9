// What a map needs to be read: north, the grid with its names, the scale bar, and the foot's words.
import type { Extent } from '@/contract/schemas/common';
import { clipPath } from '../geo/graticule';
import { type Edge, edges, spaceNames } from '../geo/grid-names';
import type { Pixel } from '../types';
import type { PageFacts } from './facts';
import { disc, type Item, rectangle, type Step } from './items';
import { type Box, extentOfPlace, type Place, paperBar, projection, scaleOf } from './paper';
import type { Direction } from './text';
import { INK, QUIET, toMillimetres, type Write } from './writer';

const HAIR = 0.25;

/** North in the map's corner where the reading ends: half an arrow dark, half light, turned with the map. */
export const drawNorth = (
  { x, y, width }: Box,
  direction: Direction,
  bearing: number,
  { put, line }: Write,
  items: Item[],
) => {
  const r = 7;
  const [cx, cy] = [direction === 'rtl' ? x + r + 3 : x + width - r - 3, y + r + 3];
  const turn = (-bearing * Math.PI) / 180;
  const at = (dx: number, dy: number): [number, number] => [
    cx + dx * Math.cos(turn) - dy * Math.sin(turn),
    cy + dx * Math.sin(turn) + dy * Math.cos(turn),
  ];
  const half = (side: 1 | -1): Step[] => [['M', ...at(0, -3)], ['L', ...at(2.3 * side, 4.6)], ['L', ...at(0, 3)], ['Z']]; // biome-ignore format: a triangle
  items.push(
    { kind: 'path', steps: disc(cx, cy, r), fill: '#ffffff', opacity: 0.85 },
    { kind: 'path', steps: half(-1), fill: INK, stroke: INK, width: 0.2 },
    { kind: 'path', steps: half(1), fill: '#ffffff', stroke: INK, width: 0.2 },
  );
  const size = 2.6;
  const letter = line('N', 10, size, true);
  const [nx, ny] = at(0, -4.7);
  put(letter, nx, ny + size * 0.35, size, 'middle');
};

/** Whether a place on the frame is on the sides that the names of a grid stand at: all, top and left, bottom and right. */
const stands = ([x, y]: Pixel, { x: left, y: top }: Box, sides: 'all' | 'top' | 'bottom'): boolean => {
  const first = Math.abs(y - top) < 0.02 || Math.abs(x - left) < 0.02;
  return sides === 'all' || (sides === 'top') === first;
};

/** Millimetres by which a name may stand out at a corner of the frame. */
const CORNER = 2;

/** The lines inside the map, their names outside it where there is room for them. */
export const drawGrid = (facts: PageFacts, place: Place, box: Box, { put, line }: Write, items: Item[]) => {
  const { grid } = facts;
  if (!grid) return;
  const { toPaper } = projection(place, box);
  const size = 2.2;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const frame: Extent = [box.x, box.y, right, bottom];
  for (const [i, { lines: linesOf, sides }] of grid.sets.entries()) {
    const lines = linesOf(extentOfPlace(place, box));
    const look = i === 0 ? { stroke: '#3b4a6b', width: 0.12 } : { stroke: '#8a4b2a', width: 0.12, dash: [1.2, 0.6] };
    for (const { path, border } of lines)
      for (const [first, ...others] of clipPath(path.map(toPaper), frame)) {
        if (!first) continue;
        const steps: Step[] = [['M', ...first], ...others.map((p): Step => ['L', ...p])];
        items.push({ kind: 'path', steps, ...look, width: border ? 0.3 : look.width, opacity: 0.6 });
      }
    const name = (text: string) => line(grid.name(text), 40, size);
    const places = edges(lines, toPaper, [right, bottom], [box.x, box.y, 0, 0]).filter(({ at }) =>
      stands(at, box, sides),
    );
    const wide = (text: string) => name(text).width * size + 1.5;
    // A name that would stand out at a corner is left to the other end of its line.
    const within = (text: string, at: number, low: number, high: number) =>
      at - wide(text) / 2 > low - CORNER && at + wide(text) / 2 < high + CORNER;
    const isAcross = ({ at: [, y] }: Edge) => Math.abs(y - box.y) < 0.02 || Math.abs(y - bottom) < 0.02;
    const across = places.filter((one) => isAcross(one) && within(one.text, one.at[0], box.x, right));
    const down = places.filter((one) => !isAcross(one) && within(one.text, one.at[1], box.y, bottom));
    for (const { at, text } of spaceNames(across, wide, size)) {
      const [x, y] = at;
      put(name(text), x, y < bottom - 0.02 ? box.y - 1.2 : bottom + size + 0.6, size, 'middle', QUIET);
    }
    // Names at the sides are turned: along the frame they are as long as they are wide.
    const turned = down.map(({ at: [x, y], text }) => ({ at: [y, x] as const, text }));
    for (const { at, text } of spaceNames(turned, wide, size)) {
      const [y, x] = at;
      const words = name(text);
      const foot = x < right - 0.02 ? box.x - 1.2 : right + size + 0.4;
      put(words, foot, y + (words.width * size) / 2, size, 'left', QUIET, 90);
    }
  }
};

/** The scale bar where the reading begins, then the scale; the date and whose data it is where it ends. */
export const drawFoot = (facts: PageFacts, place: Place, box: Box, { put, line }: Write, items: Item[]) => {
  const rtl = facts.direction === 'rtl';
  const size = toMillimetres(facts.fontSize * 0.8);
  const lat = place.center[1];
  const start = rtl ? box.x + box.width : box.x;
  const end = rtl ? box.x : box.x + box.width;
  const bottom = box.y + box.height;
  let beside = 0;
  if (facts.bar) {
    const { metres, mm: long } = paperBar(lat, place.zoom, 60);
    // Lengths grow from left to right in both scripts, as on a ruler; each stands under the middle of its mark.
    const names = [0, 0.5, 1].map((share) => line(facts.bar?.metres(metres * share) ?? '', 40, size * 0.9));
    const aside = ((names[rtl ? 2 : 0]?.width ?? 0) * size * 0.9) / 2;
    const left = rtl ? start - aside - long : start + aside;
    const top = box.y + 1;
    const high = 1.8;
    for (let i = 0; i < 4; i += 1)
      items.push({
        kind: 'path',
        steps: rectangle(left + (i * long) / 4, top, long / 4, high),
        fill: i % 2 ? '#ffffff' : INK,
        stroke: INK,
        width: HAIR,
      });
    names.forEach((name, i) => {
      put(name, left + (long * i) / 2, top + high + size * 1.15, size * 0.9, 'middle');
    });
    beside = long + aside + 12;
  }
  const words = line(facts.scale(scaleOf(lat, place.zoom)), 60, size);
  put(words, rtl ? start - beside : start + beside, box.y + size * 0.95, size, 'start');
  const room = box.width - beside - 70;
  if (facts.date) put(line(facts.date, room, size), end, box.y + size * 0.95, size, 'end');
  if (facts.attribution)
    put(
      line(facts.attribution, box.width - beside - 4, size * 0.8),
      end,
      bottom - size * 0.35,
      size * 0.8,
      'end',
      QUIET,
    );
};
