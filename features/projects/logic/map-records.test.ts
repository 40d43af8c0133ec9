import { expect, it } from 'vitest';
import { STATUS } from '@/contract/schemas/record';
import { boxText, isWithin, recordSets, wider } from './map-records';

const record = (id: number, status: number, geometry: unknown = { type: 'Point', coordinates: [51, 35] }) =>
  ({ id, geometry, status: { id: status, name: '' } }) as never;

it('records are drawn by what their status means, and not where their kind is switched off', () => {
  const records = [record(1, STATUS.waiting), record(2, STATUS.first), record(3, STATUS.approved), record(4, STATUS.returned), record(5, STATUS.rejected), record(6, STATUS.approved, null)]; // biome-ignore format: one list
  const ids = (hidden: 'approved'[] = []) =>
    Object.fromEntries(recordSets(records, new Set(hidden)).map(({ id, shapes }) => [id, shapes.map((one) => one.id)]));
  expect(ids()).toEqual({ 'records:waiting': [1, 2], 'records:returned': [4], 'records:approved': [3], 'records:rejected': [5] }); // biome-ignore format: one list
  expect(ids(['approved'])['records:approved']).toEqual([]);
  const looks = recordSets(records, new Set()).map(({ role, shapes }) => `${role} ${shapes[0]?.colour}`);
  expect(new Set(looks).size).toBe(4);
});

it('a view is read somewhat wider, and never off the earth', () => {
  const box = wider([50, 30, 52, 31]);
  expect(isWithin([50, 30, 52, 31], box)).toBe(true);
  expect(isWithin([49, 30, 52, 31], box)).toBe(false);
  expect(wider([-180, -90, 180, 90])).toEqual([-180, -90, 180, 90]);
  expect(boxText([1, 2, 3, 4])).toBe('POLYGON((1 2,3 2,3 4,1 4,1 2))');
});
