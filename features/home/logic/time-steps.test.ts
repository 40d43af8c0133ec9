// The steps of a layer's time in both calendars, at leap years, and where they are too many.
import { describe, expect, it } from 'vitest';
import { MAX_STEPS, stepEnd, stepsBetween, stepText } from './time-steps';

describe('the steps of a layer’s time', () => {
  it('are months of the reader’s calendar', () => {
    // 1403 is a leap year: Esfand ends on 2025-03-20.
    expect(stepsBetween('fa', 'month', '2025-03-20', '2025-04-21')).toEqual(['2025-02-19', '2025-03-21', '2025-04-21']);
    expect(stepEnd('fa', 'month', '2025-02-19')).toBe('2025-03-20');
    expect(stepText('fa', 'month', '2025-03-21')).toBe('فروردین ۱۴۰۴');
    expect(stepsBetween('en', 'month', '2024-01-31', '2024-03-01')).toEqual(['2024-01-01', '2024-02-01', '2024-03-01']);
    expect(stepEnd('en', 'month', '2024-02-01')).toBe('2024-02-29');
    expect(stepText('en', 'month', '2024-02-01')).toBe('February 2024');
  });

  it('are weeks from Saturday and single days', () => {
    expect(stepsBetween('fa', 'week', '2025-03-21', '2025-03-22')).toEqual(['2025-03-15', '2025-03-22']);
    expect(stepText('fa', 'week', '2025-03-22')).toBe('۱۴۰۴/۰۱/۰۲ – ۱۴۰۴/۰۱/۰۸');
    expect(stepsBetween('en', 'day', '2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(stepsBetween('fa', 'day', '2025-01-01', '2025-01-01')).toEqual(['2025-01-01']);
  });

  it('are the newest ones where they are too many', () => {
    for (const period of ['day', 'week', 'month'] as const) {
      const steps = stepsBetween('fa', period, '1800-01-01', '2200-01-01');
      expect(steps.length).toBeLessThanOrEqual(MAX_STEPS);
      expect(steps.at(-1)?.slice(0, 4)).toMatch(/2199|2200/);
    }
  });
});
