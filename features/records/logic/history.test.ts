// Which step gave a field its value.
import { expect, it } from 'vitest';
import type { Field, Values } from '@/contract/schemas/form';
import type { RecordLog } from '@/contract/schemas/record';
import { lastChangeOf } from './history';

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
