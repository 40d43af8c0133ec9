// One row of a source, checked by the form and made into a line of COPY.
import { createHash } from 'node:crypto';
import type { Geometry } from '../../../contract/schemas/common';
import { checkValues, type Field, type Value, type Values } from '../../../contract/schemas/form';
import type { Db } from '../../db/engine';
import { listKeys } from '../../db/indexes/unique-index';
import { MAX_VERTICES, place, typeOf } from '../../geo/geometry';
import { fromEwkb, type ShapeBytes } from '../../geo/import';
import { factsFor } from '../../geo/shape-facts';
import { partition } from '../../geo/tiles';
import { copyLine, hexEwkb } from './copy-lines';
import type { Box, Loading, SourceRow } from './load';

const relaxedForms = new WeakMap<Loading, readonly Field[]>();

/**
 * The form of a row: of one that may be a record already, fields that the source does not fill are not missed. What names a parent by its
 * key is read as the parent's field is.
 */
function formToCheck(l: Loading): readonly Field[] {
  if (!l.match?.isRefusing && !l.keys?.size) return l.form;
  const isRelaxed = (f: Field) => l.match?.isRefusing && !isFilled(l, f);
  const relaxed =
    relaxedForms.get(l) ?? l.form.map((f) => asKey(f, l.keys)).map((f) => (isRelaxed(f) ? { ...f, required: false } : f)); // biome-ignore format: one list
  relaxedForms.set(l, relaxed);
  return relaxed;
}
/** A field as the values of a key are checked; its own name, label and need. */
const asKey = (field: Field, keys: Loading['keys']): Field => {
  const key = keys?.get(field.name);
  if (!key) return field;
  const { type, choices } = key;
  const { name, label, required } = field;
  return { name, label, type, ...(choices ? { choices } : {}), ...(required ? { required } : {}) };
};
const isFilled = ({ fields }: Loading, { name }: Field) => fields.some(({ field }) => field === name);

type Outcome = { line: string; box: Box | null; values: Values } | { reason: string };

/** The shape of a row of a layer with shapes as bytes, or why it is refused. */
function shapeOf(
  { bytes, geometry }: SourceRow,
  type: number,
): Pick<ShapeBytes, 'hex' | 'placed'> | { reason: string } {
  if (!bytes && !geometry) return { reason: 'geometryMissing' };
  const placed = bytes ? bytes.placed : geometry && place(geometry);
  if (!placed) return { reason: 'geometryPlace' };
  if ((bytes ? bytes.kind : geometry && typeOf(geometry)) !== type) return { reason: 'geometryKind' };
  if (placed.vertices > MAX_VERTICES) return { reason: 'geometryBig' };
  return { hex: bytes ? bytes.hex : hexEwkb(geometry as Geometry), placed };
}

/** One row ready for COPY, or why it is refused. */
export function lineOf(row: SourceRow, l: Loading): Outcome {
  if (row.problem) return { reason: row.problem };
  const raw: Values = {};
  for (const { source, field, words } of l.fields) {
    const value = row.values[source] ?? null;
    raw[field] = words?.[String(value ?? '')] ?? value;
  }
  const { values, problems } = checkValues(formToCheck(l), raw, {
    jalali: true,
    shape: factsFor(l.form, () => (l.type === 0 ? null : geometryOf(row))),
  });
  const [wrong] = Object.entries(problems);
  if (wrong) return { reason: `${wrong[0]}: ${wrong[1]}` };
  const shape = l.type === 0 ? null : shapeOf(row, l.type);
  if (shape && 'reason' in shape) return shape;
  const placed = shape?.placed ?? null;
  const line = copyLine({ status: l.status, hex: shape?.hex ?? null, placed, value: values, account: l.account, form: l.form }); // biome-ignore format: one record
  return { line, box: placed?.bbox ?? null, values };
}

const geometryOf = ({ bytes, geometry }: SourceRow): Geometry | null =>
  bytes ? (fromEwkb(bytes.hex) as Geometry) : geometry;

const keyOf = (value: Value) => createHash('md5').update(String(value)).digest('hex');

/**
 * Refuses a row whose value of a unique field another row before it has, or a record of the layer. Rows that know their record by a key
 * may be that record: of those the index decides. Rows that know it by a field are that record where both have its value.
 */
export async function twinGuard(db: Db, l: Loading): Promise<(outcome: Outcome) => Outcome> {
  const match = l.match?.isRefusing ? l.match.field : null;
  const fields = l.lasting ? [] : l.form.filter(({ unique, name }) => unique && name !== match);
  const keys = new Map<string, Map<string, string | null>>();
  for (const { name } of fields) keys.set(name, await listKeys(db, partition(l.layer), name, match));
  const rows = new Set<string>();
  return (outcome) => {
    if ('reason' in outcome) return outcome;
    const matchValue = match === null ? null : (outcome.values[match] ?? null);
    if (match !== null && matchValue === null) return { reason: `${match}: matchEmpty` };
    const own = matchValue === null ? null : keyOf(matchValue);
    if (own !== null && rows.has(own)) return { reason: `${match}: matchTwice` };
    for (const [name, used] of keys) {
      const value = outcome.values[name] ?? null;
      if (value === null) continue;
      const key = keyOf(value);
      if (used.has(key) && (own === null || used.get(key) !== own)) return { reason: `${name}: unique` };
      used.set(key, own);
    }
    if (own !== null) rows.add(own);
    return outcome;
  };
}
