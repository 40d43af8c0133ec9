// Help pages of the map and its tools, with the way to what each is about.
import { byKey, inTurn, pressing, pressMap, type Shot, settle, side, textOf } from './steps';

const PROVINCES = 4;
const HOME = '/app/home';
const HERE = `${HOME}?layer=${PROVINCES}`;
/** Places in the middle of Iran, away from towns. */
const PROVINCE = [52, 21] as const;
const NEXT_PROVINCE = [-40, 60] as const;
const WAY = [[-120, -60], [-20, -110], [110, 30]] as const; // biome-ignore format: one shape

const tabOf = (place: number): Shot => ({
  path: HERE,
  hasMap: true,
  steps: byKey('y', (page) => side(page).getByRole('tab').nth(place).click()),
});

export const MAP_PAGES: Record<string, Shot> = {
  home: { path: HOME, hasMap: true, steps: (page) => pressMap(page, PROVINCE) },
  'layers-tab': {
    path: HOME,
    hasMap: true,
    async steps(page) {
      const folded = side(page).locator('button[aria-expanded=false]:not([aria-haspopup])');
      for (const place of [3, 0]) await folded.nth(place).click();
    },
  },
  'user-env': { path: HOME, hasMap: true, steps: pressing('home', 'env.title') },
  'home-table': { path: HERE, hasMap: true, steps: byKey('Shift+t', (page) => settle(page, true)) },
  identify: { path: HOME, hasMap: true, steps: byKey('i', (page) => pressMap(page, PROVINCE)) },
  'search-query': { path: HERE, hasMap: true, steps: byKey('q', pressing('tools/query', 'addRule')) },
  'analyze-buffer': {
    path: HERE,
    hasMap: true,
    steps: byKey(
      'a',
      inTurn(
        (page, lang) =>
          page.getByText(textOf(lang, 'tools/analysis', 'ops.hull.name'), { exact: true }).dispatchEvent('click'),
        pressing('tools/analysis', 'preview'),
      ),
    ),
  },
  'coordinates-dialog': {
    path: HOME,
    hasMap: true,
    steps: byKey('x', (page) => pressMap(page, PROVINCE, NEXT_PROVINCE)),
  },
  maptip: {
    path: HOME,
    hasMap: true,
    steps: byKey('t', async (page) => {
      const box = await page.getByTestId('map').boundingBox();
      if (box)
        await page.mouse.move(box.x + box.width / 2 + PROVINCE[0], box.y + box.height / 2 + PROVINCE[1], { steps: 4 });
    }),
  },
  'map-grid': {
    path: HOME,
    hasMap: true,
    steps: byKey('n', (page) => side(page).getByRole('switch').first().press(' ')),
  },
  'edit-record': { path: HERE, hasMap: true, steps: byKey('m', (page) => pressMap(page, PROVINCE)) },
  'merge-layer-data': {
    path: HERE,
    hasMap: true,
    steps: byKey('g', (page) => pressMap(page, PROVINCE, NEXT_PROVINCE)),
  },
  'layer-style': { path: HERE, hasMap: true, steps: byKey('y') },
  'layer-label': tabOf(1),
  'layer-scale': tabOf(2),
  'draw-tab': { path: HOME, hasMap: true, steps: byKey('Shift+d') },
  measurement: { path: HOME, hasMap: true, steps: byKey('r', (page) => pressMap(page, ...WAY)) },
  bookmarks: { path: HOME, hasMap: true, steps: byKey('b') },
  print: { path: HOME, hasMap: true, steps: byKey('p', (page) => settle(page, true)) },
};
