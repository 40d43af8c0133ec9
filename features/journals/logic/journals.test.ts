// Words for every call that is written down, what a search means, and where a line leads.
import { describe, expect, it } from 'vitest';
import { rows } from '@/contract/index';
import type { SystemLogLine } from '@/contract/schemas/log';
import en from '@/messages/en/journals.json';
import fa from '@/messages/fa/journals.json';
import { traceFilter } from './view';
import { placeOf, trackQuestion } from './words';

type Words = Record<string, Record<string, string>>;
const line = (part: Partial<SystemLogLine>): SystemLogLine => ({
  id: 1,
  date: '2026-01-01T00:00:00.000Z',
  user: null,
  call: 'layers.edit',
  object: '7',
  label: 'چاه‌ها',
  layer: null,
  status: 200,
  ip: '::1',
  request_id: 'x',
  ...part,
});

describe('the words of the journals', () => {
  it.each([
    ['fa', fa],
    ['en', en],
  ])('name every call that is written down, in %s', (_, { acts, areas }) => {
    const written = rows.filter(({ row }) => row.audited || (row.method !== 'GET' && !row.background));
    expect(written.length).toBeGreaterThan(150);
    const missing = written.map(({ name }) => name).filter((name) => {
      const [area = '', call = ''] = name.split('.');
      return !(acts as Words)[area]?.[call] || !(areas as Record<string, string>)[area];
    }); // biome-ignore format: one filter
    expect(missing).toEqual([]);
  });
  it('are different for different calls of an area', () => {
    for (const [area, calls] of Object.entries(fa.acts as Words)) {
      const all = Object.values(calls);
      expect([area, new Set(all).size]).toEqual([area, all.length]);
    }
  });
});

it('take a number for an object, an address for an address, and the rest for a request', () => {
  expect(traceFilter.toQuery('۱۲')).toEqual({ object: '12' });
  expect(traceFilter.toQuery(' 10.0.')).toEqual({ ip: '10.0.' });
  expect(traceFilter.toQuery('::1')).toEqual({ ip: '::1' });
  expect(traceFilter.toQuery('4a7cd39e-7521')).toEqual({ request: '4a7cd39e-7521' });
  expect(traceFilter.toQuery('چاه')).toEqual({});
});

it('lead to the thing where it still is and has a screen', () => {
  expect(placeOf(line({}))).toBe('/app/layer-data/7');
  expect(placeOf(line({ label: null }))).toBeNull();
  expect(placeOf(line({ call: 'records.edit', object: '9', label: null, layer: { id: 7, label: 'x' } }))).toBe('/app/layer-data/7?record=9'); // biome-ignore format: one line
  expect(placeOf(line({ call: 'records.edit', object: '9', layer: null }))).toBeNull();
  expect(placeOf(line({ call: 'projectWork.moveTask', object: '3/12' }))).toBe('/app/project-details/3');
  expect(placeOf(line({ call: 'settings.addItem', object: '3' }))).toBeNull();
});

it('reads days and people out of a question about tracks, and out of nothing else', () => {
  const object = 'track_date_after=2026-11-25&track_date_before=2026-11-26T12%3A00&user_ids=4%2C5&zoom=8';
  expect(trackQuestion({ call: 'tracking.replay', object })).toEqual({
    days: ['2026-11-25', '2026-11-26'],
    people: [4, 5],
  });
  expect(trackQuestion({ call: 'tracking.lines', object: 'zoom=8' })).toEqual({ days: [], people: [] });
  expect(trackQuestion({ call: 'tracking.report', object: '7' })).toBeNull();
  expect(trackQuestion({ call: 'records.list', object })).toBeNull();
});
