// What a person types above a column, made into the server's filter: numbers and days in the reader's script and calendar.
import { startOfDay } from '@/contract/dates';
import type { Field } from '@/contract/schemas/form';
import { parseNumber, toLatin } from '@/lib/i18n/digits';
import { parseDay } from '@/lib/i18n/jalali';
import type { Lang } from '@/lib/i18n/lang';

/** Stands for "no value". */
export const EMPTY = '~';

const FORM = /^(>=|<=|>|<|=)?\s*([^.\s].*?)(?:\s*\.\.\s*(.+))?$/;
const DAY_MS = 86_400_000;

const numeric = (field: Field) => field.type === 'integer' || field.type === 'decimal';
const dated = (field: Field) => field.type === 'date' || field.type === 'datetime';

const pad = (n: number) => String(n).padStart(2, '0');
const dayBefore = (iso: string) => new Date(Date.parse(iso) - DAY_MS).toISOString().slice(0, 10);

/** First and last day of a typed day, month ("1404/05") or year ("1404"). */
function span(lang: Lang, typed: string): { first: string; last: string } | null {
  const day = parseDay(lang, typed);
  if (day) return { first: day, last: day };
  const match = /^(\d{4})(?:\s*[-/.]\s*(\d{1,2}))?$/.exec(toLatin(typed.trim()));
  if (!match) return null;
  const year = Number(match[1]);
  const month = match[2] ? Number(match[2]) : null;
  const first = parseDay(lang, `${year}/${pad(month ?? 1)}/01`);
  const next =
    month === null || month === 12
      ? parseDay(lang, `${year + 1}/01/01`)
      : parseDay(lang, `${year}/${pad((month ?? 0) + 1)}/01`);
  return first && next ? { first, last: dayBefore(next) } : null;
}

const lastMoment = (day: string) =>
  new Date(Date.parse(startOfDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10))) - 1).toISOString();

function datesOf(field: Field, lang: Lang, operator: string, low: string, high: string | undefined): string | null {
  const from = span(lang, low);
  const to = high === undefined ? from : span(lang, high);
  if (!from || !to) return null;
  const start = field.type === 'date' ? from.first : startOfDay(from.first);
  const end = field.type === 'date' ? to.last : lastMoment(to.last);
  const whole = field.type === 'date' ? from.last : lastMoment(from.last);
  switch (high === undefined ? operator : '..') {
    case '>':
      return `>${whole}`;
    case '>=':
      return `>=${start}`;
    case '<':
      return `<${start}`;
    case '<=':
      return `<=${whole}`;
    default:
      return start === end ? `=${start}` : `${start}..${end}`;
  }
}

/** The server's filter for what was typed; '' where nothing is asked, null where it cannot be understood. */
export function filterOf(field: Field, typed: string, lang: Lang): string | null {
  const text = typed
    .trim()
    .replace(/[\u200e\u200f]/g, '')
    .replace('\u2265', '>=')
    .replace('\u2264', '<=');
  if (text === '' || text === EMPTY) return text;
  if (field.type === 'boolean') return text === 'true' || text === 'false' ? text : null;
  if (!numeric(field) && !dated(field)) return text;
  const match = FORM.exec(text.replace('\u2026', '..'));
  if (!match) return null;
  const [, operator = '', low = '', high] = match;
  if (high !== undefined && operator !== '' && operator !== '=') return null;
  if (dated(field)) return datesOf(field, lang, operator, low, high);
  const from = parseNumber(low);
  const to = high === undefined ? from : parseNumber(high);
  if (from === null || to === null) return null;
  return high === undefined ? `${operator || '='}${from}` : `${Math.min(from, to)}..${Math.max(from, to)}`;
}
