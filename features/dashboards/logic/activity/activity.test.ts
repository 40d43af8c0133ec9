// The ranges, periods and rows of the dashboard of people: at the ends of months, at Nowruz and in leap years.
import { describe, expect, it } from 'vitest';
import type { ActivityReport } from '@/contract/schemas/dashboard';
import { today } from '@/lib/i18n/dates';
import { byDay, returnShare, sortedRows, tableRows, totalOf, trendByAct, trendByPerson } from './rows';
import { autoPeriod, daysBefore, focusDays, lengthOf, periodOf, readView, withPart, writeView } from './view';

const TODAY = '2026-11-26';
const read = (text: string, day = TODAY) => readView(new URLSearchParams(text), day);

describe('the range', () => {
  it.each([
    ['', TODAY, { from: TODAY, to: TODAY }],
    ['range=yesterday', TODAY, { from: '2026-11-25', to: '2026-11-25' }],
    // 5 Azar 1405 is a Thursday; its week began on Saturday, 30 Aban.
    ['range=week', TODAY, { from: '2026-11-21', to: TODAY }],
    ['range=month', TODAY, { from: '2026-11-22', to: TODAY }],
    ['range=days30', TODAY, { from: '2026-10-28', to: TODAY }],
    // Nowruz 1404 comes after the leap year 1403: its year and month begin on the day itself.
    ['range=year', '2025-03-21', { from: '2025-03-21', to: '2025-03-21' }],
    ['range=month', '2025-03-20', { from: '2025-02-19', to: '2025-03-20' }],
    ['range=year1', '2025-03-21', { from: '2024-03-21', to: '2025-03-21' }],
    ['from=2026-01-01&to=2026-02-01', TODAY, { from: '2026-01-01', to: '2026-02-01' }],
    // Half a range is one that is being set; a turned one, and what is no day, is none.
    ['from=2026-01-01', TODAY, { from: '2026-01-01', to: null }],
    ['from=2026-02-01&to=2026-01-01', TODAY, { from: TODAY, to: TODAY }],
    [
      'range=ages&from=x&people=1,a,-3,1&period=hour&by=x',
      TODAY,
      { from: TODAY, to: TODAY, people: [1], period: null, subject: 'user' },
    ],
  ] as const)('%s on %s', (text, day, expected) => expect(read(text, day)).toMatchObject(expected));

  it('is the day in Tehran, and not in Greenwich', () => {
    expect([today(new Date('2026-03-20T20:29:59Z')), today(new Date('2026-03-20T20:30:00Z'))]).toEqual([
      '2026-03-20',
      '2026-03-21',
    ]);
  });
  it('keeps its name in the address, and days of its own as they are', () => {
    const week = withPart(read(''), { from: '2026-11-21', to: TODAY });
    expect(writeView(week, TODAY).toString()).toBe('range=week');
    for (const text of [
      '',
      'range=year1&people=4%2C5&period=week&mode=bars&stack=user&by=layer',
      'from=2026-01-01&to=2026-02-01&at=2026-01-10',
    ])
      expect(writeView(read(text), TODAY).toString()).toBe(text);
    expect(withPart(read('range=week&at=2026-11-22'), { from: '2026-11-01', to: TODAY }).at).toBeNull();
    expect(withPart(read('range=week&at=2026-11-22'), { people: [1] }).at).toBe('2026-11-22');
  });
  it('keeps the name by which it was picked on days that are several ranges', () => {
    // 6 Azar 1405 is a Friday, the last day of its week: «this week» is seven days.
    const friday = '2026-11-27';
    for (const text of ['range=week', 'range=days7'])
      expect(writeView(withPart(read(text, friday), { people: [] }), friday).toString()).toBe(text);
    const own = withPart(read('range=days7', friday), { from: '2026-11-21', to: friday });
    expect(writeView(own, friday).toString()).toBe('range=week');
  });
  it('stands against as many days before it', () => {
    expect(daysBefore({ from: '2025-03-21', to: '2025-04-20' })).toEqual({ from: '2025-02-18', to: '2025-03-20' });
    expect(daysBefore({ from: TODAY, to: TODAY })).toEqual({ from: '2026-11-25', to: '2026-11-25' });
  });
});

describe('the periods', () => {
  it('are days up to a month, weeks up to half a year, months beyond', () => {
    const to = (days: number) => ({
      from: '2026-01-01',
      to: new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10),
    });
    expect([31, 32, 182, 183].map((days) => [lengthOf(to(days)), autoPeriod(to(days))])).toEqual([
      [31, 'day'],
      [32, 'week'],
      [182, 'week'],
      [183, 'month'],
    ]);
  });
  it('step up by themselves where there are more than four hundred', () => {
    expect(periodOf({ period: 'day' }, { from: '2025-11-23', to: '2026-11-26' })).toBe('day');
    expect(periodOf({ period: 'day' }, { from: '2025-10-23', to: '2026-11-26' })).toBe('day');
    expect(periodOf({ period: 'day' }, { from: '2025-10-22', to: '2026-11-26' })).toBe('week');
    expect(periodOf({ period: 'day' }, { from: '2000-01-01', to: '2026-11-26' })).toBe('month');
    expect(periodOf({ period: 'day' }, { from: '1950-01-01', to: '2026-11-26' })).toBe('year');
  });
  it('narrow everything to the one that was pressed, within the range', () => {
    const days = { from: '2026-11-01', to: TODAY };
    expect(focusDays({ ...read(''), ...days, period: 'month', at: '2026-11-22' }, days)).toEqual({
      from: '2026-11-22',
      to: TODAY,
    });
    // The week began before the range.
    expect(focusDays({ ...read(''), ...days, period: 'week', at: '2026-10-31' }, days)).toEqual({
      from: '2026-11-01',
      to: '2026-11-06',
    });
    expect(focusDays({ ...read(''), ...days, at: '2020-01-01' }, days)).toEqual(days);
    expect(focusDays({ ...read(''), ...days }, days)).toEqual(days);
  });
});

describe('the rows', () => {
  const words = {
    category: 'ماه',
    act: (act: string) => act,
    person: ({ label }: { label: string | null }) => label ?? '?',
    others: 'دیگران',
    period: (first: string) => first,
  };
  const row = (id: number, period: string | null, counts: Record<string, number>) => ({
    id,
    label: `p${id}`,
    period,
    counts,
    total: Object.values(counts).reduce((a, b) => a + b, 0),
  });
  const report = (rows: ReturnType<typeof row>[], periods: string[] = []): ActivityReport => ({
    rows,
    periods,
    capped: false,
  });

  it('add up, and tell the share of returned work of its verdicts alone', () => {
    const { counts, total } = totalOf([
      row(1, null, { create: 2, approve: 3 }),
      row(2, null, { create: 1, return: 1 }),
    ]);
    expect([counts, total]).toEqual([{ create: 3, approve: 3, return: 1 }, 7]);
    expect(returnShare(counts)).toBe(0.25);
    expect(returnShare({ create: 9 })).toBeNull();
  });
  it('make a series of each act, with nothing where nothing was', () => {
    const data = trendByAct(
      report([row(1, 'a', { edit: 1 }), row(2, 'a', { edit: 2 }), row(1, 'c', { create: 5 })], ['a', 'b', 'c']),
      words,
    );
    expect([data.series, data.rows.map(({ values }) => values)]).toEqual([
      ['create', 'edit'],
      [
        [0, 3],
        [0, 0],
        [5, 0],
      ],
    ]);
  });
  it('make a series of each of eight people, and one of all others', () => {
    const many = Array.from({ length: 10 }, (_, i) => row(i, 'a', { create: 100 - i }));
    const data = trendByPerson(report(many, ['a', 'b']), words);
    expect(data.series).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'دیگران']);
    expect(data.rows[0]?.values.at(-1)).toBe(93 + 92 + 91);
    expect(data.rows[1]?.values).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(trendByPerson(report(many.slice(0, 8), ['a']), words).series).toHaveLength(8);
  });
  it('name whoever was asked for and did nothing, and sort by any column', () => {
    const rows = tableRows(
      [row(1, null, { edit: 3 }), row(2, null, { create: 4 })],
      [
        { id: 2, label: 'p2' },
        { id: 7, label: 'p7' },
      ],
    );
    const order = (by: Parameters<typeof sortedRows>[1]) => sortedRows(rows, by).map(({ id }) => id);
    expect([order('-total'), order('total'), order('-edit'), order('-label')]).toEqual([
      [2, 1, 7],
      [7, 1, 2],
      [1, 2, 7],
      [7, 2, 1],
    ]);
  });
  it('count a day once, whoever did it', () => {
    expect(byDay(report([row(1, 'a', { edit: 3 }), row(2, 'a', { create: 4 }), row(2, 'b', { create: 1 })]))).toEqual(
      new Map([
        ['a', 7],
        ['b', 1],
      ]),
    );
  });
});
