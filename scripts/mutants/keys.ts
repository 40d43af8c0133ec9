// Guards of personal keys, and of taking an unpublishing back.
import type { Mutant } from './mutant';

const KEYS = 'backend/areas/publish/keys';
const OWN = [`${KEYS}/own/own-keys.test.ts`];
const SETTINGS = 'backend/areas/publish/settings';
const UNDO = [`${SETTINGS}/unpublish.test.ts`];

export const PERSONAL_KEYS: readonly Mutant[] = [
  {
    area: 'keys',
    guard: 'a personal key opens what its person sees now',
    file: `${KEYS}/door-caller.ts`,
    find: 'return rights.view ? [{ ...row, ...may }] : [];',
    replace: 'return [{ ...row, ...may }];',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'a personal key writes as its person may now',
    file: `${KEYS}/door-caller.ts`,
    find: 'add: row.add && rights.add,',
    replace: 'add: row.add,',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'who sees approved work alone sees no more by a key',
    file: `${KEYS}/door-caller.ts`,
    find: ' && !approvedIn.includes(row.id)',
    replace: '',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'what somebody owns is not open to a key that does not name it',
    file: `${KEYS}/door-caller.ts`,
    find: 'onlyGranted: true,',
    replace: '',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'who may not work now has no key that works',
    file: `${KEYS}/lookup.ts`,
    find: ' || (person !== null && isAway(person))',
    replace: '',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'a personal key is changed by its person alone',
    file: `${KEYS}/own/handlers.ts`,
    find: 'filter: ({ caller }) => ({ person: caller.id }),',
    replace: 'filter: () => ({}),',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'an administrator gets no secret that acts as somebody else',
    file: `${KEYS}/handlers.ts`,
    find: "if (row.personal) throw ruled('publishKeyPersonal');",
    replace: '',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'a key names what its person sees and may do',
    file: `${KEYS}/own/handlers.ts`,
    find: 'if (Object.keys(problems).length > 0) throw fieldRefusal(problems);',
    replace: '',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'a person has so many keys at most',
    file: `${KEYS}/own/handlers.ts`,
    find: 'await holdAccount(tx, caller.id);',
    replace: '',
    tests: OWN,
    needs: 'server',
  },
  {
    area: 'keys',
    guard: 'the end of a personal key leaves the regions of its person',
    file: `${KEYS}/rules.ts`,
    find: '(row.personal ? null : row.account_id);',
    replace: 'row.account_id;',
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'keys go with their person',
    file: 'backend/areas/users/store.ts',
    find: ".where('personal', '=', true)",
    replace: ".where('personal', '=', false)",
    tests: OWN,
  },
  {
    area: 'keys',
    guard: 'nothing is put back after its seconds',
    file: `${SETTINGS}/handlers.ts`,
    find: `await forgetUnpublished(tx, undoLimit(ctx));
      if (!`,
    replace: 'if (!',
    tests: UNDO,
  },
  {
    area: 'keys',
    guard: 'nothing is put back over what was published meanwhile',
    file: `${SETTINGS}/handlers.ts`,
    find: "if (row.version !== null) throw ruled('publishUndoAnew');",
    replace: '',
    tests: UNDO,
  },
  {
    area: 'keys',
    guard: 'only who has unpublished a layer puts it back',
    file: `${SETTINGS}/unpublish.ts`,
    find: ' and u.token = ${token}::text`;',
    replace: ' and ${token}::text is not null`;',
    tests: UNDO,
  },
];
