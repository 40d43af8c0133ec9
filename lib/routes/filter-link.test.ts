// A query in an address, there and back.
import { expect, it } from 'vitest';
import { filterAddress, readFilter } from './filter-link';

it('comes back as it went, and is nothing where it is no query', () => {
  const query = {
    and: [
      { field: 'نام & x', is: 'eq' as const, value: 'الف=ب' },
      { place: 'intersects' as const, region: 3 },
    ],
  };
  const address = new URL(filterAddress(7, query), 'http://host');
  expect(address.pathname).toBe('/app/layer-data/7');
  expect(readFilter(address.searchParams.get('filter'))).toEqual(query);
  expect(filterAddress(7, null)).toBe('/app/layer-data/7');
  expect([null, '', '{', '{"x":1}', '{"field":"a","is":"eq"}'].map(readFilter)).toEqual([null, null, null, null, null]);
});
