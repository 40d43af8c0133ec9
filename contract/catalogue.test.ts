// The catalogue names all that calls, screens and rules ask for, and nothing that has no name in both languages.
import { expect, it } from 'vitest';
import { SECOND_APPROVAL } from '../backend/identity/caller';
import { routes } from '../lib/routes/table';
import en from '../messages/en/backend.json';
import fa from '../messages/fa/backend.json';
import { MODULES, PERMS, SCREENS, WORKDAYS } from './catalogue';
import type { Needs } from './define';
import { rows } from './index';

const named = (needs: Needs): (number | string)[] =>
  typeof needs === 'string'
    ? []
    : 'any' in needs
      ? needs.any.flatMap(named)
      : 'perm' in needs
        ? [needs.perm]
        : [needs.module];

it('names every module and permission that a call, a screen or a rule asks for', () => {
  const ids = new Set<number | string>([...MODULES, ...PERMS]);
  const needs = [...rows.map(({ row }) => row.needs), ...Object.values(routes).map((route) => route.needs)];
  expect(needs.flatMap(named).filter((one) => !ids.has(one))).toEqual([]);
  expect(ids.has(SECOND_APPROVAL)).toBe(true);
});

it('has the screens of the interface, and no other', () => {
  const screens = Object.values(routes).filter((route) => route.needs !== 'public');
  expect(SCREENS).toEqual(screens.map(({ path, needs }) => ({ url: path, needs })));
});

it('has a name for each in both languages', () => {
  const keys = [
    ...MODULES.map((id) => `module${id}`),
    ...PERMS.map((name) => `perm_${name}`),
    ...WORKDAYS.map((id) => `workday${id}`),
  ];
  for (const words of [fa, en] as Record<string, string>[])
    expect(keys.filter((key) => !words[key]?.trim())).toEqual([]);
});
