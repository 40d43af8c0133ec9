// Sheets of records: nothing leaves the page, headings stay with what they head, and every word can be read back.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type PrintedPage, writePdf } from '../pdf';
import { type Faces, readFace } from '../text';
import { layOutSheet, type Sheet } from './layout';

const face = (cut: string) =>
  readFace(`Vazirmatn-${cut}`, new Uint8Array(readFileSync(`node_modules/vazirmatn/fonts/ttf/Vazirmatn-${cut}.ttf`)));
const [regular, bold] = [face('Regular'), face('Bold')];
const FACES: Faces = { regular: [regular, bold], bold: [bold, regular] };
const FOOT = { note: '۱۴۰۵/۰۹/۰۴', page: (n: number, of: number) => `${n} از ${of}` };
const LONG = 'نشانی دراز با واژه‌های بسیار '.repeat(40).trim();
const SHEET: Sheet = {
  kicker: 'خدمات شهری',
  title: 'بیمارستان امام',
  parts: [
    { heading: null, rows: [{ label: 'نام', value: 'بیمارستان امام' }, { label: 'نشانی', value: LONG }] }, // biome-ignore format: one part
    { heading: 'تجهیزات', rows: Array.from({ length: 60 }, (_, i) => ({ label: `قلم ${i}`, value: String(i) })) },
    { heading: 'بی‌مقدار', rows: [{ label: 'خالی', value: '' }] },
  ],
  hasMap: true,
  pictures: Array.from({ length: 7 }, (_, i) => ({ name: `p${i}`, ratio: i % 2 ? 3 : 0.4, label: `عکس ${i}` })),
  lists: [{ heading: 'بازدیدها', rows: ['اول', 'دوم'], more: 'و ۳ مورد دیگر' }],
};
const set = (sheet: Sheet, direction: 'rtl' | 'ltr' = 'rtl') =>
  layOutSheet(sheet, FOOT, { pictures: 'تصویرها' }, FACES, direction);

const words = ({ items }: PrintedPage['page']) =>
  items.flatMap((item) => (item.kind === 'text' ? [{ ...item, text: item.line.text, width: item.line.width * item.size }] : [])); // biome-ignore format: one line

it.each(['rtl', 'ltr'] as const)('keeps everything on its pages when it is read %s', (direction) => {
  const { pages, map } = set(SHEET, direction);
  expect(pages.length).toBeGreaterThan(2);
  expect(map).toMatchObject({ x: 15, width: 180, height: 80 });
  for (const page of pages) {
    for (const { x, y, width } of words(page)) {
      expect(x).toBeGreaterThanOrEqual(14.99);
      expect(x + width).toBeLessThanOrEqual(195.01);
      expect(y).toBeLessThanOrEqual(282.01);
    }
    for (const item of page.items)
      if (item.kind === 'image') {
        expect(item.y + item.height).toBeLessThan(275);
        expect([item.x >= 14.99, item.x + item.width <= 195.01]).toEqual([true, true]);
      }
    // A heading is never the last thing above the foot.
    expect(['تجهیزات', 'تصویرها', 'بازدیدها']).not.toContain(words(page).at(-3)?.text);
  }
  const [first] = pages;
  const title = words(first as never).find(({ text }) => text === SHEET.title);
  expect(direction === 'rtl' ? (title?.x ?? 0) + (title?.width ?? 0) : title?.x).toBeCloseTo(direction === 'rtl' ? 195 : 15, 3); // biome-ignore format: one line
});

it('writes a record that has nothing but its title on one page', () => {
  const { pages, map } = set({ ...SHEET, parts: [], hasMap: false, pictures: [], lists: [] });
  expect([pages.length, map]).toEqual([1, null]);
});

it('keeps every word and picture of many records readable', async () => {
  const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const picture = { width: 2, height: 1, data: new Uint8ClampedArray([255, 0, 0, 255, 0, 0, 255, 255]) };
  async function* all(): AsyncGenerator<PrintedPage> {
    for (const n of [1, 2]) {
      const sheet: Sheet = { ...SHEET, title: `عارضه ${n}`, hasMap: false, pictures: [{ name: `q${n}`, ratio: 2, label: 'x' }] }; // biome-ignore format: one row
      for (const [i, page] of set(sheet).pages.entries())
        yield { page, map: null, ...(i === 0 && { images: new Map([[`q${n}`, picture]]) }) };
    }
  }
  const file = await writePdf(all(), { title: 'x', lang: 'fa-IR', images: new Map() });
  const document = await getDocument({ data: new Uint8Array(await file.arrayBuffer()), verbosity: 0 }).promise;
  let text = '';
  let pictures = 0;
  for (let i = 1; i <= document.numPages; i += 1) {
    const page = await document.getPage(i);
    text += (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('');
    pictures += (await page.getOperatorList()).fnArray.filter((fn) => fn === OPS.paintImageXObject).length;
  }
  const plain = text.replace(/\s/g, '');
  for (const word of ['عارضه1', 'عارضه2', 'خدماتشهری', 'قلم59', 'بازدیدها', 'و۳مورددیگر'])
    expect(plain).toContain(word);
  expect(pictures).toBe(2);
});

it.each(['rtl', 'ltr'] as const)('keeps what says little on half a sheet when it is read %s', (direction) => {
  const sheet = { ...SHEET, parts: SHEET.parts.slice(0, 2), hasMap: false, pictures: [], lists: [] };
  const { pages } = layOutSheet(sheet, FOOT, { pictures: '' }, FACES, direction, 'A5');
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) {
    expect([page.width, page.height]).toEqual([148, 210]);
    for (const { x, y, width } of words(page)) {
      expect(x).toBeGreaterThanOrEqual(14.99);
      expect(x + width).toBeLessThanOrEqual(133.01);
      expect(y).toBeLessThanOrEqual(195.01);
    }
  }
});
