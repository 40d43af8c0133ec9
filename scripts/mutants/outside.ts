// Guards of the door for programs outside.
import type { Mutant } from './mutant';

const DOOR = 'backend/areas/publish/door';
const LOOKUP = 'backend/areas/publish/keys/lookup.ts';
const ACCESS = [`${DOOR}/access.test.ts`];
const KEYS = ['backend/areas/publish/keys/lookup.test.ts'];

export const OUTSIDE: readonly Mutant[] = [
  {
    area: 'outside',
    guard: 'a hidden field stands in no style',
    file: 'contract/look/outside.ts',
    find: 'const isThere = (field: string) => names.has(field);',
    replace: 'const isThere = (field: string) => names.has(field) || field.length > 0;',
    tests: [`${DOOR}/styles.test.ts`],
  },
  {
    area: 'outside',
    guard: 'a small map shows what everybody may see',
    file: `${DOOR}/catalogue/small-map.ts`,
    find: 'and ${visibleTo(caller, layer.id)} order by',
    replace: 'and ${visibleTo(caller, layer.id)} is not null order by',
    tests: [`${DOOR}/catalogue/catalogue.test.ts`],
  },
  {
    area: 'outside',
    guard: 'a key of somebody else is not tried',
    file: LOOKUP,
    find: 'entry.door.customerId === customer && ',
    replace: '',
    tests: ['backend/areas/publish/preview.test.ts'],
  },
  {
    area: 'outside',
    guard: 'a key ends',
    file: LOOKUP,
    find: 'if (isOver(entry)) return null;',
    replace: '',
    tests: [...ACCESS, ...KEYS],
  },
  {
    area: 'outside',
    guard: 'a key stands in an address only where it may',
    file: LOOKUP,
    find: 'if (from.inAddress && !key.in_address) return null;',
    replace: '',
    tests: [...ACCESS, ...KEYS],
  },
  {
    area: 'outside',
    guard: 'a key comes from where it may',
    file: LOOKUP,
    find: 'return isAllowedAddress(key.addresses, from.ip) ? door : null;',
    replace: 'return door;',
    tests: [...ACCESS, ...KEYS],
  },
  {
    area: 'outside',
    guard: 'a key whose regions are gone opens nothing',
    file: LOOKUP,
    find: 'if (key.region_bound && regions.length === 0) return null;',
    replace: '',
    tests: KEYS,
  },
  {
    area: 'outside',
    guard: 'only open layers stand behind the open door',
    file: LOOKUP,
    find: ' and p.access = 1 order by',
    replace: ' order by',
    tests: [...ACCESS, ...KEYS],
  },
  {
    area: 'outside',
    guard: 'a service that is off is not there',
    file: `${DOOR}/answers.ts`,
    find: 'if (!published || (service && !published.layer.services[service])) throw missing();',
    replace: 'if (!published) throw missing();',
    tests: [`${DOOR}/styles.test.ts`, `${DOOR}/door.test.ts`],
  },
  {
    area: 'outside',
    guard: 'a key writes only what it may',
    file: `${DOOR}/writes.ts`,
    find: 'if (!layer.may[RIGHTS[method]]) {',
    replace: 'if (!layer.may[RIGHTS[method]] && layer.id < 0) {',
    tests: [`${DOOR}/writes.test.ts`],
  },
];
