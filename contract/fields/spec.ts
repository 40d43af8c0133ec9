// What a field type says of itself. One file of this folder declares one type; index.ts lists them.
import type { Comparison } from '../schemas/query';
import type { Pattern, Preset } from './patterns';

export type Value = string | number | boolean | null;

/** Why a value was refused; the interface and the backend word it in the reader's language. */
export type FieldProblem =
  | 'required'
  | 'number'
  | 'integer'
  | 'date'
  /** A year before 1600, most often of a Jalali day. */
  | 'calendar'
  | 'boolean'
  | 'choice'
  | 'min'
  | 'max'
  /** Not as the form's own pattern wants it. */
  | 'pattern'
  | Preset
  | 'unknown';

/** A value made clean, or the reason why it cannot be. */
export type Reading = { value: Value } | { problem: FieldProblem };

/** What makes no sense in a field's own definition. */
export type DefinitionProblem =
  | 'formMinAboveMax'
  | 'formNoRoom'
  | 'formLimitUnused'
  | 'formNoChoices'
  | 'formChoiceEmpty'
  | 'formChoiceTwice'
  | 'formPartUnused';

/** The parts of a field that its type reads. */
export interface Definition {
  /** Of numbers, of the length of texts in characters, of days (ISO) and moments. */
  min?: number | string | undefined;
  max?: number | string | undefined;
  choices?: readonly string[] | undefined;
  pattern?: Pattern | undefined;
  /** Decimals that are kept. */
  precision?: number | undefined;
}
type Part = keyof Definition;
export type PartProblem = readonly [Part, DefinitionProblem];

export interface FieldSpec {
  /** How values are shown, compared, aligned and summed. */
  format: 'text' | 'number' | 'date' | 'datetime' | 'boolean';
  /** Reads a value that is not empty. `jalali`: a day is Jalali in any writing, as in a file. */
  read(raw: unknown, field: Definition, jalali: boolean): Reading;
  /** Reads one side of a comparison: limits and choices say what may be written, not what may be asked. */
  operand(raw: unknown): Reading;
  /** The value whose JSON text (as SQL's `->>` gives it) this is. */
  ofText(text: string): Exclude<Value, null>;
  /** Everything in a definition that makes no sense for the type, by part. */
  problems(field: Definition): readonly PartProblem[];
  /** What a query may ask of a value, the most used first. */
  comparisons: readonly Comparison[];
  /** A definition without choices or limits is enough, so that a column of a file or a result can have the type. */
  standsAlone: boolean;
  /** Attributes of the type in GDAL's virtual layers; none is text. */
  ogr: string;
}

const EMPTY: readonly Comparison[] = ['empty', 'not_empty'];

/** Of text that people write. */
export const TEXT_COMPARISONS: readonly Comparison[] = ['contains', 'eq', 'ne', 'starts', 'ends', 'in', ...EMPTY];
/** Of values that stand in an order. */
export const ORDER_COMPARISONS: readonly Comparison[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', ...EMPTY];

/** A value whose `size` lies within the limits of its definition; limits of another kind say nothing of it. */
export function limited(value: number | string, { min, max }: Definition, size: number | string = value): Reading {
  if (min !== undefined && typeof min === typeof size && size < min) return { problem: 'min' };
  return max !== undefined && typeof max === typeof size && size > max ? { problem: 'max' } : { value };
}

/** Limits that are no numbers, or no days, or leave nothing between them. */
export function limitProblems({ min, max }: Definition, kind: 'number' | 'string'): PartProblem[] {
  const strange = unused(
    { min, max },
    ...(['min', 'max'] as const).filter((part) => typeof { min, max }[part] !== kind),
  );
  return min !== undefined && max !== undefined && min > max ? [...strange, ['min', 'formMinAboveMax']] : strange;
}

/** Parts of a definition that say nothing of this type. */
export const unused = (field: Definition, ...parts: Part[]): PartProblem[] =>
  parts
    .filter((part) => field[part] !== undefined)
    .map((part) => [part, part === 'min' || part === 'max' ? 'formLimitUnused' : 'formPartUnused']);
