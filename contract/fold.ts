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

/** Lower case, one yeh, kaf, heh and alef, Latin digits, no vowel marks, no zero-width characters, single spaces. Idempotent. */
export const fold = (text: string): string =>
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
