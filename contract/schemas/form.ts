// A layer's form: its fields, and the values that records have for them.
import { z } from 'zod';
import { type Choice, FIELD_TYPES } from '../fields';
import { MAX_FILES } from '../fields/files/file';
import { MAX_CHOSEN } from '../fields/multi-choice';
import { Pattern } from '../fields/patterns';
import { ValueTree } from './query';

export { type Choice, FIELD_TYPES, type FieldProblem, type FieldType, type Single, type Value } from '../fields';
export { PRESETS, type Preset } from '../fields/patterns';
export * from '../values/check-values';

/** Characters of a field's name. */
export const MAX_NAME = 63;

/** Choices of one field. */
export const MAX_CHOICES = 2000;
const MAX_CHOICE = 200;
const ChoiceText = z.string().max(MAX_CHOICE);

/** A text alone is a value that is its own label. */
const ChoiceSchema: z.ZodType<Choice, Choice | string> = z.union([
  ChoiceText.transform((text) => ({ value: text, label: text })),
  z.strictObject({
    value: ChoiceText,
    label: ChoiceText,
    colour: z
      .string()
      .regex(/^#[\da-f]{6}$/i)
      .optional(),
    retired: z.literal(true).optional(),
    parent: z.array(ChoiceText).min(1).max(MAX_CHOICES).optional(),
  }),
]);

/** What a field begins with in a new record: a value, or what is known when it is made. `last`: as in the person's record before. */
export const DEFAULTS = ['today', 'now', 'user', 'region', 'area', 'length', 'x', 'y', 'last'] as const;
const DefaultValue = z.union([
  z.strictObject({
    kind: z.literal('value'),
    value: z.union([z.string().max(2000), z.number(), z.boolean(), z.array(ChoiceText).max(MAX_CHOSEN)]),
  }),
  z.strictObject({ kind: z.enum(DEFAULTS) }),
]);
export type DefaultValue = z.infer<typeof DefaultValue>;

/** A number; an ISO day of a field of days or moments; a time of day. */
const Limit = z.union([z.number(), z.iso.date(), z.iso.time({ precision: -1 })]);

/** `name` is the stable key in a record's value, in any script; `label` is what people read. */
export const Field = z.strictObject({
  name: z.string().min(1).max(MAX_NAME),
  label: z.string().min(1).max(200),
  type: z.enum(FIELD_TYPES),
  required: z.boolean().optional(),
  min: Limit.optional(),
  max: Limit.optional(),
  pattern: Pattern.optional(),
  /** Decimals that are kept. */
  precision: z.number().int().min(0).max(10).optional(),
  /** What helps whoever fills the field in. */
  hint: z.string().max(300).optional(),
  /** Of numbers, as it stands behind them. */
  unit: z.string().max(20).optional(),
  /** Two halves stand beside one another where there is room. */
  width: z.enum(['half', 'full']).optional(),
  choices: z.array(ChoiceSchema).max(MAX_CHOICES).optional(),
  /** An earlier field of one choice, by which the choices are narrowed: a cascade. */
  parent_field: z.string().min(1).max(MAX_NAME).optional(),
  /** The shared list whose items the server keeps in `choices`. */
  list: z.number().int().min(1).optional(),
  read_only: z.boolean().optional(),
  /** No two records of the layer have the same value. */
  unique: z.boolean().optional(),
  default: DefaultValue.optional(),
  /** In which days are typed and read; the reader's own where nothing is said. */
  calendar: z.enum(['jalali', 'gregorian']).optional(),
  /** What a computed field reckons (contract/computed). */
  expr: z.string().max(500).optional(),
  /** The layer whose records may be named, and the field of it that is read. */
  reference: z
    .strictObject({ layer: z.number().int().min(1), title: z.string().min(1).max(MAX_NAME).optional() })
    .optional(),
  /** Of a section: how many fields stand beside one another. */
  columns: z.literal([1, 2]).optional(),
  /** Conditions over fields that stand before this one. A field that is not visible is empty, and nobody has to fill it in. */
  visible_if: ValueTree.optional(),
  required_if: ValueTree.optional(),
  /** What is said, and holds nobody up, where values pass; `when` may also be about the field itself. */
  warn_if: z.strictObject({ when: ValueTree, message: z.string().min(1).max(200) }).optional(),
});
export type Field = z.infer<typeof Field>;

/**
 * Attribute values by field name. Dates are ISO (Gregorian) days, datetimes ISO UTC, times HH:mm, several choices a list of their values,
 * files a list of their ids, a record of another layer its id.
 */
export const Values = z.record(
  z.string(),
  z.union([
    z.string().max(20000),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(ChoiceText).max(MAX_CHOSEN),
    z.array(z.number()).max(MAX_FILES),
  ]),
);
export type Values = z.infer<typeof Values>;
