// Every help page of the product exists in both languages, reads well, and names only what there is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { routeAt } from '@/lib/routes/rules';
import { type Route, routes } from '@/lib/routes/table';
import { tools } from '@/tools';
import { helpFilm, helpPicture } from '../logic/help-picture';
import { helpSlug } from '../logic/menu-state';
import { titleOf } from '../logic/tutorials';
import { HelpText } from './help-text';

/** The product's list. */
const PAGES =
  `add-data add-to-layer analyze-buffer announcements app-log bookmarks boundary-management chat compose-notif coordinates-dialog
  dashboard draw-tab form-editor group-builder group-manager home-table home identify layer-builder layer-builder-db
  layer-builder-raster layer-builder-wms layer-data layer-groups layer-groups-cards layer-import layer-label layer-publish
  layer-relations layer-scale layer-style layers-tab layers map-grid maptip measurement merge-layer-data notif print projects
  search-query security sidenav signin stats-dashboard supervision system-log tracking user-builder user-editor user-env
  user-manager users-dashboard`.split(/\s+/);
const WITH_FILM = ['measurement', 'draw-tab', 'edit-record', 'layers-tab', 'rewind', 'print'];
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

it('has a picture of every page in both languages, and no file without a page', () => {
  const slugs = readdirSync('public/help/fa').map((name) => name.replace('.md', ''));
  const files = LANGS.flatMap((lang) => slugs.map((slug) => helpPicture(lang, slug) ?? `none of ${slug} in ${lang}`));
  const stored = readdirSync('public/help/pictures').map((name) => `/help/pictures/${name}`);
  expect(files.toSorted()).toEqual(stored.toSorted());
});

/** Milliseconds that the Duration of a WebM says; null where it has none. */
function filmMs(bytes: Buffer): number | null {
  const at = bytes.indexOf(Buffer.from('4489', 'hex'));
  if (bytes.readUInt32BE(0) !== 0x1a45dfa3 || at < 0 || at > 500) return null;
  return bytes[at + 2] === 0x88 ? bytes.readDoubleBE(at + 3) : bytes.readFloatBE(at + 3);
}

it('has short light films of the pages that show a movement, and no file without a page', () => {
  const slugs = readdirSync('public/help/fa').map((name) => name.replace('.md', ''));
  for (const lang of LANGS)
    expect(WITH_FILM.filter((slug) => !helpFilm(lang, slug) || !helpPicture(lang, slug))).toEqual([]);
  const files = LANGS.flatMap((lang) => slugs.flatMap((slug) => helpFilm(lang, slug) ?? []));
  const stored = readdirSync('public/help/films').map((name) => `/help/films/${name}`);
  expect(files.toSorted()).toEqual(stored.toSorted());
  const sizes = stored.map((file) => readFileSync(join('public', file)));
  expect(sizes.filter((bytes) => bytes.length > 500_000)).toEqual([]);
  expect(sizes.reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThan(6_000_000);
  const times = sizes.map((bytes) => filmMs(bytes) ?? 0);
  expect(times.filter((ms) => ms < 3000 || ms > 20_000)).toEqual([]);
});

it('plays a film only when it is asked to', () => {
  const picture = { src: '/help/pictures/x.webp', alt: 'x', film: { src: '/help/films/x.webm', name: 'the film' } };
  const page = render(<HelpText source="# x" folder="" picture={picture} />);
  const film = page.getByLabelText('the film') as HTMLVideoElement;
  expect([film.muted, film.controls, film.autoplay, film.preload]).toEqual([true, true, false, 'none']);
  expect([film.getAttribute('src'), film.getAttribute('poster')]).toEqual([picture.film.src, picture.src]);
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
  const page = render(<HelpText source={readFileSync(path, 'utf8')} folder="" />).container;
  const headings = [...page.querySelectorAll('h1, h2')].map(({ tagName }) => tagName);
  expect([headings, page.firstElementChild?.firstElementChild?.tagName]).toEqual([['H2'], 'H2']);
  for (const media of page.querySelectorAll('[src]')) {
    const src = media.getAttribute('src') ?? '';
    expect(existsSync(join(src.startsWith('/') ? 'public' : join(path, '..'), src)), src).toBe(true);
  }
  for (const link of page.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? '';
    if (href.startsWith('/')) expect(routeAt(href), href).not.toBeNull();
  }
  // What stays of Markdown was not understood: an icon or a file that is none, a link that is refused.
  for (const code of page.querySelectorAll('code')) code.remove();
  expect(page.textContent).not.toMatch(/(?<!\w):[a-z][a-z0-9-]+:|!\[|\]\(|\*\*/);
  expect(page.querySelector('span:not([class])')).toBeNull();
});

type Tree = { [key: string]: string | Tree };
const textsIn = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)));
const plain = (text: string) =>
  text
    .trim()
    .replace(/[.:…،؛]+$/, '')
    .toLowerCase();
const KEYS = /^(?:(?:Ctrl|Alt|Shift)\+)*(?:[A-Z\d↑↓→←⋯]|Enter|Delete|Space)$/;
/** What is quoted as something that people write, or that another program says. */
const SAMPLES = [
  'saturday to wednesday',
  'شنبه تا چهارشنبه',
  '۵۱٫۳۸۹ شرقی، ۳۵٫۶۸۹۲ شمالی',
  'واقعی',
  'ی',
  'ک',
  'ي',
  'ك',
];

it.each(LANGS)('names in %s only what a button, a field or another page is named', (lang) => {
  const sources = readdirSync(join('public/help', lang)).map((name) => [name, readFileSync(join('public/help', lang, name), 'utf8')] as const); // biome-ignore format: one list
  const names = [
    ...textsIn(messagesOf(lang as 'fa' | 'en') as unknown as Tree),
    ...sources.map(([, source]) => titleOf(source)),
  ].map(plain);
  const exists = (name: string) =>
    KEYS.test(name) ||
    SAMPLES.includes(plain(name)) ||
    // What follows in a text is what it counts, or a further sentence.
    names.some((text) => text.startsWith(plain(name)) && !/^\p{L}/u.test(text.slice(plain(name).length)));
  const missing = sources.flatMap(([file, source]) =>
    [...source.matchAll(/\*\*([^*]+)\*\*|[“"]([^”"]+)[”"]|«([^»]+)»/g)]
      .map(([, bold, quoted, guillemets]) => bold ?? quoted ?? guillemets ?? '')
      .filter((name) => !exists(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('names the key of each tool as it is', () => {
  const wrong = tools.flatMap(({ help, hotkey }) =>
    LANGS.flatMap((lang) => {
      const text = readFileSync(join('public/help', lang, `${help}.md`), 'utf8');
      const mentioned = [...text.matchAll(/(?:key|کلید) `?((?:Shift\+)?[A-Z])`?(?![\w+])/g)].map(
        ([, key]) => key ?? '',
      );
      return mentioned.length === 0 || !hotkey || mentioned.includes(hotkey.replace('Key', ''))
        ? []
        : [`${lang}/${help}: ${mentioned}`];
    }),
  );
  expect(wrong).toEqual([]);
});
