// Values of records that follow from their form: read again when the form changes.
import { type RawBuilder, sql } from 'kysely';
import { parseExpr, usesShape } from '../../../../contract/computed/parse';
import { isChoice } from '../../../../contract/fields';
import type { Geometry } from '../../../../contract/schemas/common';
import { checkValues, type Field, type Values } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import { searchText } from '../../../db/search-text';
import { shapeFacts } from '../../../geo/shape-facts';
import { partition } from '../../../geo/tiles';
import { ruled } from '../../../http/errors';

/** Records that are written within the call that changes a form; more are a job's. */
const MAX_AT_ONCE = 5000;

const computedIn = (form: readonly Field[]) =>
  JSON.stringify(form.filter(({ type }) => type === 'computed').map(({ name, expr, precision, visible_if }) => [name, expr, precision, visible_if])); // biome-ignore format: one list
/** What records are found by beside their values. */
const labelsIn = (form: readonly Field[]) =>
  JSON.stringify(form.filter(isChoice).map(({ name, choices = [] }) => [name, choices.filter(({ value, label }) => value !== label).map(({ value, label }) => [value, label])])); // biome-ignore format: one list

/** Whether records have values, or a text to be found by, that are not those of the new form. */
export const isReckonedAnew = (before: readonly Field[], after: readonly Field[]): boolean =>
  computedIn(before) !== computedIn(after) || labelsIn(before) !== labelsIn(after);

const needsShape = (form: readonly Field[]) =>
  form.some(({ expr }) => {
    const parsed = expr === undefined ? null : parseExpr(expr);
    return parsed !== null && 'expr' in parsed && usesShape(parsed.expr);
  });

/** The columns of a record that are read again; the shape only where a form looks at it. */
export const recordColumns = (form: readonly Field[]): RawBuilder<unknown> =>
  needsShape(form)
    ? sql`n.id::float8 as id, n.value, st_asgeojson(n.geom, 9)::jsonb as geometry`
    : sql`n.id::float8 as id, n.value, null::jsonb as geometry`;

export interface OldRecord {
  id: number;
  value: Values;
  geometry: Geometry | null;
}

/** A record's values with those that its form reckons. */
export function reckonedIn(form: readonly Field[], value: Values, geometry: Geometry | null): Values {
  if (!form.some(({ type }) => type === 'computed')) return value;
  return { ...value, ...checkValues(form, {}, { stored: value, shape: shapeFacts(geometry) }).values };
}

/** Brings what records are reckoned and found by to a new form, or leaves that to a job where there are many. */
export async function reckonAgain(
  db: Db,
  layer: { id: number; record_count: number },
  before: readonly Field[],
  after: readonly Field[],
): Promise<void> {
  if (!isReckonedAnew(before, after)) return;
  if (layer.record_count > MAX_AT_ONCE) throw ruled('formNeedsJob', { extra: { job: true } });
  const table = sql.table(partition(layer.id));
  const { rows } = await sql<OldRecord>`select ${recordColumns(after)} from ${table} n`.execute(db);
  const next = rows.map(({ value, geometry }) => reckonedIn(after, value, geometry));
  await sql`
    update ${table} n set value = u.value::jsonb, search = u.search
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${next.map((value) => JSON.stringify(value))}::text[],
        ${next.map((value) => searchText(after, value))}::text[]) as u(id, value, search)
      where n.id = u.id and (n.value <> u.value::jsonb or n.search <> u.search)`.execute(db);
}
