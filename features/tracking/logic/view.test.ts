// The address of the room, its range for the calls, and towns near a place.
import { expect, it } from 'vitest';
import { nearestTown, readTowns } from './places';
import { freshness, rangeQuery, readView, writeView } from './view';

const TODAY = '2026-11-26';
const read = (text: string) => readView(new URLSearchParams(text), TODAY);

it('an address is read, and what is wrong in it is passed over', () => {
  expect(read('')).toMatchObject({
    tab: 'now',
    people: [],
    from: TODAY,
    to: TODAY,
    region: null,
    at: null,
    order: 'seen',
  });
  expect(
    read('tab=track&people=3,3,x,7,8,9,10,11&from=2026-11-20&to=2026-11-21&begin=08:30&end=25:00&at=1764000000'),
  ).toMatchObject({
    tab: 'track',
    people: [3, 7, 8, 9, 10],
    from: '2026-11-20',
    to: '2026-11-21',
    begin: '08:30',
    end: '',
    at: 1764000000,
  });
  // A range that ends before it begins is its last day.
  expect(read('from=2026-11-22&to=2026-11-21')).toMatchObject({ from: '2026-11-21', to: '2026-11-21' });
  expect(read('from=2026-13-45')).toMatchObject({ from: TODAY });
});

it('what is written is read again', () => {
  const change = {
    tab: 'track',
    people: [4, 2],
    from: '2026-11-01',
    begin: '07:00',
    at: 1764000000,
    search: 'رضا',
    order: 'name',
  } as const;
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(writeView({ ...change, people: [...change.people] })))
    if (value) search.set(key, value);
  expect(read(search.toString())).toMatchObject(change);
  expect(writeView({ tab: 'now', people: [], at: null, search: '' })).toEqual({
    tab: null,
    people: null,
    at: null,
    q: null,
  });
});

it('a range is days, or moments where hours are chosen', () => {
  expect(rangeQuery(read('region=5'))).toEqual({ track_date_after: TODAY, track_date_before: TODAY, region: 5 });
  expect(rangeQuery(read('begin=08:00&end=09:30'))).toEqual({
    track_date_after: `${TODAY}T08:00:00`,
    track_date_before: `${TODAY}T09:30:59`,
  });
});

it('people are fresh for five minutes and recent for thirty', () => {
  const now = Date.parse('2026-11-26T10:00:00Z');
  const ago = (minutes: number) => freshness(new Date(now - minutes * 60_000).toISOString(), now);
  expect([ago(0), ago(5), ago(5.1), ago(30), ago(30.1)]).toEqual(['fresh', 'fresh', 'recent', 'recent', 'old']);
});

it('the nearest town is found across the edges of squares, and none that is far', () => {
  const towns = readTowns({
    areas: [],
    places: [
      ['ورامین', 'Varamin', 0, 51.6457, 35.3242, 20],
      ['تهران', 'Tehran', 0, 51.49, 35.6892, 9000],
      ['ایران', 'Iran', -1, 51.5, 35.3, 1],
    ],
  });
  expect(nearestTown(towns, 51.4999, 35.51)?.town.names[0]).toBe('تهران');
  expect(nearestTown(towns, 51.6457, 35.3242)?.metres).toBe(0);
  expect(nearestTown(towns, 55, 30)).toBeNull();
});
