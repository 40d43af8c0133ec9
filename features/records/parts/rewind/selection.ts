// The selection of a rewind as a person makes it, and as the call takes it. Pure.
import type { RewindSelection } from '@/contract/schemas/records/rewind';
import type { DayRange } from '@/lib/collection/filters';

const DAY_MS = 86_400_000;

export interface RewindChoice {
  person: readonly number[];
  days: DayRange | null;
  layers: readonly number[];
  region: readonly number[];
  conflicts: 'skip' | 'fields';
}

/** The day after an ISO day. */
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Null as long as the person or an end of the time is missing: there is no rewind of everything. Both days count. */
export function selectionOf({ person, days, layers, region, conflicts }: RewindChoice): RewindSelection | null {
  const [who] = person;
  if (who === undefined || !days?.from || !days.to || days.from > days.to) return null;
  return {
    person: who,
    from: days.from,
    to: dayAfter(days.to),
    conflicts,
    ...(layers.length > 0 ? { layers: [...layers] } : {}),
    ...(region[0] === undefined ? {} : { region: region[0] }),
  };
}
