// Help pages of the other screens, with the way to what each is about.
import type { Page } from '@playwright/test';
import { inTurn, type Lang, pressing, type Shot, settle, textOf } from './steps';
import words from './words.json';

const STATIONS = 5;
const SERVICES = 6;
const PLOTS = 7;
const EDITOR_ROLE = 3;
const EDITOR = 3;
/** A table with coordinates, as people bring them. */
const TABLE = 'scripts/pictures/film/stations.csv';

const main = (page: Page) => page.getByRole('main').last();
/** Presses what carries a role on the page, by its place. */
const pressNth =
  (role: 'tab' | 'treeitem', place: number): NonNullable<Shot['steps']> =>
  (page) =>
    main(page).getByRole(role).nth(place).click();

/** Brings the table to the server; the address then names it. */
async function upload(page: Page): Promise<string> {
  await page.locator('input[type=file]').first().setInputFiles(TABLE);
  await page.waitForURL((url) => !url.pathname.endsWith('/upload'));
  await settle(page);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Selects an option of a list by its place. */
async function choose(page: Page, list: number, option: number): Promise<void> {
  await main(page).getByRole('combobox').nth(list).click();
  await page.getByRole('option').filter({ visible: true }).nth(option).click();
  await page.keyboard.press('Escape');
  await settle(page);
}

async function fill(page: Page, ...texts: string[]): Promise<void> {
  for (const [place, text] of texts.entries()) await main(page).getByRole('textbox').nth(place).fill(text);
}

/** A connection to a database, as its form asks for it. */
async function describeConnection(page: Page, lang: Lang): Promise<void> {
  await pressing('layer-sources', 'database.newConnection')(page, lang);
  const boxes = page.getByRole('dialog').getByRole('textbox');
  const { connection } = words[lang];
  for (const [place, text] of [connection, 'db.example.ir', '5432', 'gis', 'reader'].entries())
    await boxes.nth(place).fill(text);
}

async function addFields(page: Page, lang: Lang): Promise<void> {
  await fill(page, words[lang].layer);
  for (const kind of ['text', 'choice', 'date'])
    await main(page)
      .getByRole('complementary')
      .getByText(textOf(lang, 'form-studio', `kinds.${kind}`), { exact: true })
      .first()
      .click();
}

export const SCREEN_PAGES: Record<string, Shot> = {
  'add-data': { path: `/app/add-data/${STATIONS}`, hasMap: true },
  'add-to-layer': {
    path: `/app/layer-append/${STATIONS}/upload`,
    async steps(page) {
      await upload(page);
    },
  },
  announcements: { path: '/app/announcements' },
  'app-log': { path: '/app/app-log' },
  'boundary-management': {
    path: '/app/boundary-management',
    hasMap: true,
    steps: inTurn(pressNth('treeitem', 6), (page) => settle(page, true)),
  },
  chat: { path: '/app/chat', steps: (page) => main(page).getByRole('listitem').first().getByRole('button').click() },
  'compose-notif': {
    path: '/app/compose-notif',
    steps: (page, lang) => fill(page, words[lang].subject, words[lang].text),
  },
  dashboard: { path: '/app/dashboard', hasMap: true },
  'database-connections': {
    path: '/app/database-connections',
    steps: describeConnection,
  },
  'form-editor': {
    path: `/app/form-editor/${SERVICES}`,
    steps: (page) => page.getByText('kind', { exact: true }).click(),
  },
  'group-builder': { path: `/app/group-builder/${EDITOR_ROLE}`, steps: pressNth('tab', 1) },
  'group-manager': { path: '/app/group-manager' },
  'layer-builder': { path: '/app/layer-builder', steps: addFields },
  'layer-builder-db': { path: '/app/layer-builder-db', steps: describeConnection },
  'layer-builder-raster': { path: '/app/layer-builder-raster' },
  'layer-data': { path: `/app/layer-data/${SERVICES}` },
  'layer-groups': { path: '/app/layer-groups' },
  'layer-groups-cards': { path: '/app/layer-groups-cards' },
  'layer-import': {
    path: '/app/layer-import/upload',
    async steps(page) {
      await upload(page);
    },
  },
  'layer-publish': { path: '/app/layer-publish?open=1' },
  'layer-relations': { path: '/app/layer-relations' },
  layers: { path: '/app/layers' },
  notif: { path: '/app/notif' },
  profile: { path: '/app/profile' },
  projects: { path: '/app/projects' },
  rewind: {
    path: '/app/supervision/rewind',
    steps: inTurn(
      (page) => choose(page, 0, 4),
      (page) => choose(page, 1, 3),
      pressing('records', 'rewind.show'),
      (page) => settle(page, true),
    ),
  },
  security: {
    path: '/app/profile',
    steps: (page, lang) =>
      main(page)
        .getByRole('heading', { name: textOf(lang, 'account', 'profile.security') })
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' })),
  },
  settings: { path: '/app/settings' },
  sidenav: { path: '/app/layer-import/upload' },
  'stats-dashboard': {
    path: '/app/stats-dashboard',
    hasMap: true,
    steps: (page) => main(page).getByRole('listitem').last().getByRole('button').click(),
  },
  supervision: { path: `/app/supervision/layer-data/${PLOTS}`, hasMap: true, steps: (page) => settle(page, true) },
  'system-log': { path: '/app/system-log' },
  tracking: { path: '/app/tracking/online-users', hasMap: true },
  'user-builder': { path: '/app/user-builder', steps: (page, lang) => fill(page, words[lang].username) },
  'user-editor': { path: `/app/user-editor/${EDITOR}` },
  'user-manager': { path: '/app/user-manager' },
  'users-dashboard': { path: '/app/users-dashboard' },
};
