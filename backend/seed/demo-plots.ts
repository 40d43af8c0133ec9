// The demo's supervised layer: farm plots beside three towns, whose records wait for approval.

import type { Polygon } from 'geojson';
import { choicesOf } from '../../contract/fields/choice';
import { FRESH_COLOURS, LABEL_COLOURS, type Mark } from '../../contract/schemas/style';
import type { NewLayerData, NewRecordData } from './builders';
import { towns } from './demo-facilities';
import type { Chance } from './random';

export const CROPS = ['گندم', 'جو', 'ذرت', 'یونجه', 'کلزا', 'آیش'] as const;
export const WATERING = ['قطره‌ای', 'بارانی', 'غرقابی', 'دیم'] as const;
const [, , , gold, mauve, , green, pink] = FRESH_COLOURS;
const COLOURS = [gold, '#b08d57', '#d9822b', green, pink, mauve] as const;

const symbol = (color: string): Mark => ({ color, opacity: 0.4, size: 1, stroke: color, stroke_width: 1.5 });

export const plots = (): Omit<NewLayerData, 'customer' | 'owner'> => ({
  label: 'قطعه‌های کشاورزی',
  type: 3,
  form: [
    { name: 'code', label: 'کد قطعه', type: 'text', required: true, max: 20 },
    { name: 'crop', label: 'کشت', type: 'choice', required: true, choices: choicesOf(...CROPS) },
    { name: 'watering', label: 'آبیاری', type: 'choice', choices: choicesOf(...WATERING) },
    { name: 'area', label: 'مساحت', type: 'decimal', min: 0, precision: 2, unit: 'هکتار' },
    { name: 'sown', label: 'تاریخ کشت', type: 'date' },
    { name: 'insured', label: 'بیمه شده', type: 'boolean' },
    { name: 'note', label: 'توضیح', type: 'long_text' },
  ],
  config: {
    supervised: true,
    style: {
      kind: 'categorised',
      field: 'crop',
      categories: CROPS.map((crop, i) => ({ value: crop, label: crop, symbol: symbol(COLOURS[i] as string) })),
      other: null,
    },
    labels: { field: 'code', size: 12, ...LABEL_COLOURS, min_zoom: 13, max_zoom: 24 },
  },
  records: [],
});

interface Site {
  town: string;
  code: string;
  /** Degrees from the middle of the town. */
  offset: readonly [number, number];
  /** Radians that the rows are turned by. */
  turn: number;
}
const SITES: readonly Site[] = [
  { town: 'ورامین', code: 'و', offset: [0.05, -0.05], turn: 0.2 },
  { town: 'مرودشت', code: 'م', offset: [0.04, -0.06], turn: -0.35 },
  { town: 'نیشابور', code: 'ن', offset: [-0.03, -0.07], turn: 0.5 },
];
const [COLUMNS, ROWS] = [7, 5];
/** Metres of a plot's sides, and of the track between two of them. */
const [WIDTH, HEIGHT, TRACK] = [340, 260, 9];
/** Metres of a degree of latitude. */
const DEGREE = 111_320;

type Corner = [number, number];
/** A metre's hundredth or so. */
const round = (n: number) => Math.round(n * 1e7) / 1e7;

/** Degrees of a corner given in metres east and north of a place. */
const toDegrees =
  ([lon, lat]: Corner, turn: number) =>
  ([x, y]: Corner): Corner => [
    round(lon + (x * Math.cos(turn) - y * Math.sin(turn)) / (DEGREE * Math.cos((lat * Math.PI) / 180))),
    round(lat + (x * Math.sin(turn) + y * Math.cos(turn)) / DEGREE),
  ];

/** Square metres inside corners given in metres. */
const areaOf = (corners: readonly Corner[]): number =>
  Math.abs(
    corners.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = corners[(i + 1) % corners.length] as Corner;
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );

const polygonOf = (corners: readonly Corner[]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...corners, corners[0] as Corner]],
});

/** Records of the layer, site by site; each comes with the shape that a later survey gives it. */
export function createPlots(chance: Chance, year: number): (NewRecordData & { surveyed: Polygon })[] {
  const allTowns = towns();
  return SITES.flatMap(({ town, code, offset, turn }) => {
    const middle = allTowns.find(({ name }) => name === town);
    if (!middle) throw new Error(`no town ${town}`);
    const toPlace = toDegrees([middle.lon + offset[0], middle.lat + offset[1]], turn);
    // Neighbours share their corners but for the track between them.
    const grid = Array.from({ length: ROWS + 1 }, (_, row) =>
      Array.from(
        { length: COLUMNS + 1 },
        (_, column): Corner => [column * WIDTH + chance.bell() * 20, row * HEIGHT + chance.bell() * 16],
      ),
    );
    const at = (row: number, column: number, x: number, y: number): Corner => {
      const [east, north] = (grid[row] as Corner[])[column] as Corner;
      return [east + x * TRACK, north + y * TRACK];
    };
    return Array.from({ length: ROWS * COLUMNS }, (_, i) => {
      const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
      const corners = [at(row, column, 1, 1), at(row, column + 1, -1, 1), at(row + 1, column + 1, -1, -1), at(row + 1, column, 1, -1)]; // biome-ignore format: four corners
      const surveyed = corners.map(([x, y], corner): Corner => (corner === 2 ? [x - 45, y - 30] : [x, y]));
      const crop = chance.pick(CROPS);
      const month = chance.int(7, 10);
      return {
        geometry: polygonOf(corners.map(toPlace)),
        surveyed: polygonOf(surveyed.map(toPlace)),
        value: {
          code: `${code}-${101 + i}`,
          crop,
          watering: chance.pick(WATERING),
          area: Math.round(areaOf(corners) / 100) / 100,
          sown:
            crop === 'آیش'
              ? null
              : `${year - 1}-${String(month).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`,
          insured: chance.is(0.4),
          note: null,
        },
      };
    });
  });
}
