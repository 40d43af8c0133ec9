// Guards of the product, each with a change that takes it out and the tests that must see it. `npm run mutants` makes them one by one.
import { CALLS } from './calls';
import { PERSONAL_KEYS } from './keys';
import { OUTSIDE } from './outside';
import { PEOPLE } from './people';
import { PLACES } from './places';
import { RECORDS } from './records';
import { REPLICA_GUARDS } from './replicas';
import { SERVICES } from './services';
import { WEB_TILE_GUARDS } from './web-tiles';

export type { Mutant } from './mutant';
export const MUTANTS = [
  ...PEOPLE,
  ...CALLS,
  ...RECORDS,
  ...SERVICES,
  ...OUTSIDE,
  ...PERSONAL_KEYS,
  ...REPLICA_GUARDS,
  ...PLACES,
  ...WEB_TILE_GUARDS,
];
