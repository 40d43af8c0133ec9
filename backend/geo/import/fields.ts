// Finds out what a column holds by looking at its values, carefully: a wrong guess loses leading zeros and dates.
import { latinDigits } from '../../../contract/schemas/common';
import type { FieldType, Value } from '../../../contract/schemas/form';
import { dayLook, isoFromGregorian, isoFromJalali } from './dates';
import { ImportProblem } from './problems';
import type { Column, RawRow } from './types';

/** So many rows decide on a column's type, in `inspect` and in `read` alike. */
export const SAMPLE_ROWS = 2000;
/** As many as an order can name (contract ImportOrder.fields). */
const MAX_COLUMNS = 500;
const LONG = 255;
const SAMPLES = 5;

// Telephone numbers and codes ("0912…", 16 digits) are text: as numbers they would lose digits.
const INTEGER = /^[+-]?(0|[1-9]\d{0,14})$/;
const DECIMAL = /^[+-]?(0|[1-9]\d*)?[.٫]\d+([eE][+-]?\d+)?$|^[+-]?(0|[1-9]\d{0,14})([eE][+-]?\d{1,3})?$/;
const TRUTH = /^(true|false)$/i;

type Look = 'integer' | 'decimal' | 'boolean' | 'jalali' | 'gregorian' | 'instant' | 'text';

export interface FieldLook {
  name: string;
  type: FieldType;
  /** How a text value becomes the type's value, where it is not kept as it is. */
  convert: ((text: string) => Value) | null;
  samples: string[];
}

interface Tally {
  declared?: FieldType;
  looks: Set<Look>;
  longest: number;
  samples: string[];
}

function lookOf(value: string | number | boolean, textual: boolean): Look {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'decimal';
  const day = dayLook(value);
  if (day) return day;
  if (!textual) return 'text';
  const text = latinDigits(value.trim());
  if (INTEGER.test(text)) return 'integer';
  if (DECIMAL.test(text)) return 'decimal';
  return TRUTH.test(text) ? 'boolean' : 'text';
}

function settle(name: string, tally: Tally): FieldLook {
  const { samples, looks, longest } = tally;
  const only = looks.size === 1 ? [...looks][0] : undefined;
  const plain = (type: FieldType): FieldLook => ({ name, type, convert: null, samples });
  const converted = (type: FieldType, convert: (text: string) => Value): FieldLook => ({
    name,
    type,
    convert,
    samples,
  });
  // What does not read as a day stays as it was written, for the form's own check to refuse.
  if (only === 'jalali') return converted('date', (t) => isoFromJalali(t) ?? t);
  if (only === 'gregorian') return converted('date', (t) => isoFromGregorian(t) ?? t);
  if (only === 'instant') return converted('datetime', (t) => latinDigits(t.trim()).replace(' ', 'T'));
  const trusted = looks.size === 0 || (tally.declared !== 'text' && tally.declared !== 'date');
  if (tally.declared && trusted) return plain(tally.declared);
  if (!tally.declared && only === 'boolean') {
    return converted('boolean', (t) => (TRUTH.test(t.trim()) ? t.trim().toLowerCase() === 'true' : t));
  }
  if (!tally.declared && looks.size > 0 && [...looks].every((l) => l === 'integer' || l === 'decimal')) {
    return plain(looks.has('decimal') ? 'decimal' : 'integer');
  }
  return plain(longest > LONG ? 'long_text' : 'text');
}

/** Collects values row by row and says at the end what the columns hold. Columns keep the order in which they appear. */
export function fieldTally(columns: readonly Column[] | null, textual: boolean) {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string, declared?: FieldType) => {
    let tally = tallies.get(name);
    if (!tally) {
      if (tallies.size >= MAX_COLUMNS) throw new ImportProblem('too_many_columns');
      tally = { looks: new Set(), longest: 0, samples: [], ...(declared && { declared }) };
      tallies.set(name, tally);
    }
    return tally;
  };
  for (const column of columns ?? []) tallyOf(column.name, column.declared);
  return {
    add(row: RawRow) {
      for (const name in row.values) {
        const value = row.values[name];
        const tally = tallyOf(name);
        if (value === null || value === undefined || value === '') continue;
        tally.looks.add(lookOf(value, textual));
        if (typeof value === 'string' && value.length > tally.longest) tally.longest = value.length;
        if (tally.samples.length < SAMPLES) {
          const sample = String(value).slice(0, 200);
          if (!tally.samples.includes(sample)) tally.samples.push(sample);
        }
      }
    },
    done: (): FieldLook[] => [...tallies].map(([name, tally]) => settle(name, tally)),
  };
}

/** Changes the values of a row in place, as the looks of its columns say. */
export function convertValues(values: Record<string, Value>, converting: readonly FieldLook[]) {
  for (const { name, convert } of converting) {
    const value = values[name];
    if (convert && typeof value === 'string' && value !== '') values[name] = convert(value);
  }
}
