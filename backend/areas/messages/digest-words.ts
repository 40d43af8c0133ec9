// The numbers of a dashboard in plain sentences, in the language of whoever reads them.
import type { Measure, Period } from '../../../contract/schemas/dashboard';
import { type Lang, say } from '../../http/errors';

/** A number as it was counted; it is worded when it is read. */
export interface DigestNumber {
  /** Empty: what it counts gives it its words. */
  title: string;
  layer?: string;
  measure?: Measure['type'] | null;
  field?: string | null;
  value: number;
  /** The period of its trend, and the same number in the one before; null where there is none. */
  past: Period | null;
  before: number | null;
}

const DIGITS = 2;
const FORMATS = {
  fa: new Intl.NumberFormat('fa', { maximumFractionDigits: DIGITS }),
  en: new Intl.NumberFormat('en', { maximumFractionDigits: DIGITS }),
};

const titleOf = (lang: Lang, { title, layer = '', measure, field }: DigestNumber): string =>
  title ||
  say(lang, 'digest_title', {
    layer,
    measure: measure ? say(lang, `digest_${measure}`, { field: field ?? '' }) : say(lang, 'digest_count'),
  });

function wordNumber(lang: Lang, number: DigestNumber): string {
  const { value, before, past } = number;
  const text = (n: number) => FORMATS[lang].format(n);
  const parts = { title: titleOf(lang, number), value: text(value) };
  if (before === null || past === null) return say(lang, 'digest_line', parts);
  const than = say(lang, `digest_past_${past}`);
  if (text(value) === text(before)) return say(lang, 'digest_same', { ...parts, past: than });
  const difference = text(Math.abs(value - before));
  return say(lang, value > before ? 'digest_more' : 'digest_less', { ...parts, difference, past: than });
}

/** A sentence a line. */
export const wordNumbers = (lang: Lang, numbers: readonly DigestNumber[]): string =>
  numbers.map((number) => wordNumber(lang, number)).join('\n');
