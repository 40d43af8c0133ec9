// One folding of Persian text for search, on both sides of the wire: what looks the same is found the same.
import { latinDigits } from './schemas/common';

const SAME: Record<string, string> = {
  '\u064a': '\u06cc',
  '\u0649': '\u06cc',
  '\u0626': '\u06cc',
  '\u0643': '\u06a9',
  '\u0629': '\u0647',
  '\u06c0': '\u0647',
  '\u0623': '\u0627',
  '\u0625': '\u0627',
  '\u0622': '\u0627',
  '\u0671': '\u0627',
  '\u0624': '\u0648',
};
const LOOKALIKE = new RegExp(`[${Object.keys(SAME).join('')}]`, 'g');
// Harakat, superscript alef, tatweel, and the zero-width characters.
const INVISIBLE = /[\u064b-\u065f\u0670\u0640\u200c-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

const range = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(first + i)).join('');

/** The same for databases that do not know us, as two texts of `translate`: letters of the first become those of the second, the rest vanish. */
export const FOLDED_FROM = `${Object.keys(SAME).join('')}${range(0x06f0, 10)}${range(0x0660, 10)}${range(0x064b, 21)}\u0670\u0640${range(0x200c, 4)}\ufeff`;
export const FOLDED_TO = `${Object.values(SAME).join('')}${'0123456789'.repeat(2)}`;

/** What is not as it should be: any letter but those that stay as they are and never join into another one, and odd spaces. */
const UNFOLDED =
  /[^ !-@[-~\u00ab\u00bb\u060c\u061b\u061f\u0621\u0627\u0628\u062a-\u063a\u0641\u0642\u0644-\u0648\u067e\u0686\u0698\u06a9\u06af\u06cc]|^ | $| {2}/;

const foldAny = (text: string): string =>
  latinDigits(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(LOOKALIKE, (c) => SAME[c] as string)
      .replace(INVISIBLE, '')
      // Lower case and what vanished may have brought a letter and its mark together.
      .normalize('NFKC'),
  )
    .replace(/\s+/g, ' ')
    .trim();

/** Lower case, one yeh, kaf, heh and alef, Latin digits, no vowel marks, no zero-width characters, single spaces. Idempotent. */
export const fold = (text: string): string => (UNFOLDED.test(text) ? foldAny(text) : text);
