// Rows that one person deleted within one minute are one batch.
import { expect, it } from 'vitest';
import { batchesOf, DELETED_VIEW, type Deleted, idsOfBatch, restoreFilter } from './deleted';

const row = (id: number, user: number, at: string) =>
  ({ id, modified_user: { id: user }, delete_date: `2026-01-01T${at}.000Z` }) as Deleted;

it('folds by person and minute, and leaves single rows alone', () => {
  const rows = [row(1, 7, '10:12:59'), row(2, 7, '10:12:01'), row(3, 8, '10:12:30'), row(4, 7, '10:13:00')];
  const batches = batchesOf(rows);
  expect(batches.map((one) => one.rows.map(({ id }) => id))).toEqual([[1, 2]]);
  expect(idsOfBatch(batches[0]?.key ?? '', rows)).toEqual([1, 2]);
});

it('hands an act the filters beside the layer, as texts', () => {
  const filters = { layer: 5, region: 3, project: null, deleted: { from: '2026-01-01', to: '2026-01-02' } } as const;
  const view = { ...DELETED_VIEW.first, filters } as unknown as typeof DELETED_VIEW.first;
  expect(restoreFilter(view)).toEqual({
    region: '3',
    delete_date_after: '2026-01-01',
    delete_date_before: '2026-01-02',
  });
});
