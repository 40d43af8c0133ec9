// The demo's facilities: services of towns in Iran, with a choice that has symbols. Their places are made up, near real towns.

import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import type { MultiPolygon, Polygon } from 'geojson';
import { choicesOf } from '../../contract/fields/choice';
import type { Values } from '../../contract/schemas/form';
import { FRESH_COLOURS, LABEL_COLOURS, type Mark } from '../../contract/schemas/style';
import type { NewLayerData, NewRecordData } from './builders';
import type { Chance } from './random';
import { places, provinces } from './world';

interface Kind {
  label: string;
  icon: string;
  color: string;
  /** How many of all there are. */
  weight: number;
  /** People that one of them serves. */
  capacity: readonly [number, number];
  /** Hectares. */
  area: readonly [number, number];
  /** Whether it may be open day and night. */
  isOpenAtNight: boolean;
}
const [violet, red, cyan, gold, mauve, blue, green, pink] = FRESH_COLOURS;
const KINDS: readonly Kind[] = [
  { label: 'مدرسه', icon: 'school', color: gold, weight: 24, capacity: [120, 900], area: [0.2, 1.5], isOpenAtNight: false }, // biome-ignore format: a table
  { label: 'درمانگاه', icon: 'doctor', color: pink, weight: 18, capacity: [40, 250], area: [0.1, 0.6], isOpenAtNight: true }, // biome-ignore format: a table
  { label: 'بیمارستان', icon: 'hospital', color: red, weight: 8, capacity: [60, 600], area: [0.8, 6], isOpenAtNight: true }, // biome-ignore format: a table
  { label: 'بوستان', icon: 'park', color: green, weight: 16, capacity: [200, 5000], area: [0.5, 20], isOpenAtNight: true }, // biome-ignore format: a table
  { label: 'کتابخانه', icon: 'library', color: violet, weight: 10, capacity: [30, 400], area: [0.1, 0.8], isOpenAtNight: false }, // biome-ignore format: a table
  { label: 'ورزشگاه', icon: 'stadium', color: blue, weight: 9, capacity: [300, 15000], area: [0.6, 12], isOpenAtNight: false }, // biome-ignore format: a table
  { label: 'ایستگاه آتش‌نشانی', icon: 'fire-station', color: mauve, weight: 8, capacity: [10, 60], area: [0.1, 0.5], isOpenAtNight: true }, // biome-ignore format: a table
  { label: 'تصفیه‌خانه آب', icon: 'water', color: cyan, weight: 7, capacity: [5000, 250000], area: [1, 15], isOpenAtNight: true }, // biome-ignore format: a table
];
export const STATES = ['فعال', 'در دست ساخت', 'در حال بازسازی', 'تعطیل موقت'] as const;
const STATE_WEIGHTS = [
  [STATES[0], 74],
  [STATES[1], 9],
  [STATES[2], 11],
  [STATES[3], 6],
] as const;
const NAMES = ['مهر', 'امید', 'آفتاب', 'بهار', 'دانش', 'سپهر', 'نور', 'یاس', 'باران', 'سرو', 'نیلوفر', 'پگاه', 'البرز', 'سپیده', 'لاله', 'آبان']; // biome-ignore format: one list
export const NOTES = [
  'بازدید شد؛ مورد ویژه‌ای دیده نشد.',
  'تابلوی ورودی نیاز به تعویض دارد.',
  'نقشه به‌روز پیوست نشده است.',
  'ظرفیت با آمار سال گذشته سنجیده شد.',
  'جای دقیق با دستگاه برداشت شد.',
  'تعمیر بام در برنامه امسال است.',
];

const symbol = (color: string, icon: string): Mark => ({
  color,
  opacity: 1,
  size: 11,
  stroke: '#ffffff',
  stroke_width: 1,
  icon,
  size_by_zoom: true,
});

export const facilities = (): Omit<NewLayerData, 'customer' | 'owner'> => ({
  label: 'خدمات شهری',
  type: 1,
  form: [
    { name: 'name', label: 'نام', type: 'text', required: true, max: 100 },
    {
      name: 'kind',
      label: 'نوع',
      type: 'choice',
      required: true,
      choices: choicesOf(...KINDS.map(({ label }) => label)),
    },
    { name: 'state', label: 'وضعیت', type: 'choice', choices: choicesOf(...STATES) },
    { name: 'city', label: 'شهر', type: 'text' },
    { name: 'opened', label: 'تاریخ بهره‌برداری', type: 'date' },
    { name: 'capacity', label: 'ظرفیت', type: 'integer', min: 0, unit: 'نفر', width: 'half' },
    { name: 'area', label: 'مساحت', type: 'decimal', min: 0, precision: 1, unit: 'هکتار', width: 'half' },
    { name: 'open_at_night', label: 'شبانه‌روزی', type: 'boolean' },
    { name: 'visited', label: 'آخرین بازدید', type: 'datetime' },
    { name: 'note', label: 'توضیح', type: 'long_text' },
  ],
  config: {
    style: {
      kind: 'categorised',
      field: 'kind',
      categories: KINDS.map(({ label, color, icon }) => ({ value: label, label, symbol: symbol(color, icon) })),
      other: null,
    },
    labels: { field: 'name', size: 12, ...LABEL_COLOURS, min_zoom: 12, max_zoom: 24 },
  },
  records: [],
});

interface Town {
  name: string;
  lon: number;
  lat: number;
  population: number;
}
const MIN_POPULATION = 25_000;

/** Iran's larger towns, the most populous first. */
export function towns(): Town[] {
  const all: Town[] = [];
  for (const { geometry, value } of places('IR')) {
    const population = Number(value.population);
    const name = String(value.name);
    const isTown = population >= MIN_POPULATION && value.kind !== 'محله' && !/[a-z]|^ایستگاه/i.test(name);
    if (geometry?.type !== 'Point' || !isTown) continue;
    const [lon = 0, lat = 0] = geometry.coordinates;
    all.push({ name, lon, lat, population });
  }
  return all;
}

/** Degrees: coasts and borders are no more exact than this at the provinces' scale. */
const SHORE = 0.02;
/** Kilometres of a degree of latitude. */
const DEGREE_KM = 111;
/** A metre or so. */
const round = (n: number) => Math.round(n * 1e5) / 1e5;

/** Whether a place and what lies round it belong to a province: no facility stands in the sea. */
function createLandTest(): (lon: number, lat: number) => boolean {
  const land = provinces().map(({ geometry }) => geometry as Polygon | MultiPolygon);
  const isLand = (at: [number, number]) => land.some((one) => booleanPointInPolygon(at, one));
  return (lon, lat) =>
    [[SHORE, 0], [-SHORE, 0], [0, SHORE], [0, -SHORE]].every(([x = 0, y = 0]) => isLand([lon + x, lat + y])); // biome-ignore format: four sides
}

/** Records of the layer, `count` of them. `opened` lies in the years before `year`. */
export function createFacilities(chance: Chance, count: number, year: number): NewRecordData[] {
  const isInland = createLandTest();
  const weighted = towns().map((town) => [town, town.population ** 0.4] as const);
  const kinds = KINDS.map((kind) => [kind, kind.weight] as const);
  const between = ([from, to]: readonly [number, number]) => from + chance.next() ** 2 * (to - from);
  const all: NewRecordData[] = [];
  for (let i = 0; all.length < count; i++) {
    const town = chance.weighted(weighted);
    const kind = chance.weighted(kinds);
    const state = chance.weighted(STATE_WEIGHTS);
    const spread = Math.min(7, 1 + Math.sqrt(town.population / 100_000)) / DEGREE_KM;
    const lat = round(town.lat + chance.bell() * spread);
    const lon = round(town.lon + (chance.bell() * spread) / Math.cos((town.lat * Math.PI) / 180));
    const opened = `${year - 1 - Math.floor(chance.next() ** 1.5 * 45)}-${String(chance.int(1, 12)).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`;
    const capacity = Math.round(between(kind.capacity) / 10) * 10;
    const area = Math.round(between(kind.area) * 10) / 10;
    const value: Values = {
      name: `${kind.label} ${chance.pick(NAMES)} ${town.name}`,
      kind: kind.label,
      state,
      city: town.name,
      opened: state === STATES[1] ? null : opened,
      capacity,
      area: Math.max(0.1, area),
      open_at_night: kind.isOpenAtNight && chance.is(0.5),
      note: chance.is(0.15) ? chance.pick(NOTES) : null,
    };
    if (isInland(lon, lat)) all.push({ geometry: { type: 'Point', coordinates: [lon, lat] }, value });
    if (i > count * 10) throw new Error('too few towns inland');
  }
  return all;
}
