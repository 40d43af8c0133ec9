// The demo's work in the field: a layer of wells where people measure groundwater, and the tracks of their rounds.
import { LABEL_COLOURS } from '../../contract/schemas/style';
import type { NewTrack } from '../../contract/schemas/tracking';
import { add } from '../areas/tracking/store';
import type { Engine } from '../db/engine';
import type { NewLayerData, NewRecordData } from './builders';
import { towns } from './demo-facilities';
import type { DemoPeople } from './demo-people';
import { type Chance, createChance } from './random';
import { instantAt, todayFrom, workingDays } from './working-hours';

export const stations = (): Omit<NewLayerData, 'customer' | 'owner'> => ({
  label: 'ایستگاه‌های برداشت میدانی',
  type: 1,
  form: [
    { name: 'title', label: 'عنوان', type: 'text', required: true, max: 100 },
    { name: 'visited', label: 'تاریخ بازدید', type: 'date' },
    { name: 'depth', label: 'عمق (متر)', type: 'decimal', min: 0, max: 1000 },
    { name: 'active', label: 'فعال', type: 'boolean' },
    { name: 'note', label: 'توضیح', type: 'long_text' },
  ],
  config: {
    style: {
      kind: 'graduated',
      field: 'depth',
      classes: [
        { from: null, label: 'کمتر از ۳۰ متر', symbol: symbol('#7cc4e8') },
        { from: 30, label: '۳۰ تا ۸۰ متر', symbol: symbol('#2f8fc4') },
        { from: 80, label: '۸۰ متر و بیشتر', symbol: symbol('#145a86') },
      ],
    },
    labels: { field: 'title', size: 12, ...LABEL_COLOURS, min_zoom: 11, max_zoom: 24 },
  },
  records: [],
});

function symbol(color: string) {
  return { color, opacity: 0.95, size: 6, stroke: '#ffffff', stroke_width: 1.25, size_by_zoom: true };
}

/** Towns round which the gauges stand. */
const AREAS = ['قم', 'اراک', 'کاشان', 'همدان', 'قزوین', 'سمنان', 'یزد'];
/** Degrees round a town within which they lie. */
const SPREAD = 0.22;
const round = (n: number) => Math.round(n * 1e5) / 1e5;

/** Records of the layer. */
export function createStations(chance: Chance, count: number): NewRecordData[] {
  const allTowns = towns().filter(({ name }) => AREAS.includes(name));
  return Array.from({ length: count }, (_, i) => {
    const town = chance.pick(allTowns);
    const depth = Math.round((6 + chance.next() ** 2 * 140) * 10) / 10;
    return {
      geometry: {
        type: 'Point',
        coordinates: [round(town.lon + chance.bell() * SPREAD), round(town.lat + chance.bell() * SPREAD)],
      },
      value: { title: `چاه مشاهده‌ای ${town.name} ${i + 1}`, depth, active: chance.is(0.88), note: null },
    };
  });
}

/** Who walks, round which town, at which hour the round begins. */
const ROUNDS = [
  { user: 'regional', town: 'ورامین', hour: 8.2 },
  { user: 'editor', town: 'قم', hour: 9.1 },
  { user: 'supervisor', town: 'قزوین', hour: 10.4 },
] as const;
const TRACK_DAYS = 12;
const [STOPS, POINTS_BETWEEN] = [6, 14];
const POINT_MS = 120_000;

/** Places of one round: from stop to stop, as a device reports them. */
function createRound(chance: Chance, town: { lon: number; lat: number }, begins: Date): NewTrack['points'] {
  let [lon, lat] = [town.lon, town.lat];
  const points: NewTrack['points'] = [];
  for (let stop = 0; stop < STOPS; stop++) {
    const [toLon, toLat] = stop === STOPS - 1 ? [town.lon, town.lat] : [lon + chance.bell() * 0.05, lat + chance.bell() * 0.04]; // biome-ignore format: one place
    // Roads bend: the way goes over a point beside the straight line.
    const [bendLon, bendLat] = [chance.bell() * 0.01, chance.bell() * 0.01];
    for (let i = 1; i <= POINTS_BETWEEN; i++) {
      const share = i / POINTS_BETWEEN;
      const bend = Math.sin(share * Math.PI);
      points.push({
        date: new Date(begins.getTime() + points.length * POINT_MS).toISOString(),
        lon: round(lon + (toLon - lon) * share + bendLon * bend + chance.bell() * 2e-4),
        lat: round(lat + (toLat - lat) * share + bendLat * bend + chance.bell() * 2e-4),
        accuracy: chance.int(3, 25),
      });
    }
    [lon, lat] = [toLon, toLat];
  }
  return points;
}

/** Writes the rounds of the last working days, and one of each person that ends a few minutes before the seed. */
export async function createTracks(engine: Engine, customer: number, people: DemoPeople, now: Date): Promise<void> {
  const chance = createChance(77);
  const allTowns = towns();
  const midnight = todayFrom(now);
  for (const [i, { user, town, hour }] of ROUNDS.entries()) {
    const home = allTowns.find(({ name }) => name === town);
    if (!home) throw new Error(`no town ${town}`);
    const days = workingDays(now, 30).slice(-TRACK_DAYS);
    const past = days.flatMap((day) => createRound(chance, home, instantAt(day, hour + chance.next())));
    const length = STOPS * POINTS_BETWEEN * POINT_MS;
    const today = createRound(chance, home, new Date(now.getTime() - length - (i + 1) * 3 * POINT_MS));
    const points = [...past, ...today.filter(({ date }) => Date.parse(date) >= midnight)];
    await add(engine.db, { id: people[user], customer }, points);
  }
}
