// How far a progress bar lay from the time that had gone by.
import type { JobStage } from '../contract/schemas/upload';
import { atMost, type Line, seconds } from './report';

/** What the bar said `at` milliseconds after the start. */
export interface BarReading {
  at: number;
  stage: JobStage;
  percent: number;
}

/** A bar that is off by more than a quarter of the whole misleads. */
const LIMIT_PERCENT = 25;

/** The moment at which the bar was most wrong, and which percentage of the time each stage began at. */
export function farthest(name: string, readings: readonly BarReading[], all: number): Line {
  const off = ({ at, percent }: BarReading) => Math.abs((100 * at) / all - percent);
  const worst = readings.reduce((a, b) => (off(b) > off(a) ? b : a), { at: 0, stage: 'reading', percent: 0 });
  const begins = new Map<JobStage, string>();
  for (const { at, stage } of readings)
    if (!begins.has(stage)) begins.set(stage, `${stage} from ${Math.round((100 * at) / all)} %`);
  return {
    name: `${name} (${seconds(all)}): its progress bar, where it was most wrong`,
    value: `${worst.percent} % after ${Math.round((100 * worst.at) / all)} % of the time (${worst.stage})`,
    beside: `limit ${LIMIT_PERCENT} points; ${[...begins.values()].join(', ')}`,
    ratio: off(worst) / LIMIT_PERCENT,
    target: atMost(1),
  };
}
