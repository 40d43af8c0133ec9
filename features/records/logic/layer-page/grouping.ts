// What a table's records are grouped by, in the address. Pure.
import { hasNoValue, isDated, isFiles, isNumeric } from '@/contract/fields';
import { jalaliFromIso } from '@/contract/jalali';
import type { Field } from '@/contract/schemas/form';
import { GROUP_STEPS, type Grouping, MAX_SUMS } from '@/contract/schemas/layers/groups';
import type { Lang } from '@/lib/i18n/lang';

const KEYS = { field: 'group', step: 'by', sums: 'sums' };

/** Fields that records can be grouped by. */
export const groupable = (form: readonly Field[]): Field[] => form.filter((field) => !hasNoValue(field) && !isFiles(field)); // biome-ignore format: one line
export const summable = (form: readonly Field[]): Field[] => form.filter(isNumeric);

/** The grouping as the form allows it; null where its field is gone. */
export function soundGrouping(form: readonly Field[], grouping: Grouping | null): Grouping | null {
  const by = groupable(form).find(({ name }) => name === grouping?.field);
  if (!by || !grouping) return null;
  const names = new Set(summable(form).map(({ name }) => name));
  return {
    field: by.name,
    ...(isDated(by) ? { step: grouping.step ?? 'month' } : {}),
    sums: grouping.sums.filter((name) => names.has(name)).slice(0, MAX_SUMS),
  };
}

/** Reads a grouping from an address. */
export function groupingFrom(search: URLSearchParams, form: readonly Field[]): Grouping | null {
  const field = search.get(KEYS.field);
  if (!field) return null;
  const step = GROUP_STEPS.find((one) => one === search.get(KEYS.step));
  const sums = search.get(KEYS.sums)?.split(',').filter(Boolean) ?? [];
  return soundGrouping(form, { field, ...(step ? { step } : {}), sums: [...new Set(sums)] });
}

/** The address's other parts with this grouping in place of the old one. */
export function writeGrouping(search: URLSearchParams, grouping: Grouping | null): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of Object.values(KEYS)) next.delete(key);
  if (!grouping) return next;
  next.set(KEYS.field, grouping.field);
  if (grouping.step) next.set(KEYS.step, grouping.step);
  if (grouping.sums.length > 0) next.set(KEYS.sums, grouping.sums.join());
  return next;
}

/** A year or month in the calendar of the reader, by its first day; digits are Latin. */
export function periodText(step: 'year' | 'month', first: string, lang: Lang): string {
  if (lang === 'en') return first.slice(0, step === 'year' ? 4 : 7);
  const { year, month } = jalaliFromIso(first);
  return step === 'year' ? String(year) : `${year}/${String(month).padStart(2, '0')}`;
}
