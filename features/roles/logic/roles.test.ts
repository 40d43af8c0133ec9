// Ticks of a role, what is sent of them, two people at once, two roles side by side.
import { expect, it } from 'vitest';
import type { LayerPermission, Role } from '@/contract/schemas/user';
import { RoleQuery } from '@/contract/schemas/user';
import { compareLayers, compareModules } from './compare';
import { modulesBySection, screensOfModule } from './module-screens';
import {
  applyChanges,
  changesOf,
  countChanged,
  type Edits,
  filterLines,
  isBeyond,
  rebase,
  ticksOf,
  toPermissions,
} from './rights';
import { screensOf, startScreens, withScreen } from './role-values';
import { ROLES_VIEW } from './view';

const NONE = { view: false, add: false, edit: false, delete: false, export: false, approve: false, manage: false };
const line = (layer: number, rights: Partial<LayerPermission> = {}): LayerPermission => ({ layer, group: 1, label: `لایه ${layer}`, layer_group: null, ...NONE, ...rights }); // biome-ignore format: one line
const lines = [line(1), line(2, { view: true, edit: true }), line(3, { layer_group: 'آب', may_grant: ['view'] })];
const byId = new Map(lines.map((one) => [one.layer, one]));
const on = (row: number, column: string) => ({ row: String(row), column, isOn: true });
const off = (row: number, column: string) => ({ row: String(row), column, isOn: false });

it('asks what the contract allows', () => {
  const view = ROLES_VIEW.read(new URLSearchParams('q=ناظر&order=-id'));
  expect(RoleQuery.parse(ROLES_VIEW.toQuery(view, 25))).toEqual({ limit: 25, offset: 0, order: '-id', search: 'ناظر' });
});

it('lets any right bring the view, and the view take all', () => {
  const edits = applyChanges(byId, new Map(), [on(1, 'add'), off(2, 'view')]);
  expect(toPermissions(edits)).toEqual([
    { layer: 1, ...NONE, view: true, add: true },
    { layer: 2, ...NONE },
  ]);
  expect(ticksOf(lines, edits).get('1')).toEqual(new Set(['view', 'add']));
  expect(changesOf(lines, edits).map(({ layer, right, isGiven }) => [layer, right, isGiven])).toEqual([
    [1, 'view', true],
    [1, 'add', true],
    [2, 'view', false],
    [2, 'edit', false],
  ]);
});

it('counts as no change what is as it was', () => {
  const edits = applyChanges(byId, new Map(), [on(2, 'delete'), off(2, 'delete')]);
  expect([...edits]).toEqual([]);
});

it('joins what two people change, right by right', () => {
  const edits = applyChanges(byId, new Map(), [on(2, 'delete'), on(1, 'view')]);
  const theirs = [line(1, { view: true }), line(2, { view: true, export: true }), line(3)];
  expect(toPermissions(rebase(lines, edits, theirs))).toEqual([
    { layer: 2, ...NONE, view: true, delete: true, export: true },
  ]);
  expect(countChanged(lines, theirs)).toBe(3);
});

it('may give what the giver has, and give back what was there', () => {
  expect([isBeyond(byId.get(3), 'view'), isBeyond(byId.get(3), 'edit'), isBeyond(byId.get(1), 'edit')]).toEqual([false, true, false]); // biome-ignore format: one line
  expect(isBeyond(line(4, { edit: true, may_grant: [] }), 'edit')).toBe(false);
  expect(isBeyond(undefined, 'edit')).toBe(false);
});

it('finds layers by their names and groups, and by access', () => {
  const ids = (search: string, access: 'all' | 'with' | 'without', edits: Edits = new Map()) =>
    filterLines(lines, edits, { search, access }).map(({ layer }) => layer);
  expect([ids('2', 'all'), ids('اب', 'all'), ids('', 'with'), ids('', 'without')]).toEqual([[2], [3], [2], [1, 3]]);
  expect(ids('آب', 'all')).toEqual([3]);
  // What has just been given stays where it was given.
  expect(ids('', 'without', applyChanges(byId, new Map(), [on(1, 'view')]))).toEqual([1, 3]);
});

it('groups modules as the menu is, with the screens that they open', () => {
  const urls = [
    { url: '/app/user-manager', module: 5, perm: null, superuser: false },
    { url: '/app/user-builder', module: 5, perm: null, superuser: false },
    { url: '/app/form-editor/:id', module: 2, perm: null, superuser: false },
    { url: '/app/nowhere', module: 9, perm: null, superuser: false },
  ];
  expect(modulesBySection(urls, [2, 5])).toEqual([
    ['spatial', [2]],
    ['users', [5]],
  ]);
  expect([screensOfModule(urls, 5), screensOfModule(urls, 9)]).toEqual([['userManager', 'userBuilder'], []]);
});

it('keeps what others have written into the interface, and reads no nonsense', () => {
  const before = { interface: { theme: 'x', start: 7, hidden_tools: ['draw'] } };
  expect(screensOf(before)).toMatchObject({ hidden_tools: ['draw'] });
  expect(screensOf(before).start).toBeUndefined();
  expect(withScreen(before, 'start', '/app/layers')).toEqual({
    theme: 'x',
    start: '/app/layers',
    hidden_tools: ['draw'],
  });
  expect(withScreen(before, 'hidden_tools', undefined)).toEqual({ theme: 'x', start: 7 });
});

it('offers as a start only what the role opens', () => {
  const paths = (modules: number[]) => startScreens({ modules, custom_perms: [] }).flatMap(({ screens }) => screens.map(({ path }) => path)); // biome-ignore format: one line
  expect(paths([])).toContain('/app/layers');
  expect(paths([])).not.toContain('/app/user-manager');
  expect(paths([5])).toContain('/app/user-manager');
  expect(paths([1, 5, 6]).some((path) => path.includes(':'))).toBe(false);
});

it('sets two roles side by side', () => {
  const role = (modules: number[]) => ({ modules, custom_perms: [], default_rights: [] }) as unknown as Role;
  expect(compareModules([1, 4, 5], role([4, 5]), role([4]))).toEqual([
    { id: '4', one: true, other: true, isSame: true },
    { id: '5', one: true, other: false, isSame: false },
  ]);
  const other = [line(1), line(2, { view: true }), line(3)];
  expect(compareLayers(lines, other).map(({ id, one, other: two, isSame }) => [id, one, two, isSame])).toEqual([
    ['2', ['view', 'edit'], ['view'], false],
  ]);
});
