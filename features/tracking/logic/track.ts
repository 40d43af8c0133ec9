// What a track says: its way without what is too vague, its stops, its gaps, how far and how fast. Pure.
import { type ReplayPoint, TRACK_RULES } from '@/contract/schemas/tracking';
import { distance } from './geodesy';

/** Kilometres an hour beyond which a step of a track is an error of the device. */
export const MAX_SPEED = 200;
const GAP_SECONDS = TRACK_RULES.gapMinutes * 60;
const KMH = 3.6;

export interface StopRules {
  /** Somebody stands from so many minutes on, */
  minutes: number;
  /** within so many metres. */
  metres: number;
}
export const STOP_RULES: StopRules = { minutes: 5, metres: 50 };

export interface TrackPlace {
  /** Seconds since 1970. */
  t: number;
  lon: number;
  lat: number;
  /** Metres; null where the device did not say. */
  accuracy: number | null;
  /** Kilometres an hour: as the device measured it, else over the step that led here. */
  speed: number;
  /** The step that led here is faster than anybody goes. */
  isFlagged: boolean;
}
export interface Stop {
  from: number;
  to: number;
  lon: number;
  lat: number;
  /** Places of the track, both counted. */
  first: number;
  last: number;
}
/** A time without places, and the places at its ends. */
export interface Gap {
  from: number;
  to: number;
  first: number;
  last: number;
}
export interface Track {
  places: TrackPlace[];
  /** Runs of places without a gap between them, as indexes of the first and the last. */
  runs: { first: number; last: number }[];
  gaps: Gap[];
  stops: Stop[];
  /** Places that were left out because the device knew no better than 100 m, and steps that were faster than 200 km/h. */
  vague: number;
  flagged: number;
  /** Metres of the way between stops, without gaps and flagged steps. */
  distance: number;
  /** Seconds. */
  moving: number;
  stopped: number;
  /** Kilometres an hour, of the time on the way; null where there was none. */
  average: number | null;
  max: number | null;
}

/** The places that are good enough, each with its speed. */
function readPlaces(points: readonly ReplayPoint[]): { places: TrackPlace[]; steps: number[]; vague: number } {
  const places: TrackPlace[] = [];
  /** Metres from the place before. */
  const steps: number[] = [];
  let vague = 0;
  for (const [t, lon, lat, accuracy, measured] of points) {
    if (accuracy !== null && accuracy > TRACK_RULES.maxAccuracy) {
      vague += 1;
      continue;
    }
    const last = places.at(-1);
    if (last && t <= last.t) continue;
    const step = last ? distance(last.lon, last.lat, lon, lat) : 0;
    const seconds = last ? t - last.t : 0;
    const isNext = seconds > 0 && seconds <= GAP_SECONDS;
    const reckoned = isNext ? (step / seconds) * KMH : 0;
    const isFlagged = isNext && reckoned > MAX_SPEED;
    const speed = measured === null ? (isFlagged ? 0 : reckoned) : Math.min(measured * KMH, MAX_SPEED);
    places.push({ t, lon, lat, accuracy, speed, isFlagged });
    steps.push(step);
  }
  return { places, steps, vague };
}

/** Runs between gaps, and the gaps. */
function partAtGaps(places: readonly TrackPlace[]): Pick<Track, 'runs' | 'gaps'> {
  const runs: Track['runs'] = [];
  const gaps: Gap[] = [];
  let first = 0;
  places.forEach((place, i) => {
    const before = places[i - 1];
    if (!before || place.t - before.t <= GAP_SECONDS) return;
    runs.push({ first, last: i - 1 });
    gaps.push({ from: before.t, to: place.t, first: i - 1, last: i });
    first = i;
  });
  if (places.length > 0) runs.push({ first, last: places.length - 1 });
  return { runs, gaps };
}

/** Where somebody stood: places in a row that lie within the radius of the first of them, for long enough. No stop goes over a gap. */
function findStops(places: readonly TrackPlace[], runs: Track['runs'], { minutes, metres }: StopRules): Stop[] {
  const stops: Stop[] = [];
  for (const run of runs)
    for (let first = run.first; first < run.last; ) {
      const start = places[first] as TrackPlace;
      let last = first;
      for (let i = first + 1; i <= run.last; i++) {
        const place = places[i] as TrackPlace;
        if (distance(start.lon, start.lat, place.lon, place.lat) > metres) break;
        last = i;
      }
      const end = places[last] as TrackPlace;
      if (end.t - start.t < minutes * 60) {
        first += 1;
        continue;
      }
      const members = places.slice(first, last + 1);
      const mean = (of: (place: TrackPlace) => number) =>
        members.reduce((sum, one) => sum + of(one), 0) / members.length;
      stops.push({ from: start.t, to: end.t, lon: mean(({ lon }) => lon), lat: mean(({ lat }) => lat), first, last });
      first = last + 1;
    }
  return stops;
}

/** Reads a track. */
export function readTrack(points: readonly ReplayPoint[], rules: StopRules = STOP_RULES): Track {
  const { places, steps, vague } = readPlaces(points);
  const { runs, gaps } = partAtGaps(places);
  const stops = findStops(places, runs, rules);
  const starts = new Set(runs.map(({ first }) => first));
  const total = { distance: 0, moving: 0, max: null as number | null, flagged: 0 };
  let stop = 0;
  places.forEach((place, i) => {
    while (stops[stop] && i > (stops[stop] as Stop).last) stop++;
    if (place.isFlagged) total.flagged += 1;
    const here = stops[stop];
    const isStanding = here !== undefined && i > here.first && i <= here.last;
    if (i === 0 || starts.has(i) || isStanding) return;
    total.moving += place.t - (places[i - 1] as TrackPlace).t;
    if (place.isFlagged) return;
    total.distance += steps[i] as number;
    total.max = Math.max(total.max ?? 0, place.speed);
  });
  const { moving } = total;
  return {
    ...total,
    places,
    runs,
    gaps,
    stops,
    vague,
    stopped: stops.reduce((sum, { from, to }) => sum + to - from, 0),
    average: moving > 0 ? (total.distance / moving) * KMH : null,
  };
}

/** The index of the last place at or before a moment; -1 before the first. */
export function indexAt(places: readonly TrackPlace[], t: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as TrackPlace).t <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where somebody was: between two places on the way from one to the other; in a gap at the last place before it, which is told. */
export function placeAt(
  track: Track,
  t: number,
): { lon: number; lat: number; speed: number; isUnknown: boolean } | null {
  const i = indexAt(track.places, t);
  const [here, next] = [track.places[i], track.places[i + 1]];
  if (!here) return null;
  const isGap = next !== undefined && next.t - here.t > GAP_SECONDS;
  if (!next || isGap || next.isFlagged)
    return { lon: here.lon, lat: here.lat, speed: here.speed, isUnknown: t > here.t && (!next || isGap) };
  const share = (t - here.t) / (next.t - here.t);
  const between = (a: number, b: number) => a + (b - a) * share;
  return { lon: between(here.lon, next.lon), lat: between(here.lat, next.lat), speed: next.speed, isUnknown: false };
}

/** The moment at which somebody was nearest to a place, on the way between two places too. Null for an empty track. */
export function nearestTime({ places, gaps }: Track, [lon, lat]: readonly [number, number]): number | null {
  const [first] = places;
  if (!first) return null;
  const shrink = Math.cos((lat * Math.PI) / 180);
  const [x, y] = [(one: { lon: number }) => (one.lon - lon) * shrink, (one: { lat: number }) => one.lat - lat];
  const ends = new Set(gaps.map((gap) => gap.last));
  let best = { t: first.t, far: Math.hypot(x(first), y(first)) };
  for (let i = 1; i < places.length; i++) {
    const [a, b] = [places[i - 1] as TrackPlace, places[i] as TrackPlace];
    const [dx, dy] = [x(b) - x(a), y(b) - y(a)];
    const length = dx * dx + dy * dy;
    const along = length === 0 || ends.has(i) ? 1 : Math.min(1, Math.max(0, -(x(a) * dx + y(a) * dy) / length));
    const far = ends.has(i) ? Math.hypot(x(b), y(b)) : Math.hypot(x(a) + dx * along, y(a) + dy * along);
    if (far < best.far) best = { t: a.t + (b.t - a.t) * along, far };
  }
  return best.t;
}

interface Line {
  type: 'LineString';
  coordinates: number[][];
}
const lineOf = (places: readonly TrackPlace[]): Line => ({
  type: 'LineString',
  coordinates: places.map(({ lon, lat }) => [lon, lat]),
});

/** What is drawn of a track: the way that is known, and over gaps and flagged steps lines that only say from where to where. */
export function linesOf({ places, runs, gaps }: Track): { solid: Line[]; dashed: Line[] } {
  const solid: Line[] = [];
  const dashed = gaps.map(({ first, last }) => lineOf([places[first] as TrackPlace, places[last] as TrackPlace]));
  for (const { first, last } of runs) {
    let start = first;
    for (let i = first + 1; i <= last + 1; i++) {
      if (i <= last && !places[i]?.isFlagged) continue;
      if (i - start > 1) solid.push(lineOf(places.slice(start, i)));
      if (i <= last) dashed.push(lineOf([places[i - 1] as TrackPlace, places[i] as TrackPlace]));
      start = i;
    }
  }
  return { solid, dashed };
}

/** The beginning of the next stop after a moment, or of the one before it; null where there is none. */
export function stopBeside(tracks: readonly Track[], t: number, way: 1 | -1): number | null {
  const starts = tracks.flatMap(({ stops }) => stops.map(({ from }) => from)).filter((from) => (from - t) * way > 0.5);
  if (starts.length === 0) return null;
  return way === 1 ? Math.min(...starts) : Math.max(...starts);
}

/** From the first place to the last one of several tracks; null where none has any. */
export function spanOf(tracks: readonly Track[]): { from: number; to: number } | null {
  const ends = tracks.flatMap(({ places }) =>
    places.length ? [places[0] as TrackPlace, places.at(-1) as TrackPlace] : [],
  );
  if (ends.length === 0) return null;
  return { from: Math.min(...ends.map(({ t }) => t)), to: Math.max(...ends.map(({ t }) => t)) };
}
