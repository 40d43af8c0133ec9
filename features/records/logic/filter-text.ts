// What a person types above a column, made into the server's filter: numbers and days in the reader's script and calendar.
import { FIELDS, isDated, isTextual, isYesNo, type Operand, specOf } from '@/contract/fields';
import { formatComparison, NO_VALUE, splitComparison } from '@/contract/filters/record-filter';
import { addDays } from '@/contract/jalali';
import type { Field } from '@/contract/schemas/form';
import type { Comparison, Scalar } from '@/contract/schemas/query';
import { parseNumber, toLatin } from '@/lib/i18n/digits';
import { parseDay } from '@/lib/i18n/jalali';
import type { Lang } from '@/lib/i18n/lang';

const pad = (n: number) => String(n).padStart(2, '0');

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
  return first && next ? { first, last: addDays(next, -1) } : null;
}

/** The rule of a comparison with days, months or years: its sign, and the days that stand for them. */
function dayRule(
  lang: Lang,
  { is, low, high = low }: NonNullable<ReturnType<typeof splitComparison>>,
): { is: Comparison; value: Scalar | Scalar[] } | null {
  const [from, to] = [span(lang, low), span(lang, high)];
  if (!from || !to) return null;
  if (is === 'eq')
    return from.first === to.last ? { is, value: to.last } : { is: 'between', value: [from.first, to.last] };
  return { is, value: is === 'ge' || is === 'lt' ? from.first : from.last };
}

/** The server's filter for what was typed; '' where nothing is asked, null where it cannot be understood. */
export function filterOf(field: Field, typed: string, lang: Lang): string | null {
  const text = typed
    .trim()
    .replace(/[\u200e\u200f]/g, '')
    .replace('\u2265', '>=')
    .replace('\u2264', '<=');
  if (text === '' || text === NO_VALUE) return text;
  if (isYesNo(field)) return text === 'true' || text === 'false' ? text : null;
  if (isTextual(field)) return text;
  const { format } = specOf(field);
  if (format === 'list' || format === 'files') return format === 'list' ? text : null;
  const parts = splitComparison(text.replace('\u2026', '..'));
  if (!parts) return null;
  const rule = isDated(field) ? dayRule(lang, parts) : format === 'time' ? timeRule(parts) : numberRule(parts);
  return rule && formatComparison(field, { field: field.name, ...rule });
}

function timeRule({ is, low, high = low }: NonNullable<ReturnType<typeof splitComparison>>) {
  const [from, to] = [low, high].map((text) => FIELDS.time.operand(text)) as [Operand, Operand];
  if ('problem' in from || 'problem' in to || from.value === null || to.value === null) return null;
  return high === low ? { is, value: from.value } : { is: 'between' as const, value: [from.value, to.value] };
}

function numberRule({ is, low, high = low }: NonNullable<ReturnType<typeof splitComparison>>) {
  const [from, to] = [parseNumber(low), parseNumber(high)];
  if (from === null || to === null) return null;
  return high === low
    ? { is, value: from }
    : { is: 'between' as const, value: [Math.min(from, to), Math.max(from, to)] };
}
