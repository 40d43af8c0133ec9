// Words that lie on the map, measurements' and drawings': on paper they are text, shaped and searchable, and no part of the picture.
import type { Feature, FeatureCollection, Position } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import { REGULAR } from '../style/fonts';
import { PALETTE } from '../style/palette';
import type { LngLat } from '../types';
import type { Item, Step } from './items';
import { type Box, MM_PER_PX, type Place, projection } from './paper';
import { type Direction, type Face, type Faces, type Line, outline, writes } from './text';
import { wrapText } from './wrap';

export interface MapWord {
  at: LngLat;
  text: string;
  /** CSS pixels of the screen, 1/96 inch on paper. */
  size: number;
  /** #rrggbb. */
  color: string;
  halo: string;
  /** 0 to 1. */
  opacity: number;
  /** Degrees clockwise. */
  rotation: number;
  /** Which part of the words stands at the place: their foot, their middle, or their middle above a mark. */
  stands: 'foot' | 'middle' | 'lifted';
}

/** As the map breaks and sets them (style/overlays): ems of a line, of the height of one, of the way up, and pixels of the halo. */
const [MAX_EMS, LINE_EMS, FOOT_EMS, LIFTED_EMS, HALO_PX] = [14, 1.2, 0.4, 1.4, 1.6];
/** Lines of one text, at the most. */
const MAX_LINES = 100;
/** The foot of letters below the middle of their line, in ems. */
const FOOT_BELOW = 0.32;
const COLOUR = /^#[0-9a-f]{6}$/i;

const wordOf = (
  { geometry, properties }: Feature,
  stands: MapWord['stands'],
  faces: readonly Face[],
): MapWord | null => {
  const { text, font_size, color, halo, opacity, rotation, lifted } = properties ?? {};
  if (geometry.type !== 'Point' || typeof text !== 'string' || text.trim() === '' || !writes(faces, text)) return null;
  const [lng = 0, lat = 0]: Position = geometry.coordinates;
  const colour = (value: unknown, or: string) => (typeof value === 'string' && COLOUR.test(value) ? value : or);
  return {
    at: [lng, lat],
    text,
    size: typeof font_size === 'number' ? font_size : 13,
    color: colour(color, PALETTE.light.sketch),
    halo: colour(halo, PALETTE.light.labelHalo),
    opacity: typeof opacity === 'number' ? opacity : 1,
    rotation: typeof rotation === 'number' ? rotation : 0,
    stands: lifted ? 'lifted' : stands,
  };
};

/** Takes the words out of features that the map draws. Words in a script that the faces lack stay with the picture. */
export const extractWords = (
  collection: FeatureCollection,
  stands: MapWord['stands'],
  faces: readonly Face[],
): { rest: FeatureCollection; words: MapWord[] } => {
  const words: MapWord[] = [];
  const rest = collection.features.flatMap((feature): Feature[] => {
    const word = wordOf(feature, stands, faces);
    if (!word) return [feature];
    words.push(word);
    const { text: _, ...others } = feature.properties ?? {};
    return 'icon' in others || (others.size ?? 1) > 0 ? [{ ...feature, properties: others }] : [];
  });
  return { rest: words.length === 0 ? collection : { type: 'FeatureCollection', features: rest }, words };
};

/** The outlines of a line; `place` puts a point that is counted from the left end of its foot, y downwards, on the page. */
const outlines = (line: Line, size: number, place: (x: number, y: number) => [number, number]): Step[] =>
  line.glyphs.flatMap((glyph) =>
    outline(glyph).map((step): Step => {
      const points = step.slice(1) as number[];
      const moved = [0, 2, 4].flatMap((i) =>
        i < points.length
          ? place((glyph.x + glyph.dx + (points[i] as number)) * size, -(glyph.dy + (points[i + 1] as number)) * size)
          : [],
      );
      return [step[0], ...moved] as unknown as Step;
    }),
  );

/** Words of a page, at the most: what more there is would hide each other. */
const MAX_WORDS = 2000;

type Corners = readonly (readonly [number, number])[];

/** Whether two turned rectangles share ground: no side of either keeps them apart. */
const overlap = (a: Corners, b: Corners): boolean =>
  [a, b].every((sides) =>
    [0, 1].every((i) => {
      const [[x1, y1], [x2, y2]] = [sides[i] ?? [0, 0], sides[i + 1] ?? [0, 0]];
      const along = (all: Corners) => all.map(([x, y]) => x * (x2 - x1) + y * (y2 - y1));
      const [one, two] = [along(a), along(b)];
      return Math.max(...one) > Math.min(...two) && Math.max(...two) > Math.min(...one);
    }),
  );

/** Places for words that a tool wrote, in heights of theirs from the first one: below, above, and farther. */
const ASIDE = [0, 1.1, -1.1, 2.2, -2.2] as const;

/** A word where it stands on paper. */
export interface PlacedWord {
  word: MapWord;
  lines: readonly Line[];
  /** The rectangle round its lines, turned with them. */
  corners: Corners;
  /** A point of that rectangle on paper, counted from its middle. */
  toPage(x: number, y: number): [number, number];
}

/**
 * The words that are seen in the map's box. What people have written stands where they put it; a tool's words give way to it and to each
 * other, and are left out where there is no place.
 */
export const placeWords = (
  words: readonly MapWord[],
  place: Place,
  box: Box,
  faces: Faces,
  direction: Direction,
): PlacedWord[] => {
  const { toPaper } = projection(place, box);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const placed: PlacedWord[] = [];
  for (const word of [...words.filter((w) => w.stands !== 'foot'), ...words.filter((w) => w.stands === 'foot')]) {
    if (placed.length >= MAX_WORDS) break;
    const size = word.size * MM_PER_PX;
    const lines = wrapText(faces.regular, word.text, direction, MAX_EMS, MAX_LINES);
    const high = lines.length * LINE_EMS * size;
    const wide = Math.max(...lines.map((line) => line.width)) * size;
    const up = word.stands === 'foot' ? high / 2 + FOOT_EMS * size : word.stands === 'lifted' ? LIFTED_EMS * size : 0;
    const [cx, cy] = toPaper(word.at);
    const reach = Math.max(high / 2 + up, wide / 2) * 1.5;
    if (cx + reach < box.x || cx - reach > right || cy + reach < box.y || cy - reach > bottom) continue;
    const turn = (word.rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const at = (aside: number): PlacedWord => {
      const down = aside * high - up;
      const toPage = (x: number, y: number): [number, number] => [
        cx + x * cos - (y + down) * sin,
        cy + x * sin + (y + down) * cos,
      ];
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x = 0, y = 0]) => toPage((x * wide) / 2, (y * high) / 2)); // biome-ignore format: a box
      return { word, lines, corners, toPage };
    };
    const free =
      word.stands === 'foot'
        ? ASIDE.map(at).find(({ corners }) => !placed.some((other) => overlap(corners, other.corners)))
        : at(0);
    if (free) placed.push(free);
  }
  return placed;
};

/** Words as text over the map, each with its halo, seen inside the map only. */
export const drawWords = (placed: readonly PlacedWord[], box: Box, items: Item[]): void => {
  if (placed.length === 0) return;
  items.push({ kind: 'clip', ...box });
  for (const { word, lines, toPage } of placed) {
    const size = word.size * MM_PER_PX;
    const high = lines.length * LINE_EMS * size;
    const rows = lines.map((line, i) => ({
      line,
      left: (-line.width * size) / 2,
      foot: (i + 0.5) * LINE_EMS * size - high / 2 + FOOT_BELOW * size,
    }));
    for (const { line, left, foot } of rows)
      items.push({
        kind: 'path',
        steps: outlines(line, size, (x, y) => toPage(left + x, foot + y)),
        stroke: word.halo,
        width: 2 * HALO_PX * MM_PER_PX,
        opacity: word.opacity,
      });
    for (const { line, left, foot } of rows) {
      const [x, y] = toPage(left, foot);
      items.push({
        kind: 'text',
        line,
        x,
        y,
        size,
        color: word.color,
        opacity: word.opacity,
        ...(word.rotation ? { angle: -word.rotation } : {}),
      });
    }
  }
  items.push({ kind: 'unclip' });
};

const RESERVED = 'page:words';

/** The map's style with the words unseen where the page writes them, so that no label of a record or of the ground lies there. */
export const reserveWords = (
  style: StyleSpecification,
  placed: readonly PlacedWord[],
  place: Place,
  box: Box,
): StyleSpecification => {
  const { toEarth } = projection(place, box);
  const features = placed.map(({ word: { text, size, rotation }, toPage }) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: toEarth(toPage(0, 0)) },
    properties: { text, size, rotation },
  }));
  return {
    ...style,
    sources: { ...style.sources, [RESERVED]: { type: 'geojson', data: { type: 'FeatureCollection', features } } },
    layers: [
      ...style.layers,
      {
        id: RESERVED,
        type: 'symbol',
        source: RESERVED,
        layout: {
          'text-field': ['get', 'text'],
          'text-font': [REGULAR],
          'text-size': ['get', 'size'],
          'text-rotate': ['get', 'rotation'],
          'text-max-width': MAX_EMS,
          'text-allow-overlap': true,
        },
        paint: { 'text-opacity': 0 },
      },
    ],
  };
};
