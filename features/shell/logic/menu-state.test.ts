// Current entry, opening groups, help slugs.
import { expect, it } from 'vitest';
import { menuFor } from '@/lib/routes/menu';
import { routes } from '@/lib/routes/table';
import { addressOf, helpSlug, isCurrent, isGroupOpenFor } from './menu-state';

const who = { modules: [1, 10], perms: [], superuser: false };
const group = (name: string) => {
  for (const section of menuFor(who, () => true))
    for (const item of section.items) if ('group' in item && item.group === name) return item;
  throw new Error(name);
};

it('knows the current entry exactly', () => {
  expect(isCurrent('projectSupervision', '/app/project-supervision/')).toBe(true);
  expect(isCurrent('projectSupervision', '/app/project-supervision/second_approval')).toBe(false);
  expect(isCurrent('layerImport', '/app/layer-import/12')).toBe(true);
});

it('opens groups by address', () => {
  expect(isGroupOpenFor(group('addLayer'), '/app/layer-builder-wms')).toBe(true);
  expect(isGroupOpenFor(group('addLayer'), '/app/layer-import/upload')).toBe(true);
  expect(isGroupOpenFor(group('addLayer'), '/app/home')).toBe(false);
  expect(isGroupOpenFor(group('supervision'), '/app/supervision/layer-data/3')).toBe(true);
});

it('holds no screen that is still to come, and no group of one', () => {
  const items = menuFor({ modules: [1, 5, 8, 10], perms: [], superuser: true }).flatMap((section) => section.items);
  for (const item of items) {
    if ('group' in item) expect(item.entries.length).toBeGreaterThan(1);
    for (const entry of 'group' in item ? item.entries : [item]) expect([entry.id, routes[entry.id].built]).toEqual([entry.id, true]); // biome-ignore format: one line
  }
  expect(items.length).toBeGreaterThan(5);
});

it('finds the help page', () => {
  expect(helpSlug('/app/layer-data/4')).toBe('layer-data');
  expect(helpSlug('/app/layer-append/4/5')).toBe('add-to-layer');
  expect(helpSlug('/app')).toBe('');
});

it('leads somewhere', () => {
  for (const section of menuFor({ modules: [], perms: [], superuser: true }, () => true))
    for (const item of section.items)
      for (const entry of 'group' in item ? item.entries : [item]) expect(addressOf(entry.id)).not.toContain(':');
  expect(addressOf('layerImport')).toBe('/app/layer-import/upload');
});
