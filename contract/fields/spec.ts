// What a field type says of itself. One file of this folder declares one type; index.ts lists them.
import type { Comparison } from '../schemas/query';

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
  | 'formChoiceTwice';

/** The parts of a field that its type reads. */
export interface Definition {
  min?: number | undefined;
  max?: number | undefined;
  choices?: readonly string[] | undefined;
}
type Part = keyof Definition;

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
  problems(field: Definition): readonly (readonly [Part, DefinitionProblem])[];
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

/** Limits that the type does not know. */
export const unusedLimits = (field: Definition, ...parts: ('min' | 'max')[]) =>
  parts.filter((part) => field[part] !== undefined).map((part) => [part, 'formLimitUnused'] as const);
