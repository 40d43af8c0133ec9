// What a field type says of itself. One file of this folder declares one type; index.ts lists them.
import type { Comparison } from '../schemas/query';
import type { Pattern, Preset } from './patterns';

/** `string[]` are choices, `number[]` ids of the record's files. */
export type Value = string | number | boolean | null | string[] | number[];
/** A value that is no list. */
export type Single = Exclude<Value, unknown[]>;

/** Why a value was refused; the interface and the backend word it in the reader's language. */
export type FieldProblem =
  | 'required'
  | 'number'
  | 'integer'
  | 'date'
  /** A year before 1600, most often of a Jalali day. */
  | 'calendar'
  | 'time'
  | 'boolean'
  | 'choice'
  /** A choice that is no longer offered. */
  | 'retired'
  /** A choice of another choice of the parent field. */
  | 'parent'
  | 'reference'
  | 'files'
  /** Another record has the same value. */
  | 'unique'
  /** What the form reckons itself, or no value at all. */
  | 'noValue'
  | 'min'
  | 'max'
  /** Not as the form's own pattern wants it. */
  | 'pattern'
  | Preset
  | 'unknown';

/** A value made clean, or the reason why it cannot be. */
export type Reading = { value: Value } | { problem: FieldProblem };
/** The same of one side of a comparison. */
export type Operand = { value: Single } | { problem: FieldProblem };

/** What makes no sense in a field's own definition. */
export type DefinitionProblem =
  | 'formMinAboveMax'
  | 'formNoRoom'
  | 'formLimitUnused'
  | 'formNoChoices'
  | 'formChoiceEmpty'
  | 'formChoiceTwice'
  | 'formNoReference'
  | 'formNoExpr'
  | 'formPartUnused';

/** One of the values of a choice, in the order in which they are offered. */
export interface Choice {
  value: string;
  /** What people read. */
  label: string;
  /** #rrggbb. */
  colour?: string | undefined;
  /** Stays where it is, and is offered no more. */
  retired?: true | undefined;
  /** Values of the parent field's choices that it belongs to. */
  parent?: readonly string[] | undefined;
}

/** The parts of a field that its type reads. */
export interface Definition {
  /** Of numbers, of the length of texts in characters, of days (ISO), moments and times of day, of how many values there may be. */
  min?: number | string | undefined;
  max?: number | string | undefined;
  choices?: readonly Choice[] | undefined;
  pattern?: Pattern | undefined;
  /** Decimals that are kept. */
  precision?: number | undefined;
  parent_field?: string | undefined;
  list?: number | undefined;
  unique?: boolean | undefined;
  default?: unknown;
  calendar?: string | undefined;
  expr?: string | undefined;
  reference?: unknown;
  unit?: string | undefined;
  columns?: number | undefined;
  required?: boolean | undefined;
  required_if?: unknown;
  warn_if?: unknown;
  read_only?: boolean | undefined;
}
export type Part = keyof Definition;
export type PartProblem = readonly [Part, DefinitionProblem];

export interface FieldSpec {
  /** How values are shown, compared, aligned and summed; `none` has no value. */
  format: 'text' | 'number' | 'date' | 'datetime' | 'time' | 'boolean' | 'reference' | 'list' | 'files' | 'none';
  /** Reads a value that is not empty. `jalali`: a day is Jalali in any writing, as in a file. */
  read(raw: unknown, field: Definition, jalali: boolean): Reading;
  /** Reads one side of a comparison: limits and choices say what may be written, not what may be asked. */
  operand(raw: unknown): Operand;
  /** The value whose JSON text (as SQL's `->>` gives it) this is. */
  ofText(text: string): Exclude<Value, null>;
  /** The parts of a definition that the type reads. */
  parts: readonly Part[];
  /** What else makes no sense in a definition, by part. */
  problems?(field: Definition): readonly PartProblem[];
  /** What a query may ask of a value, the most used first. */
  comparisons: readonly Comparison[];
  /** A definition without choices or limits is enough, so that a column of a file or a result can have the type. */
  standsAlone: boolean;
  /** Attributes of the type in GDAL's virtual layers; none is text. */
  ogr: string;
}

export const EMPTY_COMPARISONS: readonly Comparison[] = ['empty', 'not_empty'];

/** Of text that people write. */
export const TEXT_COMPARISONS: readonly Comparison[] = ['contains', 'eq', 'ne', 'starts', 'ends', 'in', ...EMPTY_COMPARISONS]; // biome-ignore format: one line
/** Of values that stand in an order. */
export const ORDER_COMPARISONS: readonly Comparison[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', ...EMPTY_COMPARISONS]; // biome-ignore format: one line
/** Of values that are the same or not. */
export const SAME_COMPARISONS: readonly Comparison[] = ['eq', 'ne', 'in', ...EMPTY_COMPARISONS];

/** What every field with a value that people write has. */
export const WRITTEN: readonly Part[] = ['required', 'required_if', 'read_only', 'warn_if', 'default'];

/** A value whose `size` lies within the limits of its definition; limits of another kind say nothing of it. */
export function limited(value: Exclude<Value, null>, { min, max }: Definition, size: number | string): Reading {
  if (min !== undefined && typeof min === typeof size && size < min) return { problem: 'min' };
  return max !== undefined && typeof max === typeof size && size > max ? { problem: 'max' } : { value };
}

const KINDS = {
  number: (limit: unknown) => typeof limit === 'number',
  day: (limit: unknown) => /^\d{4}-/.test(String(limit)),
  time: (limit: unknown) => /^\d\d:/.test(String(limit)),
};

/** Limits that are no numbers, no days or no times of day, or leave nothing between them. */
export function limitProblems({ min, max }: Definition, kind: keyof typeof KINDS): PartProblem[] {
  const limits = { min, max };
  const strange = (['min', 'max'] as const)
    .filter((part) => limits[part] !== undefined && !KINDS[kind](limits[part]))
    .map((part) => [part, 'formLimitUnused'] as const);
  return min !== undefined && max !== undefined && min > max ? [...strange, ['min', 'formMinAboveMax']] : strange;
}

/** Parts that not every type reads. */
const PARTS: readonly Part[] = ['min', 'max', 'choices', 'pattern', 'precision', 'parent_field', 'list', 'unique', 'default', 'calendar', 'expr', 'reference', 'unit', 'columns', 'required', 'required_if', 'warn_if', 'read_only']; // biome-ignore format: one line

/** Everything that makes no sense in a definition, by part. */
export function definitionProblems({ parts, problems }: FieldSpec, field: Definition): PartProblem[] {
  const unused = PARTS.filter((part) => field[part] !== undefined && field[part] !== false && !parts.includes(part));
  return [
    ...unused.map((part) => [part, part === 'min' || part === 'max' ? 'formLimitUnused' : 'formPartUnused'] as const),
    ...(problems?.(field) ?? []),
  ];
}
