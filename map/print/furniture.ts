// What a map needs to be read: north, the grid with its names, the scale bar, and the foot's words.
import { degreeLines } from '../geo/graticule';
import type { PageFacts } from './facts';
import { disc, type Item, rectangle, type Step } from './items';
import { type Box, extentOfPlace, type Place, paperBar, projection, scaleOf } from './paper';
import type { Direction } from './text';
import { INK, mm, QUIET, type Write } from './writer';

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

/** The lines inside the map, their names outside it. */
export const drawGrid = (facts: PageFacts, place: Place, box: Box, { put, line }: Write, items: Item[]) => {
  if (!facts.grid) return;
  const { toPaper } = projection(place, box);
  const size = 2.2;
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  for (const { path, text } of degreeLines(extentOfPlace(place, box))) {
    const points = path.map((at) => toPaper(at));
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) continue;
    const piece = inside(first, last, box);
    if (!piece) continue;
    const [a, b] = piece;
    items.push({ kind: 'path', steps: [['M', ...a], ['L', ...b]], stroke: '#3b4a6b', width: 0.12, opacity: 0.6 }); // biome-ignore format: a line
    const name = line(facts.grid.name(text), 40, size);
    for (const [x, y] of [a, b]) {
      if (Math.abs(y - box.y) < 0.01) put(name, x, box.y - 1.2, size, 'middle', QUIET);
      else if (Math.abs(y - bottom) < 0.01) put(name, x, bottom + size + 0.6, size, 'middle', QUIET);
      else if (Math.abs(x - box.x) < 0.01) put(name, box.x - 1.2, y + (name.width * size) / 2, size, 'left', QUIET, 90);
      else if (Math.abs(x - right) < 0.01)
        put(name, right + size + 0.4, y + (name.width * size) / 2, size, 'left', QUIET, 90);
    }
  }
};

type Point = [number, number];
/** The part of a straight line inside a box. */
const inside = (a: Point, b: Point, { x, y, width, height }: Box): [Point, Point] | null => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  let [from, to] = [0, 1];
  for (const [p, q] of [
    [-dx, a[0] - x],
    [dx, x + width - a[0]],
    [-dy, a[1] - y],
    [dy, y + height - a[1]],
  ] as const) {
    // biome-ignore format: four sides
    if (p === 0) {
      if (q < 0) return null;
    } else if (p < 0) from = Math.max(from, q / p);
    else to = Math.min(to, q / p);
  }
  const at = (t: number): Point => [a[0] + dx * t, a[1] + dy * t];
  return from < to ? [at(from), at(to)] : null;
};

/** The scale bar where the reading begins, then the scale; the date and whose data it is where it ends. */
export const drawFoot = (facts: PageFacts, place: Place, box: Box, { put, line }: Write, items: Item[]) => {
  const rtl = facts.direction === 'rtl';
  const size = mm(facts.fontSize * 0.8);
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
