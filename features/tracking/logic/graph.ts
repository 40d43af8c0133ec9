// Where times and speeds lie in the graph of a replay. Pure.
import type { Track } from './track';

export interface Scale {
  from: number;
  to: number;
  /** CSS pixels. */
  width: number;
  /** Time runs from right to left. */
  isRtl: boolean;
}

export const xOf = (t: number, { from, to, width, isRtl }: Scale): number => {
  const share = to > from ? (t - from) / (to - from) : 0;
  return (isRtl ? 1 - share : share) * width;
};
export const timeOf = (x: number, { from, to, width, isRtl }: Scale): number => {
  const share = width > 0 ? Math.min(1, Math.max(0, x / width)) : 0;
  return from + (isRtl ? 1 - share : share) * (to - from);
};

/** The lines of a track's speeds, one for each run: of all places in one pixel the fastest. */
export function speedPaths({ places, runs }: Track, scale: Scale, height: number, top: number): string[] {
  return runs.map(({ first, last }) => {
    const columns = new Map<number, number>();
    for (let i = first; i <= last; i++) {
      const place = places[i];
      if (!place) continue;
      const x = Math.round(xOf(place.t, scale));
      columns.set(x, Math.max(columns.get(x) ?? 0, place.speed));
    }
    return [...columns]
      .map(
        ([x, speed], i) => `${i === 0 ? 'M' : 'L'}${x} ${(height - (Math.min(speed, top) / top) * height).toFixed(1)}`,
      )
      .join('');
  });
}

const STEPS = [5, 10, 20, 30, 50, 80, 100, 150, 200];
/** The top of the axis: the first round speed that holds all. */
export const topSpeed = (tracks: readonly Track[]): number => {
  const max = Math.max(0, ...tracks.map(({ max: fastest }) => fastest ?? 0));
  return STEPS.find((step) => step >= max) ?? 200;
};

const HOUR = 3600;
const TICKS = [
  HOUR / 12,
  HOUR / 4,
  HOUR / 2,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  48 * HOUR,
  120 * HOUR,
];
/** Pixels that a time of day takes. */
const TICK_PX = 90;
/** Round moments for the axis, on the organisation's clocks, which are `offset` seconds ahead of UTC. */
export function ticksOf({ from, to, width }: Scale, offset: number): number[] {
  const count = Math.max(1, Math.floor(width / TICK_PX));
  const step = TICKS.find((one) => (to - from) / one <= count) ?? (TICKS.at(-1) as number);
  const ticks: number[] = [];
  for (let t = Math.ceil((from + offset) / step) * step - offset; t <= to; t += step) ticks.push(t);
  return ticks;
}
