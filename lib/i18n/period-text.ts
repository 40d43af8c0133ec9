// A period of the Jalali calendar by its first day: a day, a week by its Saturday, a month or a year by its name.
import type { Period } from '../../contract/schemas/dashboard';
import { formatDate } from './dates';
import type { Lang } from './lang';

const LOCALE = { fa: 'fa-IR-u-ca-persian-nu-arabext', en: 'en-u-ca-persian-nu-latn' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function part(lang: Lang, name: 'month' | 'year', iso: string): string {
  const key = lang + name;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(LOCALE[lang], { [name]: name === 'month' ? 'long' : 'numeric', timeZone: 'UTC' });
  formats.set(key, format);
  // The English name of the era stands beside the year; only the year is wanted.
  return format.formatToParts(new Date(`${iso}T00:00:00Z`)).find(({ type }) => type === name)?.value ?? '';
}

export function periodText(period: Period, first: string, lang: Lang): string {
  if (period === 'day' || period === 'week') return formatDate(lang, first);
  const year = part(lang, 'year', first);
  return period === 'year' ? year : `${part(lang, 'month', first)} ${year}`;
}
