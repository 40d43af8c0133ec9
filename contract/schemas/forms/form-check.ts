// What a changed form does to the records that there are, and the versions of a form.
import { z } from 'zod';
import { FormChange } from '../../form/changes';
import { Field } from '../form';
import { Person } from '../session';

export const EFFECT_KINDS = ['removed', 'type', 'choice', 'required', 'limit', 'unique', 'named'] as const;

/** One effect of a new form. `count` records are concerned; `samples` are three of them with the value as it is stored. */
export const FormEffect = z.object({
  field: z.string(),
  label: z.string(),
  kind: z.enum(EFFECT_KINDS),
  count: z.number().int(),
  /** Not every record was looked at: there may be more. */
  capped: z.boolean(),
  samples: z.array(
    z.object({
      id: z.number().int(),
      value: z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()), z.array(z.number())]),
    }),
  ),
  /** `type` only: values that become values of the new type. */
  converts: z.number().int().optional(),
  /** `choice` only: the value that is no longer offered. */
  choice: z.string().optional(),
  /** `named` only: what names the field. */
  by: z.array(z.enum(['style', 'labels', 'relation', 'condition'])).optional(),
});
export type FormEffect = z.infer<typeof FormEffect>;

export const FormCheck = z.strictObject({ form: z.array(Field).max(500) });
export const FormEffects = z.object({ effects: z.array(FormEffect) });

/** One state of a layer's form; `number` counts from 1, and the last one is in force. */
export const FormVersion = z.object({
  number: z.number().int(),
  person: Person.nullable(),
  /** ISO time. */
  at: z.string(),
  /** What it changed of the version before; none of the first. */
  changes: z.array(FormChange),
});
export type FormVersion = z.infer<typeof FormVersion>;
export const FormVersionForm = FormVersion.extend({ form: z.array(Field) });

/** An index on the values of a field. */
export const FieldIndex = z.object({
  field: z.string(),
  bytes: z.number(),
  /** The last day (ISO) on which somebody sorted or compared by it. */
  used: z.string().nullable(),
  /** False while it is being made: questions read all records until then. */
  serves: z.boolean(),
});
export type FieldIndex = z.infer<typeof FieldIndex>;
