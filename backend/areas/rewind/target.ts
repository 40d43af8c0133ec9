// What a record of a plan becomes, by the form of today. Pure.
import { sameGeometry, sameValue } from '../../../contract/same';
import type { Geometry } from '../../../contract/schemas/common';
import { checkValues, type Field, type Values } from '../../../contract/schemas/form';
import type { RewindAct, RewindReason } from '../../../contract/schemas/records/rewind';
import { isWritten } from '../../../contract/values/check-values';
import type { Placed } from '../../geo/geometry';
import { Refusal } from '../../http/errors';
import { cleanGeometry, reckoned } from '../records/rules';
import type { Stood } from '../records/sql/standing';
import type { Planned } from './plan';

export interface Target {
  id: number;
  act: RewindAct;
  deleted: boolean;
  value: Values;
  status: number;
  stood: Stood | null;
  /** The new shape; absent where it stays. */
  moved?: { geometry: Geometry | null; placed: Placed | null };
}

/** The values that the form of today has a place for. */
function formerValue(form: readonly Field[], row: Planned, before: Values): Values {
  if (row.fields === null) {
    const names = new Set(form.map(({ name }) => name));
    return Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name)));
  }
  const back = row.fields.filter((name) => name !== '');
  return { ...row.value, ...Object.fromEntries(back.map((name) => [name, before[name] ?? null])) };
}

/** Whether values that go back are such as their fields take today. */
function fits(form: readonly Field[], now: Values, next: Values): boolean {
  const changed = form.filter(
    (field) => isWritten(field) && !sameValue(next[field.name] ?? null, now[field.name] ?? null),
  );
  const filled = Object.fromEntries(changed.flatMap(({ name }) => (next[name] === null || next[name] === undefined ? [] : [[name, next[name]]]))); // biome-ignore format: one list
  const { problems } = checkValues(
    changed.map(({ visible_if: _shown, required: _required, ...field }) => field as Field),
    filled as Values,
  );
  return Object.keys(problems).length === 0;
}

/** What a record becomes, or why it stays after all. */
export function targetOf(layer: { type: number; config: { form: Field[] } }, row: Planned): Target | RewindReason {
  const { form } = layer.config;
  const same = { id: row.id, act: row.act, status: row.status, stood: row.stood };
  if (!row.before) return { ...same, deleted: true, value: row.value };
  const back = formerValue(form, row, row.before.value);
  if (!fits(form, row.value, back)) return 'form';
  const moves = row.fields === null || row.fields.includes('');
  const geometry = moves ? row.before.geometry : row.geometry;
  const value = reckoned(form, back, geometry);
  const target: Target = { ...same, deleted: false, value };
  if (row.fields === null && 'standing' in row.before) {
    target.status = row.before.status ?? row.status;
    target.stood = row.before.standing ?? null;
  }
  if (sameGeometry(geometry, row.geometry)) return target;
  try {
    return { ...target, moved: { geometry, placed: cleanGeometry(layer.type, geometry) } };
  } catch (error) {
    if (error instanceof Refusal) return 'form';
    throw error;
  }
}

/** The names of the fields that a target changes; an empty text for the shape. */
export function changedFields(row: Planned, target: Target): string[] {
  const names = new Set([...Object.keys(row.value), ...Object.keys(target.value)]);
  const changed = [...names].filter((name) => !sameValue(row.value[name] ?? null, target.value[name] ?? null));
  return target.moved ? [...changed, ''] : changed;
}
