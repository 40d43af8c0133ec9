// The page as a file: its text read back letter by letter by another program, its boxes, its sameness; the rows of pixels unpacked again.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { decode } from 'fast-png';
import { expect, test } from 'vitest';
import { readPdf, visibleText } from '../../testing/pdf-text';
import { loadConverter } from '../geo/coordinates-proj';
import { degreeLines, utmLines } from '../geo/graticule';
import { utmDefinition } from '../geo/utm';
import type { LegendRow, PageFacts } from './facts';
import type { Item } from './items';
import { frameOf, layOut } from './layout';
import { MM_PER_POINT, type Place, paperBar, projection } from './paper';
import { writePdf } from './pdf';
import { packRows } from './raster/pack';
import { toPng } from './raster/png';
import type { Stripe } from './raster/rows';
import { type Faces, readFace, shape } from './text';
import { extractWords, type MapWord, reserveWords } from './words';
import { wrapText } from './wrap';

const face = (cut: string) =>
  readFace(`Vazirmatn-${cut}`, new Uint8Array(readFileSync(`node_modules/vazirmatn/fonts/ttf/Vazirmatn-${cut}.ttf`)));
const [regular, bold] = [face('Regular'), face('Bold')];
const FACES: Faces = { regular: [regular, bold], bold: [bold, regular] };
const PLACE: Place = { center: [51.39, 35.7], zoom: 9, bearing: 0 };
const MARK = { color: '#d9480f', opacity: 1, size: 5, stroke: '#ffffff', stroke_width: 1 };
const LEGEND: NonNullable<PageFacts['legend']> = {
  title: 'راهنما',
  rows: [
    { label: 'شهرها', glyph: { shape: 'point', mark: { ...MARK, icon: 'star' } }, opacity: 1, inner: false },
    { label: 'راه‌ها', glyph: { shape: 'line', mark: { ...MARK, dash: [4, 2] } }, opacity: 1, inner: false },
    { label: 'کاربری زمین', glyph: null, opacity: 1, inner: false },
    { label: 'کشاورزی', glyph: { shape: 'polygon', mark: MARK }, opacity: 0.5, inner: true },
  ],
  more: (n) => `و ${n} مورد دیگر`,
  tick: ({ value }) => String(value),
};
const FACTS: PageFacts = {
  paper: 'A4',
  landscape: true,
  direction: 'rtl',
  fontSize: 12,
  title: 'نقشه پراکندگی روستاهای استان (ویرایش ۲)',
  description: 'لایه‌های پایه، با همه کلاس‌ها و [توضیح] کامل',
  legend: LEGEND,
  north: true,
  bar: { metres: (m) => `${m / 1000} کیلومتر` },
  scale: (n) => `مقیاس ۱:${Math.round(n)}`,
  grid: { name: (text) => text, sets: [{ lines: (extent) => degreeLines(extent), sides: 'all' }] },
  date: '۱۴۰۵/۰۸/۳۰',
  logo: null,
  attribution: '© OpenStreetMap',
};

const fileOf = async (pages: { facts: PageFacts; place: Place }[], title = 'عنوان سند'): Promise<Uint8Array> => {
  async function* all() {
    for (const { facts, place } of pages) {
      const { page } = layOut(facts, place, FACES);
      const packed = await packRows(8, stripes(8, 4, 7));
      yield { page, map: { width: 8, height: 4, packed } };
    }
  }
  return new Uint8Array(await (await writePdf(all(), { title, lang: 'fa-IR', images: new Map() })).arrayBuffer());
};

async function* stripes(width: number, height: number, seed: number, rows = height): AsyncGenerator<Stripe> {
  for (let y = 0; y < height; y += rows) {
    const count = Math.min(rows, height - y);
    const rgba = Uint8Array.from({ length: width * count * 4 }, (_, i) =>
      i % 4 === 3 ? 255 : ((y * width * 4 + i) * seed * 31) % 251,
    );
    yield { rgba, rows: count };
  }
}

test('what was typed is read back letter by letter', async () => {
  const { title, pages } = await readPdf(await fileOf([{ facts: FACTS, place: PLACE }]));
  const lines = pages[0]?.lines ?? [];
  expect(title).toBe('عنوان سند');
  for (const text of [
    FACTS.title,
    FACTS.description,
    'راهنما',
    'شهرها',
    'راه‌ها',
    'کاربری زمین',
    'کشاورزی',
    '۱۴۰۵/۰۸/۳۰',
    '© OpenStreetMap',
  ])
    expect(lines.join('\n')).toContain(visibleText(text));
  expect(Math.round((pages[0]?.width ?? 0) * MM_PER_POINT)).toBe(297);
  expect(Math.round((pages[0]?.height ?? 0) * MM_PER_POINT)).toBe(210);
});

test('the same job gives the same file; another text gives another one', async () => {
  const job = [{ facts: FACTS, place: PLACE }];
  const [a, b] = [await fileOf(job), await fileOf(job)];
  expect(Buffer.compare(a, b)).toBe(0);
  const other = await fileOf([{ facts: { ...FACTS, title: 'دیگر' }, place: PLACE }]);
  expect(Buffer.compare(a, other)).not.toBe(0);
  expect(Buffer.from(a).toString('latin1')).not.toMatch(/CreationDate|ModDate|\/ID/);
});

test('many pages share their fonts, and each has its own words', async () => {
  const pages = Array.from({ length: 5 }, (_, i) => ({ facts: { ...FACTS, title: `برگه ${i}` }, place: PLACE }));
  const file = await fileOf(pages);
  const read = await readPdf(file);
  expect(read.pages.map(({ lines }) => lines.some((line) => /^برگه \d$/.test(line)))).toEqual(Array(5).fill(true));
  expect(
    Buffer.from(file)
      .toString('latin1')
      .match(/\/FontFile2/g),
  ).toHaveLength(2);
});

test('letters are joined, ordered from right to left, and brackets turned', () => {
  const line = shape(FACES.regular, 'سلام (الف)', 'rtl');
  const plain = line.glyphs.filter((g) => g.text.trim() !== '');
  expect(
    [...plain]
      .reverse()
      .map((g) => g.text)
      .join(''),
  ).toBe('سلام(الف)');
  // Lam and alef are one shape; the first letter of a word is not drawn as it is alone.
  expect(plain.some((g) => g.text === 'لا')).toBe(true);
  const alone = shape(FACES.regular, 'س', 'rtl').glyphs[0]?.id;
  expect(plain.at(-1)?.id).not.toBe(alone);
  const bracket = shape(FACES.regular, '(', 'ltr').glyphs[0]?.id;
  expect(plain.find((g) => g.text === ')')?.id).toBe(bracket);
});

test('every letter has its place, whatever the text', () => {
  const letters = fc.constantFrom(...'سلامنقشهٔکگپچژلا۱۲۳123abcXY ()[]«»،؛؟.:-/٬٫َُِّ\u200c');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 40 }), fc.constantFrom('rtl', 'ltr'), (list, direction) => {
      const text = list.join('');
      const { glyphs, width } = shape(FACES.regular, text, direction as 'rtl' | 'ltr');
      const runs = glyphs
        .map((g) => g.text)
        .join('')
        .replace(/[\u200e\u200f]/g, '');
      expect([...runs].sort()).toEqual([...text].sort());
      expect(width).toBeGreaterThanOrEqual(0);
      for (const g of glyphs) expect(Number.isFinite(g.x + g.advance + g.dx + g.dy)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('long texts are wrapped between words and end in an ellipsis', () => {
  const lines = wrapText(FACES.regular, 'واژه '.repeat(100), 'rtl', 20, 3);
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line.width).toBeLessThanOrEqual(20);
  expect(lines[2]?.text).toMatch(/…$/);
});

test("a map service's own legend stands in the page's, whole and in no other row's place", () => {
  const title = { label: 'سرویس', glyph: null, opacity: 1, inner: false };
  const row = (height: number): LegendRow => ({ ...title, label: '', inner: true, picture: { name: 'own', width: 120, height } }); // biome-ignore format: one row
  const many = Array.from({ length: 4 }, () => [title, row(90), ...LEGEND.rows]).flat();
  for (const direction of ['rtl', 'ltr'] as const)
    for (const rows of [[title, row(60), ...LEGEND.rows], [title, row(9000), ...LEGEND.rows], many]) {
      const { page, map } = layOut({ ...FACTS, direction, legend: { ...LEGEND, rows } }, PLACE, FACES);
      const pictures = page.items.flatMap((item) => (item.kind === 'image' ? [item] : []));
      expect(pictures.length).toBeGreaterThan(0);
      for (const { x, y, width, height } of pictures) {
        expect(width / height).toBeCloseTo(120 / (rows.find((r) => 'picture' in r) as LegendRow & { picture: { height: number } }).picture.height, 5); // biome-ignore format: one ratio
        expect(x > 2 && x + width < page.width - 2 && y + height < page.height - 2).toBe(true);
        expect(x + width <= map.x || x >= map.x + map.width || y >= map.y + map.height).toBe(true);
        // No words lie in it.
        for (const item of page.items)
          if (item.kind === 'text')
            expect(item.y > y + 0.5 && item.y < y + height - 0.5 && item.x >= x && item.x < x + width).toBe(false);
      }
    }
});

test('nothing stands outside the sheet, and the map is where the frame says', () => {
  for (const paper of ['A4', 'A3'] as const)
    for (const landscape of [true, false])
      for (const direction of ['rtl', 'ltr'] as const)
        for (const rows of [0, 4, 200]) {
          const many = Array.from({ length: rows }, (_, i) => ({
            ...(LEGEND.rows[i % 4] as LegendRow),
            label: `لایه ${i}`,
          }));
          const facts: PageFacts = { ...FACTS, paper, landscape, direction, legend: { ...LEGEND, rows: many } };
          const { page, map } = layOut(facts, { ...PLACE, bearing: 30 }, FACES);
          expect(map).toEqual(frameOf(facts, FACES).map);
          expect(map.width * map.height).toBeGreaterThan(page.width * page.height * 0.4);
          for (const item of page.items) {
            if (item.kind === 'text') {
              const long = item.line.width * item.size;
              expect(item.x).toBeGreaterThan(2);
              expect(item.x + (item.angle ? 0 : long)).toBeLessThan(page.width - 2);
              expect(item.y).toBeLessThan(page.height - 2);
            } else if (item.kind === 'path')
              for (const step of item.steps)
                for (const [i, n] of (step.slice(1) as number[]).entries()) {
                  expect(n).toBeGreaterThanOrEqual(0);
                  expect(n).toBeLessThanOrEqual(i % 2 ? page.height : page.width);
                }
          }
        }
});

test('the squares of UTM are drawn and named beside the graticule, each name on its own sides and none over another', async () => {
  const convert = await loadConverter();
  const grid: PageFacts['grid'] = {
    name: (text) => text,
    sets: [
      { lines: (extent) => degreeLines(extent), sides: 'top' },
      { lines: (extent) => utmLines(extent, convert), sides: 'bottom' },
    ],
  };
  // Far in, the window of a sheet; then across the border of two zones, where the lines come close to each other.
  for (const place of [PLACE, { ...PLACE, zoom: 13 }, { center: [54, 35] as const, zoom: 8, bearing: 20 }]) {
    const { page, map } = layOut({ ...FACTS, legend: null, grid }, place, FACES);
    const names = page.items.flatMap((item) => (item.kind === 'text' && item.size === 2.2 ? [item] : []));
    const metres = names.filter(({ line }) => /^\d+$/.test(line.text));
    const degrees = names.filter(({ line }) => line.text.includes('°'));
    expect(Math.min(metres.length, degrees.length)).toBeGreaterThan(4);
    for (const { x, y, angle } of degrees) expect(angle ? x < map.x : y < map.y).toBe(true);
    for (const { x, y, angle } of metres) expect(angle ? x > map.x + map.width : y > map.y + map.height).toBe(true);
    for (const a of names)
      for (const b of names) {
        if (a === b || a.angle !== b.angle || Math.abs(a.angle ? a.x - b.x : a.y - b.y) > 0.1) continue;
        const [low, high] = (a.angle ? a.y > b.y : a.x < b.x) ? [a, b] : [b, a];
        const apart = a.angle ? low.y - high.y : high.x - low.x;
        expect(apart).toBeGreaterThanOrEqual(low.line.width * low.size);
      }
  }
});

test('a name of the squares stands where PROJ says its metres are', async () => {
  const convert = await loadConverter();
  const grid: PageFacts['grid'] = {
    name: (text) => text,
    sets: [{ lines: (extent) => utmLines(extent, convert), sides: 'all' }],
  };
  const place = { ...PLACE, zoom: 13 };
  const { page, map } = layOut({ ...FACTS, legend: null, grid }, place, FACES);
  const { toEarth } = projection(place, map);
  const texts = page.items.flatMap((item) => (item.kind === 'text' && item.size === 2.2 && !item.angle ? [item] : []));
  expect(texts.length).toBeGreaterThan(5);
  for (const { line, x, y, size } of texts) {
    const [east] = convert.forward(
      utmDefinition(39, false),
      toEarth([x + (line.width * size) / 2, y < map.y ? map.y : map.y + map.height]),
    ) ?? [0];
    // A hundredth of a millimetre on paper is less than a metre here.
    expect(Math.abs(east - Number(line.text))).toBeLessThan(1);
  }
});

const word = (text: string, over: Partial<MapWord> = {}): MapWord => ({
  at: [51.39, 35.7],
  text,
  size: 15,
  color: '#1971c2',
  halo: '#ffffff',
  opacity: 1,
  rotation: 0,
  stands: 'middle',
  ...over,
});

test('words on the map are text that is found again, in the middle of their place, and the map cuts them', async () => {
  const words = [
    word('چاه شماره ۱۲ (آب‌بند)'),
    word('دیگر', { at: [0, 0] }),
    word('برگشته', { rotation: 90, at: [51.2, 35.6] }),
  ];
  const plain = layOut({ ...FACTS, legend: null }, PLACE, FACES);
  const { page, map } = layOut({ ...FACTS, legend: null }, PLACE, FACES, words);
  const packed = await packRows(8, stripes(8, 4, 7));
  async function* all() {
    yield { page, map: { width: 8, height: 4, packed } };
  }
  const blob = await writePdf(all(), { title: 't', lang: 'fa-IR', images: new Map() });
  const { pages } = await readPdf(new Uint8Array(await blob.arrayBuffer()));
  expect(pages[0]?.lines.join('\n')).toContain(visibleText('چاه شماره ۱۲ (آب‌بند)'));
  expect(pages[0]?.lines.join('\n')).toContain('برگشته');
  expect(pages[0]?.lines.join('\n')).not.toContain('دیگر');
  const kinds = page.items.map(({ kind }) => kind);
  expect(kinds.indexOf('clip')).toBe(kinds.indexOf('map') + 1);
  expect(kinds.indexOf('unclip') - kinds.indexOf('clip')).toBe(5);
  const own = page.items.slice(kinds.indexOf('clip'), kinds.indexOf('unclip') + 1);
  expect(page.items.filter((item) => !own.includes(item))).toEqual(plain.page.items);
  const text = own.find((item) => item.kind === 'text');
  if (text?.kind !== 'text') throw new Error('no text');
  const { toPaper } = projection(PLACE, map);
  const [x, y] = toPaper([51.39, 35.7]);
  expect(text.x + (text.line.width * text.size) / 2).toBeCloseTo(x, 6);
  expect(text.size).toBeCloseTo((15 * 25.4) / 96, 6);
  expect(y).toBeLessThan(text.y);
  expect(text.y - y).toBeLessThan(text.size / 2);
  const turned = own.findLast((item) => item.kind === 'text');
  expect(turned).toMatchObject({ angle: -90 });
});

/** What poppler reads in a file, line by line; null where it is not at hand. */
const readByPoppler = (file: Uint8Array): string[] | null => {
  const { stdout, error } = spawnSync('pdftotext', ['-', '-'], { input: file, encoding: 'utf8' });
  return error ? null : stdout.split('\n').map(visibleText).filter(Boolean);
};

test('a turned line is read as one run: every one by pdf.js, one from left to right by poppler too', async () => {
  for (const angle of [17, 45, -30, 135]) {
    const texts = ['North well 12', '۳۵٫۷۰۱۲', 'چاه شماره ۱۲ (آب‌بند)', 'سلام لاله'];
    const items = texts.map((text, i): Item => {
      const line = shape(FACES.regular, text, 'rtl');
      return { kind: 'text', line, x: 100, y: 60 + i * 55, size: 5, color: '#000000', angle };
    });
    async function* all() {
      yield { page: { width: 210, height: 297, items }, map: null };
    }
    const blob = await writePdf(all(), { title: 't', lang: 'fa-IR', images: new Map() });
    const file = new Uint8Array(await blob.arrayBuffer());
    const { pages } = await readPdf(file);
    expect(pages[0]?.lines).toEqual(texts.map(visibleText));
    const read = readByPoppler(file);
    if (read) expect(read).toEqual(expect.arrayContaining(texts.slice(0, 2)));
  }
});

test('words of several lines, above a mark and at a foot, keep their order and their distance', () => {
  const at = (stands: MapWord['stands'], text = 'یک\nدو') =>
    layOut({ ...FACTS, legend: null }, PLACE, FACES, [word(text, { stands })]).page.items.flatMap((item) =>
      item.kind === 'text' && item.color === '#1971c2' ? [item] : [],
    );
  for (const stands of ['foot', 'middle', 'lifted'] as const) {
    const [first, second] = at(stands);
    expect([first?.line.text, second?.line.text]).toEqual(['یک', 'دو']);
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(1.2 * (first?.size ?? 0), 6);
  }
  const foot = (stands: MapWord['stands']) => at(stands, 'یک')[0]?.y ?? 0;
  expect(foot('lifted')).toBeLessThan(foot('foot'));
  expect(foot('foot')).toBeLessThan(foot('middle'));
});

test("a tool's words give way to what was written by hand and to each other, and are left out where there is no place", () => {
  const laid = (words: MapWord[]) =>
    layOut({ ...FACTS, legend: null, grid: null }, PLACE, FACES, words).page.items.flatMap((item) =>
      item.kind === 'text' && item.color === '#1971c2' ? [item] : [],
    );
  const [alone] = laid([word('دست‌نوشته', { stands: 'middle' })]);
  const measured = Array.from({ length: 12 }, (_, i) => word(`${i} متر`, { stands: 'foot' }));
  const all = laid([...measured, word('دست‌نوشته', { stands: 'middle' })]);
  expect(all[0]).toMatchObject({ line: { text: 'دست‌نوشته' }, x: alone?.x, y: alone?.y });
  expect(all.length).toBeGreaterThan(2);
  expect(all.length).toBeLessThan(8);
  for (const [i, a] of all.entries())
    for (const b of all.slice(i + 1)) expect(Math.abs(a.y - b.y)).toBeGreaterThan(Math.min(a.size, b.size));
});

test('labels of the map keep away from where the page writes, also from words that were moved aside', () => {
  const words = ['۱۲ کیلومتر', '۳ کیلومتر', '۴۵ کیلومتر'].map((text) => word(text, { stands: 'foot', rotation: 30 }));
  const { page, map, placed } = layOut({ ...FACTS, legend: null, grid: null }, PLACE, FACES, words);
  const style = reserveWords({ version: 8, sources: {}, layers: [] }, placed, PLACE, map);
  const [source] = Object.values(style.sources) as unknown as [{ data: GeoJSON.FeatureCollection<GeoJSON.Point> }];
  const { toPaper } = projection(PLACE, map);
  const texts = page.items.flatMap((item) => (item.kind === 'text' && item.color === '#1971c2' ? [item] : []));
  expect(source.data.features.map(({ properties }) => properties?.text)).toEqual(words.map(({ text }) => text));
  for (const [i, { geometry }] of source.data.features.entries()) {
    const { line, x, y, size, angle = 0 } = texts[i] as (typeof texts)[number];
    const turn = (-angle * Math.PI) / 180;
    const [mx, my] = toPaper(geometry.coordinates as [number, number]);
    // The middle of the line, a third of its height above its foot.
    expect(mx).toBeCloseTo(x + ((line.width * Math.cos(turn)) / 2 + 0.32 * Math.sin(turn)) * size, 6);
    expect(my).toBeCloseTo(y + ((line.width * Math.sin(turn)) / 2 - 0.32 * Math.cos(turn)) * size, 6);
  }
  expect(new Set(source.data.features.map(({ geometry }) => geometry.coordinates.join())).size).toBe(3);
});

test('features give their words away, keep their marks, and keep what no face can write', () => {
  const feature = (properties: Record<string, unknown>) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [51, 35] },
    properties,
  });
  const settings = {
    type: 'FeatureCollection' as const,
    features: [
      feature({ text: 'سلام', size: 0, font_size: 20, color: '#123456', lifted: true }),
      feature({ text: '۳', size: 5 }),
      feature({ text: '漢字', size: 0 }),
      feature({ size: 5 }),
    ],
  };
  const { rest, words } = extractWords(settings, 'foot', FACES.regular);
  expect(rest.features.map(({ properties }) => properties)).toEqual([
    { size: 5 },
    { text: '漢字', size: 0 },
    { size: 5 },
  ]);
  expect(words.map(({ text, stands, size, color }) => [text, stands, size, color])).toEqual([
    ['سلام', 'lifted', 20, '#123456'],
    ['۳', 'foot', 13, '#4263eb'],
  ]);
  expect(extractWords(settings, 'foot', []).rest).toBe(settings);
});

test('the scale bar of a page is as long as its numbers say', () => {
  const { page } = layOut({ ...FACTS, legend: null, north: false, grid: null }, PLACE, FACES);
  const bars = page.items.flatMap((item) =>
    item.kind === 'path' && item.steps.length === 5 && item.fill ? [item.steps] : [],
  );
  const xs = bars.flatMap((steps) => steps.flatMap((s) => (s[0] === 'M' || s[0] === 'L' ? [s[1]] : [])));
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(paperBar(PLACE.center[1], PLACE.zoom, 60).mm, 6);
});

test('rows come back as they were, in stripes of any height', async () => {
  for (const rows of [1, 3, 50]) {
    const packed = await packRows(17, stripes(17, 50, 3, rows));
    const png = await toPng(17, 50, 300, packed);
    const read = decode(new Uint8Array(await png.arrayBuffer()), { checkCrc: true });
    expect([read.width, read.height, read.channels]).toEqual([17, 50, 3]);
    const { value } = await stripes(17, 50, 3).next();
    const { rgba } = value as Stripe;
    expect([...read.data]).toEqual([...rgba].filter((_, i) => i % 4 !== 3));
    // 300 dots an inch are 11,811 a metre.
    expect(read.resolution).toMatchObject({ x: 11811, y: 11811, unit: 1 });
    expect(inflateSync(new Uint8Array(await packed.arrayBuffer()))).toHaveLength((17 * 3 + 1) * 50);
  }
});

test('a packer that is interrupted passes the reason on', async () => {
  async function* broken(): AsyncGenerator<Stripe> {
    yield* stripes(4, 4, 1);
    throw new Error('stopped');
  }
  await expect(packRows(4, broken())).rejects.toThrow('stopped');
});

test('a picture that is stopped while its file is written passes the reason on', async () => {
  const control = new AbortController();
  // More than one chunk, of which no byte shrinks.
  const packed = new Blob([new Uint8Array(3 << 20)]);
  const coming = toPng(8, 4, 96, packed, control.signal);
  control.abort(new Error('stop'));
  await expect(coming).rejects.toThrow('stop');
});
