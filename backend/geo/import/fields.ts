// Detects the type of a column from its values, carefully: a wrong guess loses leading zeros and dates.

import { DATED } from '../../../contract/import-words';
import { latinDigits } from '../../../contract/schemas/common';
import type { FieldType, Single } from '../../../contract/schemas/form';
import { ImportProblem } from './problems';
import type { Column, RawRow } from './types';

/** So many rows are looked at where a file declares its columns itself; elsewhere all of them are. */
export const SAMPLE_ROWS = 2000;
/** As many as an order can name (contract ImportOrder.fields). */
const MAX_COLUMNS = 500;
const LONG = 255;
const SAMPLES = 5;

// Telephone numbers and codes ("0912…", 16 digits) are text: as numbers they would lose digits.
const INTEGER = /^[+-]?(0|[1-9]\d{0,14})$/;
const DECIMAL = /^[+-]?(0|[1-9]\d*)?[.٫]\d+([eE][+-]?\d+)?$|^[+-]?(0|[1-9]\d{0,14})([eE][+-]?\d{1,3})?$/;
const TRUTH = /^(true|false)$/i;

// Days of files: with any of three separators, in digits of either script; years of both calendars.
const DAY = /^(1[2-5]\d\d|1[6-9]\d\d|2[012]\d\d)([-/.])(\d{1,2})\2(\d{1,2})$/;
const MOMENT =
  /^(1[2-5]\d\d|1[6-9]\d\d|2[012]\d\d)([-/])\d{1,2}\2\d{1,2}[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}(:?\d{2})?)?$/;

type Reader = (text: string) => Single;

const asIs: Reader = (text) => text;

const number: Reader = (text) => {
  const value = Number(text);
  // Numbers beyond 2^53 are ids: as text they keep their digits.
  return Number.isFinite(value) && (Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) ? value : text;
};

/** Databases and GDAL write a moment with slashes or a space and a short zone ("2024/05/01 10:00:00+00"). */
const instant: Reader = (text) => {
  const match = /^(\d{4})[/-](\d\d)[/-](\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d(?::?\d\d)?|Z)?$/.exec(text);
  if (!match) return text;
  const zone = match[5] ?? '';
  return `${match[1]}-${match[2]}-${match[3]}T${match[4]}${zone.length === 3 ? `${zone}:00` : zone}`;
};

/** The values of a column whose source gives text and declares a type. What does not read as the type stays text. */
export const READERS: Record<FieldType, Reader> = {
  text: asIs,
  long_text: asIs,
  integer: number,
  decimal: number,
  date: asIs,
  datetime: instant,
  boolean: (text) => text === 'true' || text === 't' || text === '1',
  time: asIs,
  choice: asIs,
  multi_choice: asIs,
  file: asIs,
  image: asIs,
  signature: asIs,
  barcode: asIs,
  reference: number,
  computed: asIs,
  section: asIs,
  note: asIs,
};

type Look = 'integer' | 'decimal' | 'boolean' | 'jalali' | 'gregorian' | 'moment' | 'text';

export interface FieldLook {
  name: string;
  type: FieldType;
  samples: string[];
}

interface Tally {
  declared?: FieldType;
  looks: Set<Look>;
  /** A day without its zeros ("1403/2/9") occurs. */
  loose: boolean;
  longest: number;
  samples: string[];
}

function lookOf(value: string | number | boolean, textual: boolean, tally: Tally): Look {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'decimal';
  const text = latinDigits(value.trim());
  const day = DAY.exec(text);
  if (day && Number(day[3]) <= 12 && Number(day[4]) <= 31) {
    if (day[3]?.length !== 2 || day[4]?.length !== 2) tally.loose = true;
    return Number(day[1]) < 1600 ? 'jalali' : 'gregorian';
  }
  if (MOMENT.test(text)) return 'moment';
  if (!textual) return 'text';
  if (INTEGER.test(text)) return 'integer';
  if (DECIMAL.test(text)) return 'decimal';
  return TRUTH.test(text) ? 'boolean' : 'text';
}

function typeOf(name: string, { declared, looks, loose, longest }: Tally): FieldType {
  const only = (...some: Look[]) => looks.size > 0 && [...looks].every((look) => some.includes(look));
  // A heading tells days from codes of the same look, such as the number of a plot ("1342/7/12").
  const isDated = declared === 'date' || DATED.test(name);
  // One calendar in a column of days; both where the column says that it is one.
  const isDay = only('jalali') || only('gregorian') || (isDated && only('jalali', 'gregorian'));
  if (isDay && (isDated || !loose)) return 'date';
  if (only('moment') || (isDated && looks.has('moment') && only('moment', 'jalali', 'gregorian'))) return 'datetime';
  const isTrusted = looks.size === 0 || (declared !== 'text' && declared !== 'date');
  if (declared && isTrusted) return declared;
  if (!declared && only('boolean')) return 'boolean';
  if (!declared && only('integer', 'decimal')) return looks.has('decimal') ? 'decimal' : 'integer';
  return longest > LONG ? 'long_text' : 'text';
}

/** Collects values row by row and says at the end what the columns hold. Columns keep the order in which they appear. */
export function fieldTally(columns: readonly Column[] | null, textual: boolean) {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string, declared?: FieldType) => {
    let tally = tallies.get(name);
    if (!tally) {
      if (tallies.size >= MAX_COLUMNS) throw new ImportProblem('too_many_columns');
      tally = { looks: new Set(), loose: false, longest: 0, samples: [], ...(declared && { declared }) };
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
        if (!tally.looks.has('text')) tally.looks.add(lookOf(value, textual, tally));
        if (typeof value === 'string' && value.length > tally.longest) tally.longest = value.length;
        if (tally.samples.length < SAMPLES) {
          const sample = String(value).slice(0, 200);
          if (!tally.samples.includes(sample)) tally.samples.push(sample);
        }
      }
    },
    done: (): FieldLook[] =>
      [...tallies].map(([name, tally]) => ({ name, type: typeOf(name, tally), samples: tally.samples })),
  };
}
