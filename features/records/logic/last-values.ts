// What a new record may take from the one before it. Pure.
import { type Field, isWritten, type Value, type Values } from '@/contract/schemas/form';

const FILES = new Set(['file', 'image', 'signature']);

/** Values that belong to one record alone, and those that nobody types, are not taken over. */
export const isRepeatable = (field: Field): boolean =>
  isWritten(field) && !field.unique && !field.read_only && !FILES.has(field.type);

const isEmpty = (value: Value | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The values of `last` that a form may take over: of the fields that `isIn` lets through, the filled ones. */
export const lastValues = (form: readonly Field[], last: Values | null, isIn: (name: string) => boolean): Values =>
  Object.fromEntries(
    form.flatMap((field) => {
      const value = last?.[field.name];
      return isRepeatable(field) && isIn(field.name) && value !== undefined && !isEmpty(value)
        ? [[field.name, value] as const]
        : [];
    }),
  );
