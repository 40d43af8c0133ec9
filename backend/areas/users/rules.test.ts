// The rules of giving: nothing comes into the world by being handed on, however often.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODULES, PERMS } from '../../../contract/catalogue';
import { MIN_PASSWORD, passwordProblem } from '../../../contract/password';
import type { Rights } from '../../../contract/schemas/layer';
import {
  type Act,
  addedRights,
  canLimit,
  covers,
  type Granter,
  type Holdings,
  holdsAll,
  isLast,
  touchProblem,
} from './rules';

const rights = fc.record({
  view: fc.boolean(),
  add: fc.boolean(),
  edit: fc.boolean(),
  delete: fc.boolean(),
  export: fc.boolean(),
  approve: fc.boolean(),
  manage: fc.boolean(),
}) satisfies fc.Arbitrary<Rights>;
const NONE = { view: false, add: false, edit: false, delete: false, export: false, approve: false, manage: false };
const holdings = fc.record({
  modules: fc.subarray([...MODULES]),
  perms: fc.subarray([...PERMS]),
  layers: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), rights), { maxLength: 4 }).map((l) => new Map(l)),
}) as fc.Arbitrary<Holdings>;
const giverOf = (h: Holdings, superuser = false): Granter => ({
  ...h,
  superuser,
  rights: (layer) => h.layers.get(layer) ?? NONE,
});
const join = (a: Holdings, b: Holdings): Holdings => ({
  modules: [...new Set([...a.modules, ...b.modules])],
  perms: [...new Set([...a.perms, ...b.perms])],
  layers: new Map(
    [...a.layers.keys(), ...b.layers.keys()].map((id) => {
      const [x, y] = [a.layers.get(id) ?? NONE, b.layers.get(id) ?? NONE];
      return [id, Object.fromEntries(Object.keys(NONE).map((k) => [k, x[k as 'view'] || y[k as 'view']])) as Rights];
    }),
  ),
});

describe('giving', () => {
  it('never makes a group of people hold more than it held together', () =>
    fc.assert(
      fc.property(
        fc.array(holdings, { minLength: 2, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(3), fc.nat(3), holdings), { maxLength: 20 }),
        (people, gifts) => {
          const all = people.reduce(join);
          const now = [...people];
          for (const [from, to, gift] of gifts) {
            const [granter, receiver] = [now[from % now.length], now[to % now.length]] as [Holdings, Holdings];
            if (holdsAll(giverOf(granter), gift)) now[to % now.length] = join(receiver, gift);
          }
          expect(holdsAll(giverOf(all), now.reduce(join))).toBe(true);
        },
      ),
    ));

  it('lets everybody hand on what he has, and superusers everything', () =>
    fc.assert(
      fc.property(holdings, holdings, (mine, other) => {
        expect(holdsAll(giverOf(mine), mine)).toBe(true);
        expect(holdsAll(giverOf(mine, true), other)).toBe(true);
        expect(holdsAll(giverOf(join(mine, other)), other)).toBe(true);
      }),
    ));

  it('refuses as soon as one module, permission or right is missing', () =>
    fc.assert(
      fc.property(holdings, fc.constantFrom(...MODULES), fc.constantFrom(...PERMS), (mine, module, perm) => {
        const without = { ...mine, modules: mine.modules.filter((m) => m !== module) };
        expect(holdsAll(giverOf(without), { ...without, modules: [module] })).toBe(false);
        const mute = { ...mine, perms: mine.perms.filter((p) => p !== perm) };
        expect(holdsAll(giverOf(mute), { ...mute, perms: [perm] })).toBe(false);
        expect(holdsAll(giverOf({ ...mine, layers: new Map() }), { ...mine, layers: new Map([[1, { ...NONE, approve: true }]]) })).toBe(false); // biome-ignore format: one case
      }),
    ));

  it('counts only what is new', () =>
    fc.assert(
      fc.property(rights, rights, (before, after) => {
        expect(addedRights(before, before)).toEqual(NONE);
        expect(addedRights(undefined, after)).toEqual(after);
        expect(covers(before, addedRights(before, after))).toBe(
          Object.values(addedRights(before, after)).every((v) => !v),
        );
      }),
    ));
});

describe('limits', () => {
  const list = fc.subarray([1, 2, 3, 4, 5]);
  const sees = (limit: readonly number[], one: number) => limit.length === 0 || limit.includes(one);

  it('never let somebody see what neither he nor the granter saw', () =>
    fc.assert(
      fc.property(list, fc.option(list), list, fc.integer({ min: 1, max: 6 }), (limit, before, after, region) => {
        if (!canLimit({ superuser: false, limit }, before, after)) return;
        if (sees(after, region)) expect(sees(limit, region) || (before !== null && sees(before, region))).toBe(true);
      }),
    ));

  it('may always be kept or drawn closer', () =>
    fc.assert(
      fc.property(list, list, (limit, before) => {
        const granter = { superuser: false, limit };
        expect(canLimit(granter, before, before)).toBe(true);
        if (before.length) expect(canLimit(granter, before, before.slice(0, 1))).toBe(true);
        expect(canLimit({ superuser: true, limit }, before, [])).toBe(true);
        expect(canLimit({ superuser: false, limit: [] }, before, [])).toBe(true);
      }),
    ));
});

describe('touching', () => {
  const acts: Act[] = ['edit', 'lock', 'unlock', 'delete', 'logout'];

  it('superusers are for superusers, and nobody locks or deletes himself', () =>
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.constantFrom(...acts), (a, b, act) => {
        const other = touchProblem({ caller: { id: 1, superuser: a }, target: { id: 2, superuser: b }, act });
        expect(other).toBe(b && !a ? 'superuserOnly' : null);
        const self = touchProblem({ caller: { id: 1, superuser: a }, target: { id: 1, superuser: a }, act });
        expect(self).toBe(act === 'lock' ? 'selfLock' : act === 'delete' ? 'selfDelete' : null);
      }),
    ));

  it('leaves one superuser, whatever is asked for in whatever order', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9), { minLength: 1 }), fc.array(fc.nat(9)), (superusers, targets) => {
        let active = superusers;
        for (const target of targets) if (!isLast(active, target)) active = active.filter((id) => id !== target);
        expect(active.length).toBeGreaterThan(0);
      }),
    ));
});

describe('passwords', () => {
  it('are refused where they are short, common or the own name, in either script', () => {
    const me = { username: 'کاربر‌یکم', phone: '+989121234567', email: 'somebody@example.test' };
    const cases: [string, string | null][] = [
      ['', 'passwordShort'],
      ['aB3$x', 'passwordShort'],
      ['😀😀😀', 'passwordShort'],
      ['123456', 'passwordCommon'],
      ['۱۲۳۴۵۶', 'passwordCommon'],
      ['QWERTY', 'passwordCommon'],
      ['P@ssw0rd', 'passwordCommon'],
      ['zzzzzzzzz', 'passwordCommon'],
      ['ababababab', 'passwordCommon'],
      ['كاربريكم', 'passwordOwn'],
      ['09121234567', 'passwordOwn'],
      ['۰۹۱۲۱۲۳۴۵۶۷', 'passwordOwn'],
      ['9121234567', 'passwordOwn'],
      ['SomeBody', 'passwordOwn'],
      ['somebody@example.test', 'passwordOwn'],
      ['abcdefgh', 'passwordPlain'],
      ['Abcdefg8', 'passwordPlain'],
      ['abc-defg-8', 'passwordPlain'],
      ['9121234567-is-my-Phone', null],
      ['سلام-تهران', null],
      ['Pahneh-1404', null],
    ];
    for (const [password, problem] of cases)
      expect([password, passwordProblem(password, me)]).toEqual([password, problem]);
  });

  it('of fewer characters than the limit are always short, whatever they are', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        expect(passwordProblem(text) === 'passwordShort').toBe([...text].length < MIN_PASSWORD);
      }),
    ));
});
