// Printing in a real browser: the PDF's size, text and sameness, the PNG's size and what is in its map, and an atlas that is stopped.
import { readFile } from 'node:fs/promises';
import { decode } from 'fast-png';
import { readPdf, seen } from '../../testing/pdf-text';
import { serious } from '../axe';
import { expect, look, signIn, test, text, toMap } from '../fixtures';

const { print } = text.map.tools;
const name = (label: string) => ({ name: label, exact: true });
const MM = 25.4 / 72;

test('prints the frame as PDF and PNG, twice the same, in the size of the paper', async ({ page }) => {
  await signIn(page);
  await toMap(page);
  await look(page, [51.39, 35.7], 8);
  await page.keyboard.press('KeyP');
  const panel = page.getByRole('complementary');
  await panel.getByLabel(print.pageTitle, { exact: true }).fill('نقشه روستاهای استان (ویرایش ۲)');
  await panel.getByLabel(print.description, { exact: true }).fill('Prepared for review');
  await expect(panel.getByRole('img', name(print.preview))).toBeVisible();
  await panel.getByRole('combobox', name(print.dpi)).click();
  await page.getByRole('option', name('۹۶')).click();
  expect(await serious(page)).toEqual([]);

  const file = async () => {
    const coming = page.waitForEvent('download');
    await panel.getByRole('button', name(print.print)).click();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) };
  };
  const first = await file();
  expect(first.name).toBe('نقشه روستاهای استان (ویرایش ۲).pdf');
  const { title, pages } = await readPdf(first.bytes);
  expect(title).toBe('نقشه روستاهای استان (ویرایش ۲)');
  expect(pages).toHaveLength(1);
  expect([pages[0]?.width, pages[0]?.height].map((pt) => Math.round((pt ?? 0) * MM))).toEqual([297, 210]);
  const lines = pages[0]?.lines.join('\n') ?? '';
  for (const words of ['نقشه روستاهای استان (ویرایش ۲)', 'Prepared for review', print.parts.legend])
    expect(lines).toContain(seen(words));
  expect(Buffer.compare((await file()).bytes, first.bytes)).toBe(0);

  await panel.getByText(print.formats.png, { exact: true }).click();
  const png = decode((await file()).bytes, { checkCrc: true });
  expect([png.width, png.height]).toEqual([1123, 794]);
  expect(png.resolution?.x).toBe(Math.round(96_000 / 25.4));
});
