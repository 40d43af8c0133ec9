// What the columns of a table of people hold, by their headings in Persian and English, and how cells of them are read. Pure.
import { latinDigits } from '../../../../contract/digits';
import { fold } from '../../../../contract/fold';
import {
  BETWEEN_DAYS,
  BETWEEN_NAMES,
  DAY_NAMES,
  EVERY_DAY,
  PEOPLE_HEADINGS,
  UP_TO,
} from '../../../../contract/import-words';
import type { ImportField } from '../../../../contract/schemas/people/import';

/** A heading or a day as it is compared: without regard to case, half-spaces, marks and the sign of a field that must be filled in. */
const keyOf = (text: string) =>
  fold(text.replace(/[\u200c_*:.-]+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const FIELD_BY_HEADING = new Map(
  (Object.entries(PEOPLE_HEADINGS) as [ImportField, readonly string[]][]).flatMap(([field, words]) =>
    words.map((word) => [keyOf(word), field] as const),
  ),
);

/** The field of each heading; the first of two columns counts, the others are left out. */
export function fieldsOf(headings: readonly string[]): (ImportField | null)[] {
  const usedFields = new Set<ImportField>();
  return headings.map((heading) => {
    const field = FIELD_BY_HEADING.get(keyOf(heading)) ?? null;
    if (field === null || usedFields.has(field)) return null;
    usedFields.add(field);
    return field;
  });
}

/** Names in one cell; of roles and regions, whose own names may hold a blank or "and". */
export const namesIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(BETWEEN_NAMES)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

const DAYS = DAY_NAMES.map((names) => names.map((name) => keyOf(name).replaceAll(' ', '')));
const EVERY = new Set(EVERY_DAY.map(keyOf));

function dayOf(text: string): number | null {
  const key = keyOf(latinDigits(text)).replaceAll(' ', '');
  if (/^[1-7]$/.test(key)) return Number(key);
  const at = DAYS.findIndex((names) => names.includes(key));
  return at < 0 ? null : at + 1;
}

/** Days of a cell: names or numbers (1 is Saturday), also as a run ("Saturday to Wednesday", "1-5"). Null where one of them is no day. */
export function daysIn(cell: string): number[] | null {
  if (cell.trim() === '' || EVERY.has(keyOf(cell))) return [];
  const days = new Set<number>();
  for (const part of cell.split(BETWEEN_DAYS).filter((text) => text.trim())) {
    const ends = part.split(UP_TO).map(dayOf);
    const [first = null, last = first] = ends;
    if (first === null || last === null || ends.length > 2) return null;
    // A run may go over the end of the week: Thursday to Saturday.
    for (let day = first; ; day = (day % 7) + 1) {
      days.add(day);
      if (day === last) break;
    }
  }
  return [...days].sort((a, b) => a - b);
}

/** A telephone number as people write it: a table of numbers has lost the first zero of a mobile one. */
export function phoneIn(cell: string): string {
  const digits = latinDigits(cell).replace(/[\s()-]/g, '');
  return /^9\d{9}$/.test(digits) ? `0${digits}` : digits;
}

/** A full name as first and last name: all but the first word is the last name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = name.trim().split(/\s+/);
  return { first_name, last_name: rest.join(' ') };
}
