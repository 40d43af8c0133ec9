// Fonts in a PDF: the glyphs that are used, and which letter each of them stands for.
import { type Body, formatNumber, toBytes, toHex, utf16 } from './pdf-body';
import { pack } from './raster/rows';
import type { Face, Glyph } from './text';

/** One letter at one place, as readers of the file find it. */
interface Slot {
  /** The glyph's number in its face. */
  id: number;
  text: string;
  /** Ems. */
  width: number;
}

/**
 * The codes of one face in this document. A glyph has a code for each letter that it stands for, so that one shape which serves two
 * letters is still read as the one that was typed.
 */
export const createCodes = (face: Face) => {
  const codes = new Map<string, number>();
  const slots: Slot[] = [];
  return {
    face,
    slots,
    /** A glyph that draws nothing. */
    empty: face.font.glyphForCodePoint(32).id,
    of: (slot: Slot): number => {
      const key = `${slot.id}/${slot.text}/${slot.width.toFixed(4)}`;
      const assigned = codes.get(key);
      if (assigned) return assigned;
      const code = slots.push(slot);
      codes.set(key, code);
      return code;
    },
  };
};
export type Codes = ReturnType<typeof createCodes>;

const MARK = /\p{M}/u;

/**
 * The letters of a glyph from left to right, each at a place of its own. Programs that read text out of a file order right-to-left
 * letters by their places and know nothing of shapes that stand for several: the first letter carries the shape, the others are
 * empty, and marks take no room. A glyph that is drawn aside is empty too: its outline is drawn for itself.
 */
export const slotsOf = ({ id, text, advance, rtl, dx, dy }: Glyph, empty: number): Slot[] => {
  const letters = rtl ? [...text].reverse() : [...text];
  const own = dx === 0 && dy === 0 ? id : empty;
  if (letters.length === 0) return [{ id: own, text: '', width: advance }];
  const wide = letters.filter((letter) => !MARK.test(letter)).length;
  const bearer = wide > 0 ? letters.findIndex((letter) => !MARK.test(letter)) : 0;
  return letters.map((letter, i) => ({
    id: i === bearer ? own : empty,
    text: letter,
    width: wide === 0 ? (i === bearer ? advance : 0) : MARK.test(letter) ? 0 : advance / wide,
  }));
};

const MAX_CHARS = 100;
/** What each code stands for, in the words of Adobe's technical note 5411. */
const toUnicode = ({ slots }: Codes): string => {
  const rows = slots.flatMap(({ text }, i) => (text === '' ? [] : [`<${toHex(i + 1)}> <${utf16(text)}>`]));
  const blocks = Array.from({ length: Math.ceil(rows.length / MAX_CHARS) }, (_, i) => {
    const block = rows.slice(i * MAX_CHARS, (i + 1) * MAX_CHARS);
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`;
  });
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${blocks.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
};

/** Writes the used glyphs of a face into the file; returns the number of the font. */
export const writeFace = async (body: Body, id: number, codes: Codes): Promise<void> => {
  const { face, slots } = codes;
  const { font } = face;
  // The published types know neither numbers nor the answer.
  const subset = font.createSubset() as unknown as { includeGlyph(id: number): number; encode(): Uint8Array };
  const places = slots.map(({ id: glyph }) => subset.includeGlyph(glyph));
  const file = Uint8Array.from(subset.encode());
  const map = new Uint8Array((slots.length + 1) * 2);
  places.forEach((place, i) => {
    map.set([place >> 8, place & 0xff], (i + 1) * 2);
  });
  const flate = async (dict: string, bytes: Uint8Array<ArrayBuffer>) =>
    body.add(`<<${dict}/Filter/FlateDecode>>`, await pack(bytes));
  const program = await flate(`/Length1 ${file.length}`, file);
  const cids = await flate('', map);
  const unicode = await flate('', toBytes(toUnicode(codes)));
  const mille = (units: number) => formatNumber((units * 1000) / font.unitsPerEm);
  const { minX, minY, maxX, maxY } = font.bbox;
  // A subset's name begins with six letters: they name what is in it, not when it was made.
  let sum = 0;
  for (const { id: glyph, text } of slots)
    for (const c of `${glyph}${text}`) sum = (sum * 31 + c.charCodeAt(0)) % 26 ** 6;
  const tag = Array.from({ length: 6 }, (_, i) => String.fromCharCode(65 + (Math.floor(sum / 26 ** i) % 26))).join('');
  const name = `${tag}+${face.name}`;
  const descriptor = body.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${[minX, minY, maxX, maxY].map(mille).join(' ')}]/ItalicAngle 0/Ascent ${mille(font.ascent)}/Descent ${mille(font.descent)}/CapHeight ${mille(font.capHeight)}/StemV 80/FontFile2 ${program} 0 R>>`,
  );
  const widths = slots.map(({ width }) => formatNumber(width * 1000)).join(' ');
  const descendant = body.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/DW 1000/W[1[${widths}]]/CIDToGIDMap ${cids} 0 R>>`,
  );
  body.put(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  );
};
