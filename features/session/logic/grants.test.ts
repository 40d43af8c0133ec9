// Module 1 is not module 10.
import { expect, it } from 'vitest';
import { personFromGrants } from './grants';

it('reads comma lists as whole numbers and names', () => {
  expect(personFromGrants({ modules: '10, 1', custom_perms: 'create_statistics', is_superuser: false })).toEqual({
    modules: [10, 1],
    perms: ['create_statistics'],
    superuser: false,
  });
  expect(personFromGrants({ modules: '', custom_perms: '', is_superuser: true })).toEqual({
    modules: [],
    perms: [],
    superuser: true,
  });
  for (const odd of [null, {}, { modules: 3 }, 'x']) expect(personFromGrants(odd)).toBeNull();
});
