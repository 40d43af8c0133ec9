// Which step gave a field its value, and which steps one call left behind.
import { describe, expect, it } from 'vitest';
import type { Field, Values } from '@/contract/schemas/form';
import type { RecordLog } from '@/contract/schemas/record';
import { lastChangeOf, stepsAt } from './history';

const FORM: Field[] = [
  { name: 'n', label: 'نام', type: 'text' },
  { name: 'd', label: 'عمق', type: 'integer' },
];
const version = (value: Values | null) => value && { value, geometry: null, status: 3 };
const step = (id: number, action: RecordLog['action'], before: Values | null, after: Values | null) =>
  ({ id, action, before: version(before), after: version(after) }) as unknown as RecordLog;
const idOf = (name: string, value: Values, newest: RecordLog[]) => lastChangeOf(name, value[name], newest, FORM)?.id;

it('is the newest step after which the field has its value, not one that changed another field', () => {
  const log = [step(3, 'edit', { n: 'b', d: 1 }, { n: 'b', d: 2 }), step(2, 'edit', { n: 'a', d: 1 }, { n: 'b', d: 1 }), step(1, 'create', null, { n: 'a', d: 1 })]; // biome-ignore format: one log
  const now = { n: 'b', d: 2 };
  expect([idOf('n', now, log), idOf('d', now, log)]).toEqual([2, 3]);
});

it('names who edited, not who approved, and passes over an edit that was rejected', () => {
  const approved = [step(3, 'approve', { n: 'a' }, { n: 'b' }), step(2, 'edit', { n: 'a' }, { n: 'b' }), step(1, 'create', null, { n: 'a' })]; // biome-ignore format: one log
  expect(idOf('n', { n: 'b' }, approved)).toBe(2);
  const rejected = [step(2, 'edit', { n: 'a' }, { n: 'b' }), step(1, 'create', null, { n: 'a' })];
  expect(idOf('n', { n: 'a' }, rejected)).toBe(1);
});

it('knows nothing of a field that no step has set', () => {
  expect(idOf('d', { n: 'a' }, [step(1, 'create', null, { n: 'a' })])).toBeUndefined();
});

describe('steps of one call', () => {
  const step = (id: number, user: number, date: string) =>
    ({ id, layer_data: 1, user: { id: user, username: 'u', name: '' }, date, action: 'edit', before: null, after: null }) as unknown as RecordLog; // biome-ignore format: one step
  const ids = (entries: readonly RecordLog[], at: string) => stepsAt(entries, 7, at).map(({ id }) => id);

  it('are those of the person right before its end, and no others', () => {
    const entries = [
      step(1, 7, '2026-01-01T10:00:00.000Z'),
      step(2, 7, '2026-01-01T10:00:20.000Z'),
      step(3, 7, '2026-01-01T10:00:20.000Z'),
      step(4, 8, '2026-01-01T10:00:20.500Z'),
      step(5, 7, '2026-01-01T10:00:40.000Z'),
    ];
    expect(ids(entries, '2026-01-01T10:00:20.900Z')).toEqual([2, 3]);
    expect(ids(entries, '2026-01-01T10:00:00.100Z')).toEqual([1]);
    expect(ids(entries, '2026-01-01T10:02:00.000Z')).toEqual([]);
    expect(ids(entries, '2026-01-01T09:59:58.000Z')).toEqual([]);
  });
});
