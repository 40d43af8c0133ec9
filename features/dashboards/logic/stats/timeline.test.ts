// The periods that a map steps through, at month ends, Nowruz and leap years.
import { describe, expect, it } from 'vitest';
import { nextStep } from '@/components/pickers/time-bar';
import { timeSources } from '@/contract/filters/time-span';
import { groupByTime, stepsOf } from './timeline';

const group = (key: string | null, count: number) => ({ key, label: null, count, values: [] });

describe('the periods of a map', () => {
  it('stand without a gap, over the end of a leap year', () => {
    // 1403 is a leap year: 30 Esfand is 2025-03-20 and Farvardin 1404 begins the day after.
    const days = stepsOf({ groups: [group('2025-03-22', 3), group('2025-03-19', 5), group(null, 9)] }, 'day');
    expect(days).toEqual([
      { start: '2025-03-19', count: 5 },
      { start: '2025-03-20', count: 0 },
      { start: '2025-03-21', count: 0 },
      { start: '2025-03-22', count: 3 },
    ]);
  });

  it('are weeks from Saturday and months of the Jalali calendar', () => {
    expect(stepsOf({ groups: [group('2025-03-15', 1), group('2025-03-29', 1)] }, 'week').map(({ start }) => start)).toEqual(['2025-03-15', '2025-03-22', '2025-03-29']); // biome-ignore format: one line
    expect(stepsOf({ groups: [group('2025-02-19', 1), group('2025-04-21', 1)] }, 'month').map(({ start }) => start)).toEqual(['2025-02-19', '2025-03-21', '2025-04-21']); // biome-ignore format: one line
  });

  it('are only those with a record where they lie years apart, and none without a day', () => {
    expect(stepsOf({ groups: [group('2001-01-01', 2), group('2025-01-01', 4)] }, 'day')).toEqual([
      { start: '2001-01-01', count: 2 },
      { start: '2025-01-01', count: 4 },
    ]);
    expect(stepsOf({ groups: [group(null, 4)] }, 'day')).toEqual([]);
  });

  it('begin again behind the last', () => {
    expect([nextStep(0, 3), nextStep(2, 3), nextStep(0, 1)]).toEqual([1, 0, 0]);
  });

  it('come of fields of days and of what every record has', () => {
    const form = [{ name: 'a', label: 'a', type: 'date' as const }, { name: 'b', label: 'b', type: 'text' as const }, { name: 'c', label: 'c', type: 'datetime' as const }]; // biome-ignore format: one form
    expect(timeSources(form)).toEqual(['f:a', 'f:c', 'create_date', 'modified_date']);
    expect(groupByTime('f:a', 'week')).toEqual({ field: 'a', period: 'week' });
    expect(groupByTime('modified_date', 'day')).toEqual({ column: 'modified_date', period: 'day' });
  });
});
