// The demo's work in the field: a layer of wells where people measure groundwater, and the tracks of their rounds.
import { LABEL_COLOURS } from '../../contract/schemas/style';
import type { Place } from '../areas/tracking/rules';
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
const STOPS = 6;
/** Points on the way between two stops. */
const POINTS_BETWEEN = 24;
const MINUTE_MS = 60_000;
/** Degrees by which a device that stands still seems to move: about four metres. */
const STILL = 2e-5;
/** Minutes that a device was off on one way of each round. */
const GAP_MINUTES = 16;
const METRES_PER_DEGREE = 111_320;

/** A place and how many minutes after the beginning of the round it was. */
type RoundPlace = Omit<Place, 'date'> & { minute: number };
interface Town {
  lon: number;
  lat: number;
}

/** Places of one round: from stop to stop, as a device reports them once a minute, standing still while something is measured. */
function createRound(chance: Chance, town: Town): RoundPlace[] {
  const places: RoundPlace[] = [];
  let [minute, battery] = [0, chance.int(88, 100)];
  let last: (Town & { minute: number }) | null = null;
  const report = (lon: number, lat: number, spread: number) => {
    const at = { lon: round(lon + chance.bell() * spread), lat: round(lat + chance.bell() * spread) };
    const [east, north] = last ? [(at.lon - last.lon) * Math.cos((at.lat * Math.PI) / 180), at.lat - last.lat] : [0, 0];
    const seconds = 60 * Math.max(1, minute - (last?.minute ?? 0));
    const speed = Math.round(((Math.hypot(east, north) * METRES_PER_DEGREE) / seconds) * 10) / 10;
    const heading = Math.round((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
    battery -= 0.2;
    // Now and then a device does not know where it is.
    const accuracy = chance.is(0.015) ? chance.int(150, 400) : chance.int(3, 25);
    places.push({ ...at, minute, accuracy, speed, heading, battery: Math.round(battery) });
    last = { ...at, minute };
    minute += 1;
  };
  let [lon, lat] = [town.lon, town.lat];
  const off = chance.int(1, STOPS - 2);
  for (let stop = 0; stop < STOPS; stop++) {
    const [toLon, toLat] = stop === STOPS - 1 ? [town.lon, town.lat] : [lon + chance.bell() * 0.05, lat + chance.bell() * 0.04]; // biome-ignore format: one place
    // Roads bend: the way goes over a point beside the straight line.
    const [bendLon, bendLat] = [chance.bell() * 0.01, chance.bell() * 0.01];
    for (let i = 1; i <= POINTS_BETWEEN; i++) {
      const share = i / POINTS_BETWEEN;
      const bend = Math.sin(share * Math.PI);
      const isOff = stop === off && i > 4 && i <= 4 + GAP_MINUTES;
      if (isOff) minute += 1;
      else report(lon + (toLon - lon) * share + bendLon * bend, lat + (toLat - lat) * share + bendLat * bend, 1e-4);
    }
    [lon, lat] = [toLon, toLat];
    if (stop < STOPS - 1) for (let i = chance.int(7, 18); i > 0; i--) report(lon, lat, STILL);
  }
  return places;
}

/** The places of a round that begins at an instant. */
const datedFrom = (begins: number, places: readonly RoundPlace[]): Place[] =>
  places.map(({ minute, ...place }) => ({ ...place, date: new Date(begins + minute * MINUTE_MS).toISOString() }));

/** Writes the rounds of the last working days, and one of each person that ends a few minutes before the seed. */
export async function createTracks(engine: Engine, customer: number, people: DemoPeople, now: Date): Promise<void> {
  const chance = createChance(77);
  const allTowns = towns();
  const midnight = todayFrom(now);
  for (const [i, { user, town, hour }] of ROUNDS.entries()) {
    const home = allTowns.find(({ name }) => name === town);
    if (!home) throw new Error(`no town ${town}`);
    const days = workingDays(now, 30).slice(-TRACK_DAYS);
    const past = days.flatMap((day) => {
      const begins = instantAt(day, hour + chance.next()).getTime();
      return datedFrom(begins, createRound(chance, home));
    });
    const last = createRound(chance, home);
    const length = (last.at(-1)?.minute ?? 0) * MINUTE_MS;
    const today = datedFrom(now.getTime() - length - (i + 1) * 4 * MINUTE_MS, last);
    const points = [...past, ...today.filter(({ date }) => Date.parse(date) >= midnight)];
    await add(engine.db, { id: people[user], customer }, points);
  }
}
