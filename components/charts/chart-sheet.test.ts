// The workbook of a chart, read back by another program's reading of zip files, and by the checksum of the platform.
import { crc32 } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { chartSheet } from './chart-sheet';

const DATA = {
  category: 'نوع',
  series: ['شمار', 'جمع <۱>'],
  rows: [
    { key: 'a', label: '=HYPERLINK("x") & \u0001ی', values: [3, 1.5] },
    { key: 'b', label: 'نان', values: [-2, null] },
  ],
};
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const read = async (isRightToLeft = true, title = 'a') => {
  const bytes = await bytesOf(chartSheet(DATA, { title, isRightToLeft }));
  const files = unzipSync(bytes);
  return { bytes, files, text: (path: string) => strFromU8(files[path] as Uint8Array) };
};

describe('the workbook of a chart', () => {
  it('holds texts as texts, numbers as numbers, and gaps as empty cells', async () => {
    const { text, files } = await read();
    expect(Object.keys(files)).toEqual(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/worksheets/sheet1.xml']); // biome-ignore format: one list
    const cells = [...text('xl/worksheets/sheet1.xml').matchAll(/<c(?: t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is>|><v>([^<]*)<\/v>|\/)/g)]; // biome-ignore format: one pattern
    expect(cells.map(([, words, value]) => words ?? (value === undefined ? null : Number(value)))).toEqual([
      'نوع', 'شمار', 'جمع &lt;۱&gt;', '=HYPERLINK(&quot;x&quot;) &amp; ی', 3, 1.5, 'نان', -2, null,
    ]); // biome-ignore format: cells
  });

  it('stands from right to left where the language does', async () => {
    expect((await read(true)).text('xl/worksheets/sheet1.xml')).toContain('rightToLeft="1"');
    expect((await read(false)).text('xl/worksheets/sheet1.xml')).not.toContain('rightToLeft');
  });

  it('has a name that spreadsheets take', async () => {
    const name = async (title: string) => /<sheet name="([^"]*)"/.exec((await read(true, title)).text('xl/workbook.xml'))?.[1]; // biome-ignore format: one line
    expect(await name('a/b[c]:d')).toBe('a b c  d');
    expect(await name('x'.repeat(50))).toHaveLength(31);
    expect(await name('***')).toBe('Sheet1');
  });

  it('has the checksums of what it holds', async () => {
    const { bytes, files } = await read();
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const content of Object.values(files)) {
      expect(view.getUint32(at + 14, true)).toBe(crc32(content));
      at += 30 + view.getUint16(at + 26, true) + content.length;
    }
    expect(view.getUint32(at, true)).toBe(0x02014b50);
  });
});
