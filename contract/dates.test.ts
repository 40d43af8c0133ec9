// Days and moments of both calendars, whatever zone the process stands in.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { clockAt, dayAt, readDay, readMoment, startOfDay } from './dates';
import { checkValue, type Field } from './schemas/form';

const before = process.env.TZ;
afterEach(() => {
  process.env.TZ = before;
  if (before === undefined) delete process.env.TZ;
});
const value = (read: ReturnType<typeof readDay>) => ('value' in read ? read.value : read.problem);

describe('a day', () => {
  it('is Gregorian from 1600 on, with any separator and in either script', () => {
    for (const text of ['2025-10-09', '2025/10/9', '2025.10.09', '۲۰۲۵/۱۰/۰۹', ' 2025-10-09 '])
      expect(value(readDay(text))).toBe('2025-10-09');
    for (const text of ['2025-02-29', '2025-13-01', '2025-10/09', '09/10/2025', 'امروز', ''])
      expect(value(readDay(text))).toBe('date');
  });

  it('is Jalali where slashes or its script say so, and asked about where nothing does', () => {
    for (const text of ['1404/07/17', '1404/7/17', '۱۴۰۴/۰۷/۱۷', '۱۴۰۴-۰۷-۱۷', '١٤٠٤/٠٧/١٧'])
      expect(value(readDay(text))).toBe('2025-10-09');
    for (const text of ['1404-07-17', '1404.07.17', '0999-01-01', '1599-12-31', '1550/01/01'])
      expect(value(readDay(text))).toBe('calendar');
    expect(value(readDay('1404-07-17', true))).toBe('2025-10-09');
    // 1403 has a thirtieth of Esfand, 1404 has none.
    expect(value(readDay('1403/12/30'))).toBe('2025-03-20');
    expect(value(readDay('1404/12/30'))).toBe('date');
    expect(value(readDay('1404/07/31'))).toBe('date');
  });
});

describe.each(['America/New_York', 'Asia/Tehran', 'UTC'])('a moment read where the process stands in %s', (zone) => {
  it('without a zone is of the organisation, with one of that zone', () => {
    process.env.TZ = zone;
    // The machine has really moved.
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (const text of ['2024-05-01 10:00', '2024-05-01T10:00:00', '1403/02/12 10:00', '۱۴۰۳/۰۲/۱۲، ۱۰:۰۰'])
      expect(value(readMoment(text))).toBe('2024-05-01T06:30:00.000Z');
    // Until 1401 the clocks stood an hour ahead in summer.
    expect(value(readMoment('2020-07-01 10:00:00.5'))).toBe('2020-07-01T05:30:00.500Z');
    expect(value(readMoment('2024-05-01'))).toBe('2024-04-30T20:30:00.000Z');
    expect(value(readMoment('2024-05-01T10:00:00Z'))).toBe('2024-05-01T10:00:00.000Z');
    expect(value(readMoment('2024-05-01 10:00:00+02'))).toBe('2024-05-01T08:00:00.000Z');
    expect(value(readMoment('2024-05-01T10:00+0200'))).toBe('2024-05-01T08:00:00.000Z');
    for (const text of ['2024-05-01 24:00', '2024-05-01 10:61', '10:00']) expect(value(readMoment(text))).toBe('date');
    expect(value(readMoment('1403-02-12T10:00'))).toBe('calendar');
  });

  it('is shown by the zone that it is read in', () => {
    process.env.TZ = zone;
    expect(startOfDay('2024-05-01')).toBe('2024-04-30T20:30:00.000Z');
    expect([dayAt(Date.parse('2024-04-30T20:29:59Z')), dayAt(Date.parse('2024-04-30T20:30:00Z'))]).toEqual(['2024-04-30', '2024-05-01']); // biome-ignore format: before and after midnight
    fc.assert(
      fc.property(fc.date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (at) => {
        const again = readMoment(clockAt(at));
        // In the hour that a change of the clocks repeats, one of both is meant.
        expect(Math.abs(Date.parse(value(again)) - at.getTime()) % 3_600_000).toBe(0);
        expect(clockAt(Date.parse(value(again)))).toBe(clockAt(at));
      }),
    );
  });

  it('is a field of a form', () => {
    process.env.TZ = zone;
    const field = (type: Field['type']): Field => ({ name: 'a', label: 'a', type });
    expect(checkValue(field('datetime'), '2024-05-01T10:00')).toEqual({ value: '2024-05-01T06:30:00.000Z' });
    expect(checkValue(field('date'), '۱۴۰۴/۰۷/۱۷')).toEqual({ value: '2025-10-09' });
    expect(checkValue(field('date'), '1404-07-17')).toEqual({ problem: 'calendar' });
    expect(checkValue(field('date'), '1404-07-17', true)).toEqual({ value: '2025-10-09' });
  });
});

it('a yes or a no is read in both languages', () => {
  const field: Field = { name: 'a', label: 'a', type: 'boolean' };
  for (const yes of [true, 1, '1', '۱', 'TRUE', 'yes', 'بله']) expect(checkValue(field, yes)).toEqual({ value: true });
  for (const no of [false, 0, '0', 'False', 'no', 'خیر']) expect(checkValue(field, no)).toEqual({ value: false });
  for (const bad of ['2', 'شاید', 'yesno']) expect(checkValue(field, bad)).toEqual({ problem: 'boolean' });
});
