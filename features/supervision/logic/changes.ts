// What waits on a record, field by field. Pure.
import { sameValue } from '@/contract/same';
import type { Geometry } from '@/contract/schemas/common';
import type { Field, Value } from '@/contract/schemas/form';
import { type LayerRecord, STATUS } from '@/contract/schemas/record';

export interface FieldChange {
  name: string;
  label: string;
  /** Undefined where the form no longer has it: it is passed over when the work is approved. */
  field: Field | undefined;
  before: Value;
  after: Value;
}
export interface Changes {
  /** Of a new record, all that is filled in. */
  changed: FieldChange[];
  same: FieldChange[];
}

type Judged = Pick<LayerRecord, 'status' | 'value' | 'geometry' | 'unconfiremed_value'>;

const isEmpty = (value: Value | undefined) => value === undefined || value === null || value === '';

/** Whether the record itself waits, with nothing approved before it. */
export const isNew = ({ status }: Pick<LayerRecord, 'status'>): boolean => status.id !== STATUS.approved;

/** The fields in the order of the form, then those that the form has lost. */
export function changesOf(record: Judged, form: readonly Field[]): Changes {
  const edit = record.unconfiremed_value?.value ?? {};
  const changes: Changes = { changed: [], same: [] };
  const names = new Set([...form.map(({ name }) => name), ...Object.keys(edit)]);
  for (const name of names) {
    const field = form.find((one) => one.name === name);
    const had = record.value[name] ?? null;
    const before = isNew(record) ? null : had;
    const after = name in edit ? (edit[name] ?? null) : had;
    const change = { name, label: field?.label ?? name, field, before, after };
    const isChanged = isNew(record) ? !isEmpty(after) : !sameValue(before, after);
    changes[isChanged ? 'changed' : 'same'].push(change);
  }
  return changes;
}

/** The shape before and after; a new record had none, and a deletion leaves none. */
export function shapesOf(record: Judged): { before: Geometry | null; after: Geometry | null } {
  const waiting = record.unconfiremed_value;
  if (isNew(record)) return { before: null, after: record.geometry };
  if (waiting?.deletion) return { before: record.geometry, after: null };
  return { before: record.geometry, after: waiting?.geometry === undefined ? record.geometry : waiting.geometry };
}
