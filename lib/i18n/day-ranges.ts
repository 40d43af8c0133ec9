// Which of the ranges of days two days are. Pure.
import { DAY_RANGES, type DayRangeId, daysOf } from '@/contract/boards/days';

/**
 * Which range two days are; a range that people set themselves is told from the others by that. Some days are several ranges, as «this
 * week» and «7 days» on a Friday: then it is the one that `days.range` names.
 */
export const rangeOf = (
  days: { from: string | null; to: string | null; range?: DayRangeId | null },
  today: string,
): DayRangeId =>
  [...(days.range ? [days.range] : []), ...DAY_RANGES].find((range) => {
    const rangeDays = daysOf(range, today);
    return rangeDays !== null && rangeDays.from === days.from && rangeDays.to === days.to;
  }) ?? 'custom';
