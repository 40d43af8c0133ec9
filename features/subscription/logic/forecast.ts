// When a limit of the plan is reached at the pace of the last days. Pure.
import type { UsageDay } from '@/contract/schemas/subscription';

const DAY_MS = 86_400_000;
/** Days whose pace is read, and how many of them have to be there at least. */
const PACE_DAYS = 30;
const LEAST_DAYS = 7;
/** Nobody needs to know what is further away, in days. */
const FAR_DAYS = 365;

export interface Limit {
  key: 'disk_used' | 'layers_used';
  used: number;
  total: number;
}

/** The moment (ISO) at which it is full; null where it is full already, does not grow, or is far away, and where too little is known. */
export function fullAt(history: readonly UsageDay[], { key, used, total }: Limit, now: number): string | null {
  const first = history.find(({ date }) => now - Date.parse(date) <= (PACE_DAYS + 1) * DAY_MS);
  if (!first || total <= 0 || used >= total) return null;
  const days = (now - Date.parse(first.date)) / DAY_MS;
  const pace = (used - first[key]) / days;
  const left = (total - used) / pace;
  return days >= LEAST_DAYS && pace > 0 && left <= FAR_DAYS ? new Date(now + left * DAY_MS).toISOString() : null;
}
