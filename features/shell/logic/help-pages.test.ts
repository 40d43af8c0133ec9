// Every help page of the product exists in both languages, reads well, and names only what there is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { routeAt } from '@/lib/routes/rules';
import { type Route, routes } from '@/lib/routes/table';
import { helpIcon } from '../parts/help-icons';
import { markdown } from './markdown';
import { helpSlug } from './menu-state';
import { VOID_ADDRESS } from './safe-link';

/** The product's list. */
const PAGES =
  `add-data add-to-layer analyze-buffer announcements app-log bookmarks boundary-management chat compose-notif coordinates-dialog
  dashboard draw-tab form-editor group-builder group-manager home-table home identify layer-builder layer-builder-db
  layer-builder-raster layer-builder-wms layer-data layer-groups layer-groups-cards layer-import layer-label layer-publish
  layer-relations layer-scale layer-style layers-tab layers map-grid maptip measurement merge-layer-data notif print projects
  search-query security sidenav signin stats-dashboard supervision system-log tracking user-builder user-editor user-env
  user-manager users-dashboard`.split(/\s+/);
const LANGS = ['fa', 'en'];
const pages = LANGS.flatMap((lang) =>
  readdirSync(join('public/help', lang))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('public/help', lang, name)),
);

it('has all of them, in both languages', () => {
  for (const lang of LANGS)
    expect(PAGES.filter((slug) => !existsSync(join('public/help', lang, `${slug}.md`)))).toEqual([]);
  const names = (lang: string) => readdirSync(join('public/help', lang)).sort();
  expect(names('fa')).toEqual(names('en'));
});

it('opens one for every entry of the menu but the tutorials', () => {
  const without = (Object.entries(routes) as [string, Route][])
    .filter(([id, route]) => route.menu && id !== 'tutorials')
    .filter(([, { path }]) => !existsSync(join('public/help/fa', `${helpSlug(path.replace(/:\w+/g, '1'))}.md`)))
    .map(([id]) => id);
  // Screens whose page the product does not list.
  expect(without.filter((id) => id !== 'databaseConnections')).toEqual([]);
});

it.each(pages)('%s has a heading, harmless links to screens that exist, and icons that exist', (path) => {
  const blocks = markdown(readFileSync(path, 'utf8'));
  expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 });
  for (const block of blocks) {
    if ('src' in block) {
      expect(existsSync(join(block.src.startsWith('/') ? 'public' : join(path, '..'), block.src)), block.src).toBe(
        true,
      );
      continue;
    }
    for (const piece of block.kind === 'list' ? block.items.flat() : block.content) {
      if (piece.kind === 'icon') expect(helpIcon(piece.name), piece.text).not.toBeNull();
      if (piece.kind !== 'link') continue;
      expect(piece.href).not.toBe(VOID_ADDRESS);
      if (piece.href.startsWith('/')) expect(routeAt(piece.href), piece.href).not.toBeNull();
    }
  }
});
