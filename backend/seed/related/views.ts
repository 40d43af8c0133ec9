// Saved views of the demo's towns: one that filters and sorts, one that groups.
import { insertView } from '../../areas/views/store';
import type { Engine } from '../../db/engine';

const PLAIN = { columns: null, order: null, groups: null, shared: true };
const MILLION = 1_000_000;

/** `by` owns the views; everybody who sees the towns reads them. */
export async function createViews({ db }: Engine, by: { account: number; at: Date }, towns: number): Promise<void> {
  const of = { ...by, layer: towns };
  await insertView(db, of, {
    ...PLAIN,
    name: 'شهرهای میلیونی',
    query: { field: 'population', is: 'ge', value: MILLION },
    columns: { visible: ['value__name', 'value__country', 'value__population'], pinned: ['value__name'] },
    order: '-value__population',
  });
  await insertView(db, of, {
    ...PLAIN,
    name: 'جمعیت به نوع سکونتگاه',
    query: { field: 'population', is: 'not_empty' },
    groups: { field: 'kind', sums: ['population'] },
  });
}
