// Digits in both scripts: shown in the reader's, accepted in either.
import { latinDigits, readNumber } from '../../contract/digits';
import type { Lang } from './lang';

const PERSIAN_ZERO = 0x06f0;

/** Persian and Arabic digits as Latin ones; all else unchanged. */
export const toLatin = latinDigits;

/** Latin and Arabic digits as Persian ones; all else unchanged. */
export const toPersian = (text: string): string =>
  toLatin(text).replace(/\d/g, (d) => String.fromCharCode(PERSIAN_ZERO + Number(d)));

/** Text with its digits in the script of the language: versions, codes, coordinates. */
export const digits = (lang: Lang, text: string | number): string =>
  lang === 'fa' ? toPersian(String(text)) : toLatin(String(text));

/** Coordinates as the map writes them, with the digits, the decimal point and the comma of the language. */
export const formatCoordinates = (lang: Lang, text: string): string =>
  lang === 'fa' ? toPersian(text).replace(/\./g, '\u066b').replace(/,/g, '\u060c') : toLatin(text);

const formats = new Map<string, Intl.NumberFormat>();

/** A number with grouping and decimals of the language, every digit of the same width in our font. */
export function formatNumber(lang: Lang, value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = `${lang}${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(lang, options);
    formats.set(key, format);
  }
  return format.format(value);
}

/** A whole percentage of a share between 0 and 1. */
export const formatPercent = (lang: Lang, share: number): string =>
  formatNumber(lang, share, { style: 'percent', maximumFractionDigits: 0 });

/** A number typed in either script, with either script's separators; null where it is none. */
export function parseNumber(text: string): number | null {
  const plain = toLatin(text.trim())
    .replace(/[,٬_\s\u200e\u200f]/g, '')
    .replace('٫', '.')
    .replace(/^\u2212/, '-');
  const value = readNumber(plain);
  return Number.isNaN(value) ? null : value;
}
