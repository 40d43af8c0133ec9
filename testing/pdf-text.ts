// Reads the text of a PDF back with another program's code: pdf.js, in its build for Node.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPage {
  /** Points. */
  width: number;
  height: number;
  /** Without the unseen marks of direction, which readers of text may add or drop. */
  lines: string[];
}

const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Letters as they are found, without the unseen ones. */
export const visibleText = (text: string): string => text.replace(UNSEEN, '').replace(/ +/g, ' ').trim();

export const readPdf = async (bytes: Uint8Array): Promise<{ title: string; pages: ReadPage[] }> => {
  // pdf.js takes the bytes away from whoever gave them.
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const { info } = await document.getMetadata();
  const pages: ReadPage[] = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const page = await document.getPage(n);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const lines = [''];
    for (const item of items) {
      if (!('str' in item)) continue;
      lines[lines.length - 1] += item.str;
      if (item.hasEOL) lines.push('');
    }
    pages.push({ width, height, lines: lines.map(visibleText).filter(Boolean) });
  }
  await document.destroy();
  return { title: String((info as { Title?: string }).Title ?? ''), pages };
};
