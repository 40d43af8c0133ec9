// The legend of a page: layers and classes with their marks as outlines.
import svgpath from 'svgpath';
import { drawScale, scaleRows, scaleWidth } from '../legend/scale-print';
import { ICON_SIDE, type Outlines } from '../style/icons';
import type { LegendGlyph } from '../style/legend';
import { MAX_ARCS, RING, ringArcs } from '../style/points/ring-image';
import OUTLINES from '../style/symbols.json';
import type { LegendPicture, LegendRow, PageFacts } from './facts';
import { disc, type Item, rectangle, type Step } from './items';
import { type Box, MM_PER_PX } from './paper';
import { lineHeight, QUIET, toMillimetres, type Write } from './writer';

/** A ring of equal parts, as the panel has it. */
const ringItems = (
  colours: readonly string[],
  middle: string,
  x: number,
  y: number,
  radius: number,
  opacity: number,
): Item[] => {
  const hole = radius * (RING.inner / RING.outer);
  const turn = (from: number, to: number): Step[] => {
    const points = Array.from({ length: 13 }, (_, i) => from + ((to - from) * i) / 12);
    const at = (r: number, angle: number) => [x + r * Math.sin(angle), y - r * Math.cos(angle)] as const;
    const [outer, inner] = [points.map((a) => at(radius, a)), points.toReversed().map((a) => at(hole, a))];
    return [...[...outer, ...inner].map(([px, py], i): Step => [i === 0 ? 'M' : 'L', px, py]), ['Z']];
  };
  return [
    { kind: 'path', steps: disc(x, y, hole), fill: middle, opacity },
    ...ringArcs(colours.slice(0, MAX_ARCS).map((color) => ({ color, count: 1 }))).map(
      ({ color, from, to }): Item => ({ kind: 'path', steps: turn(from, to), fill: color, opacity }),
    ),
  ];
};

const glyphItems = (
  { shape: kind, mark, colours = [], share = 1, picture }: LegendGlyph,
  opacity: number,
  x: number,
  y: number,
  w: number,
  h: number,
): Item[] => {
  const px = MM_PER_PX;
  const stroke = Math.min(mark.stroke_width * px, h / 6);
  const [cx, cy] = [x + w / 2, y + h / 2];
  const alpha = opacity * mark.opacity;
  const rim = stroke > 0 ? { stroke: mark.stroke, width: stroke } : {};
  const dash = mark.dash ? { dash: mark.dash.map((d) => d * px) } : {};
  if (kind === 'ramp') {
    const wide = w / colours.length;
    return colours.map((fill, i) => ({ kind: 'path', steps: rectangle(x + i * wide, y, wide, h), fill, opacity }));
  }
  if (picture) return [{ kind: 'image', name: picture, x: cx - h / 2, y, width: h, height: h }];
  if (kind === 'ring') return ringItems(colours, mark.stroke, cx, cy, h / 2, opacity);
  if (kind === 'cluster')
    return [
      { kind: 'path', steps: disc(cx, cy, h / 2), fill: mark.color, opacity: 0.3 * opacity },
      { kind: 'path', steps: disc(cx, cy, h * 0.36), fill: mark.color, opacity: alpha },
    ];
  if (kind === 'line')
    return [{ kind: 'path', steps: [['M', x, cy], ['L', x + w, cy]], stroke: mark.color, width: Math.min(mark.size * share * px, h / 2), opacity: alpha, ...dash }]; // biome-ignore format: one item
  if (kind === 'polygon')
    return [
      { kind: 'path', steps: rectangle(x, y, w, h), fill: mark.color, opacity: alpha },
      ...(stroke > 0 ? [{ kind: 'path', steps: rectangle(x, y, w, h), ...rim, ...dash, opacity } as Item] : []),
    ];
  const outline = mark.icon && (OUTLINES as Outlines)[mark.icon];
  const r = Math.min(mark.size * share * px, h / 2);
  if (!outline) return [{ kind: 'path', steps: disc(cx, cy, r), fill: mark.color, ...rim, opacity: alpha }];
  const side = Math.max(h * 0.9, Math.min(2 * r, h));
  const steps: Step[] = [];
  svgpath(outline)
    .scale(side / ICON_SIDE)
    .translate(cx - side / 2, cy - side / 2)
    .abs()
    .unshort()
    .unarc()
    .iterate((s, _, px0, py0) => {
      if (s[0] === 'M' || s[0] === 'L') steps.push([s[0], s[1], s[2]]);
      else if (s[0] === 'H') steps.push(['L', s[1], py0]);
      else if (s[0] === 'V') steps.push(['L', px0, s[1]]);
      else if (s[0] === 'C') steps.push([s[0], s[1], s[2], s[3], s[4], s[5], s[6]]);
      else if (s[0] === 'Q')
        steps.push(['C', px0 + (2 / 3) * (s[1] - px0), py0 + (2 / 3) * (s[2] - py0), s[3] + (2 / 3) * (s[1] - s[3]), s[4] + (2 / 3) * (s[2] - s[4]), s[3], s[4]]); // biome-ignore format: a curve
      else if (s[0] === 'Z' || s[0] === 'z') steps.push(['Z']);
    });
  return [{ kind: 'path', steps, fill: mark.color, opacity: alpha }];
};

/** Rows that do not fit are counted in the last line. */
export const drawLegend = (facts: PageFacts, box: Box, write: Write, items: Item[]) => {
  const { put, line } = write;
  const { legend } = facts;
  if (!legend) return;
  const rtl = facts.direction === 'rtl';
  const size = toMillimetres(facts.fontSize * 0.85);
  const row = lineHeight(size);
  const columns = facts.landscape ? 1 : Math.max(1, Math.floor(box.width / 55));
  const wide = box.width / columns;
  const fit = Math.max(1, Math.floor((box.height - row) / row + 1e-6));
  /** Millimetres of a picture: it leaves room for its layer's name and the last line. */
  const sized = ({ width, height }: LegendPicture): [number, number] => {
    const most = [wide - size * 0.8 - 2, Math.max(1, fit - 2) * row] as const;
    const scale = Math.min(1, most[0] / (width * MM_PER_PX), most[1] / (height * MM_PER_PX));
    return [width * MM_PER_PX * scale, height * MM_PER_PX * scale];
  };
  /** Where each row begins, in lines from the first column's top; rows that find no room before `end` are left out. */
  const pack = (end: number): number[] => {
    const begins: number[] = [];
    let next = 0;
    for (const { picture, scale } of legend.rows) {
      const span = picture ? Math.max(1, Math.ceil(sized(picture)[1] / row)) : scale ? scaleRows(scale) : 1;
      // A picture or a scale is not cut by the end of a column.
      if ((next % fit) + span > fit) next = Math.ceil(next / fit) * fit;
      if (next + span > end) break;
      begins.push(next);
      next += span;
    }
    return begins;
  };
  const places = fit * columns;
  const all = pack(places);
  const begins = all.length < legend.rows.length ? pack(places - 1) : all;
  const start = rtl ? box.x + box.width : box.x;
  put(line(legend.title, box.width, size * 1.1, true), start, box.y + size * 1.1, size * 1.1, 'start');
  const place = (i: number): [number, number] => {
    const column = Math.floor(i / fit);
    return [rtl ? box.x + box.width - column * wide : box.x + column * wide, box.y + row * 1.15 + (i % fit) * row];
  };
  const sample = size * 1.9;
  begins.forEach((at, i) => {
    const { label, glyph, opacity, inner, picture, scale } = legend.rows[i] as LegendRow;
    const [x, y] = place(at);
    const indent = inner ? size * 0.8 : 0;
    const begin = rtl ? x - indent : x + indent;
    if (picture) {
      const [width, height] = sized(picture);
      items.push({ kind: 'image', name: picture.name, x: rtl ? begin - width : begin, y, width, height });
      return;
    }
    if (scale) {
      const width = wide - indent - 2;
      const at = { x: rtl ? begin - width : begin, y, width, row, size: size * 0.85 };
      // A scale begins where the reading does, and low stands at its left.
      const shift = rtl ? Math.max(0, width - scaleWidth(scale, width)) : 0;
      items.push(...drawScale(scale, legend.tick, { ...at, x: at.x + shift, width: width - shift }, write, opacity));
      return;
    }
    if (glyph) {
      const high = size * 0.95;
      items.push(...glyphItems(glyph, opacity, rtl ? begin - sample : begin, y + (row - high) / 2, sample, high));
    }
    const after = glyph ? sample + size * 0.5 : 0;
    const text = line(label, wide - indent - after - 2, size, !glyph);
    put(text, rtl ? begin - after : begin + after, y + row * 0.68, size, 'start');
  });
  if (begins.length < legend.rows.length) {
    const [x, y] = place(places - 1);
    put(line(legend.more(legend.rows.length - begins.length), wide, size), x, y + row * 0.68, size, 'start', QUIET);
  }
};
