// Changing a form under records that exist: what is lost or does not fit is found first, with the form's own validation.

import { sql } from 'kysely';
import { checkForm } from '../../../../contract/check-form';
import { canonical } from '../../../../contract/form/changes';
import { converted } from '../../../../contract/form/convert';
import type { Field, Value } from '../../../../contract/schemas/form';
import type { LayerConfig } from '../../../../contract/schemas/layer';
import { fieldsToDraw } from '../../../../contract/schemas/style';
import type { Db } from '../../../db/engine';
import { dropOtherIndexes } from '../../../db/indexes/field-index';
import { keepUnique } from '../../../db/indexes/unique-index';
import { searchText } from '../../../db/search-text';
import { partition } from '../../../geo/tiles';
import type { Ctx } from '../../../http/context';
import { Refusal, ruled } from '../../../http/errors';
import { firstStyle } from '../first-look';
import { refuseBroken } from '../relation/guard';
import { reckonAgain } from '../table/reckon';
import { refuseGoneLists } from './lists';
import { addVersion } from './versions';

/** Different values that a change of type looks at within a call, and records that it rewrites; more are a job's. */
const MAX_VALUES = 20_000;
const MAX_REWRITTEN = 100_000;

export interface FormChange {
  removed: Field[];
  /** Fields whose values must be looked at: of another type, with other choices, or new under a name that records may still hold. */
  changed: Field[];
}

/** Whether every value of a field stays one: choices may be added, told anew and retired without a look. */
function sameType(a: Field, b: Field): boolean {
  const values = new Set(b.choices?.map(({ value }) => value));
  return a.type === b.type && (a.choices ?? []).every(({ value }) => values.has(value));
}
/** Text may become longer text without a look. */
const widens = (from: Field, to: Field) =>
  to.type === 'long_text' &&
  from.type === 'text' &&
  to.min === undefined &&
  (to.max === undefined || to.max >= (from.max ?? Infinity));

/** What is wrong with a form as a whole, also where the field itself did not change. */
const FOR_ALL = new Set<string>(['formNameTwice', 'formConditionField', 'formConditionRule']);

/** Refuses a form that makes no sense with a sentence for each part; what stood there before may stay. */
export function refuseUnsound(before: readonly Field[], after: readonly Field[]): void {
  const knownNames = new Set(before.map(canonical));
  const isOld = (path: string) => knownNames.has(canonical(after[Number(path.split('.')[1])]));
  const problems = Object.entries(checkForm(after)).filter(([path, problem]) => FOR_ALL.has(problem) || !isOld(path));
  if (problems.length) throw new Refusal(400, 'formUnsound', { fields: Object.fromEntries(problems) });
}

/** What a new form means for the values. Throws where it makes no sense. */
export function compareForms(before: readonly Field[], after: readonly Field[]): FormChange {
  refuseUnsound(before, after);
  const names = new Set(after.map(({ name }) => name));
  const fieldsByName = new Map(before.map((f) => [f.name, f]));
  return {
    removed: before.filter((f) => !names.has(f.name)),
    changed: after.filter((f) => {
      const old = fieldsByName.get(f.name);
      return !old || !(sameType(old, f) || widens(old, f));
    }),
  };
}

/** Throws where the form of a new layer makes no sense. */
export async function checkNewForm({ engine, caller }: Ctx, form: readonly Field[]): Promise<void> {
  refuseUnsound([], form);
  await refuseGoneLists(engine.db, caller.customer, [], form);
}

/** How many records hold a value of the field. */
async function holding(db: Db, layer: number, name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(partition(layer))} where (value->>${name}::text) is not null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** What becomes of the values of choices. */
type Renames = Record<string, string>;
/** The same by field. */
export type FieldRenames = Record<string, Renames>;

/** Fields of a new form whose values may become others. */
export const fieldsToConvert = (after: readonly Field[], { changed }: FormChange, renames: FieldRenames): Field[] =>
  after.filter((field) => changed.includes(field) || Object.hasOwn(renames, field.name));

/** A value as its field takes it, with other choices in the place of those that go; undefined where it does not fit. */
export function convertChoices(field: Field, value: Value, renames: Renames = {}): Value | undefined {
  const nameOf = (one: Value) => (typeof one === 'string' && Object.hasOwn(renames, one) ? renames[one] : one);
  return converted(field, Array.isArray(value) ? (value.map(nameOf) as string[]) : (nameOf(value) as Value));
}

const needsJob = () => ruled('formNeedsJob', { extra: { job: true } });

interface Rewrite {
  name: string;
  from: string[];
  to: string[];
}

/** Looks at every different value of a field. Answers what must be rewritten; refuses with a count where something does not fit. */
async function lookAt(db: Db, layer: number, field: Field, renames: Renames | undefined): Promise<Rewrite | null> {
  const { rows } = await sql<{ v: Value; raw: string; n: number }>`
    select value->${field.name}::text as v, (value->${field.name}::text)::text as raw, count(*)::int as n
      from ${sql.table(partition(layer))} where (value->>${field.name}::text) is not null group by 1, 2 limit ${MAX_VALUES + 1}::int`.execute(
    db,
  );
  if (rows.length > MAX_VALUES) throw needsJob();
  const rewrite: Rewrite = { name: field.name, from: [], to: [] };
  let bad = 0;
  let touched = 0;
  for (const { v, raw, n } of rows) {
    const value = convertChoices(field, v, renames);
    if (value === undefined) bad += n;
    else if (JSON.stringify(value) !== JSON.stringify(v)) {
      rewrite.from.push(raw);
      rewrite.to.push(JSON.stringify(value));
      touched += n;
    }
  }
  if (bad)
    throw ruled('fieldNotConvertible', {
      params: { field: field.label, count: bad },
      extra: { field: field.name, count: bad },
    });
  if (touched > MAX_REWRITTEN) throw needsJob();
  return rewrite.from.length ? rewrite : null;
}

/** Writes the converted values, each record with its log row. */
async function rewrite(
  db: Db,
  layer: number,
  account: number,
  form: readonly Field[],
  { name, from, to }: Rewrite,
): Promise<void> {
  const table = sql.table(partition(layer));
  const { rows } = await sql<{ id: number; value: Record<string, Value> }>`
    with map as (select m.f::jsonb as f, m.t::jsonb as t from unnest(${from}::text[], ${to}::text[]) as m(f, t)),
    old as (select n.id, n.value, n.geom, m.t from ${table} n join map m on n.value->${name}::text = m.f),
    done as (update ${table} n set value = jsonb_set(n.value, array[${name}::text], o.t), version = n.version + 1, modified = now(),
      modifier_id = ${account}::int from old o where o.id = n.id returning n.id, n.value, n.geom)
    insert into record_log (layer_id, record_id, account_id, action, before, after)
      select ${layer}::int, o.id, ${account}::int, 'edit', jsonb_build_object('value', o.value, 'geometry', st_asgeojson(o.geom, 9)::jsonb),
        jsonb_build_object('value', d.value, 'geometry', st_asgeojson(d.geom, 9)::jsonb)
        from old o join done d on d.id = o.id
      returning record_id as id, after->'value' as value`.execute(db);
  const CHUNK = 5000;
  for (let i = 0; i < rows.length; i += CHUNK) {
    const part = rows.slice(i, i + CHUNK);
    await sql`update ${table} n set search = u.s from unnest(${part.map((r) => r.id)}::bigint[], ${part.map((r) => searchText(form, r.value))}::text[]) as u(id, s)
      where n.id = u.id and n.search <> u.s`.execute(db);
  }
}

type ShapedLayer = Parameters<typeof addVersion>[1] & { type: number; record_count: number; config: LayerConfig };
interface FormDecisions {
  /** Fields go though records have values for them. */
  force?: boolean | undefined;
  renames?: FieldRenames | undefined;
}

/** Refuses a form that names lists that are not there, or that takes away what a relation stands on. */
export async function refuseUnfit(
  db: Db,
  customer: number,
  layer: number,
  before: readonly Field[],
  after: readonly Field[],
): Promise<void> {
  await refuseGoneLists(db, customer, before, after);
  await refuseBroken(db, layer, before, after);
}

/** Brings a layer's records to a new form, or refuses, and writes the form down. Inside the transaction that changes the layer. */
export async function applyForm(
  db: Db,
  { caller, now }: Pick<Ctx, 'caller' | 'now'>,
  layer: ShapedLayer,
  after: readonly Field[],
  { force = false, renames = {} }: FormDecisions,
): Promise<void> {
  const before = layer.config.form;
  const change = compareForms(before, after);
  const { removed } = change;
  if (layer.type > 3) return;
  await refuseUnfit(db, caller.customer, layer.id, before, after);
  if (!force)
    for (const field of removed) {
      const count = await holding(db, layer.id, field.name);
      if (count)
        throw ruled('fieldHasValues', { params: { field: field.label, count }, extra: { field: field.name, count } });
    }
  const changed = fieldsToConvert(after, change, renames);
  if (removed.length + changed.length > 0) await dropOtherIndexes(db, partition(layer.id), after);
  for (const field of changed) {
    const work = await lookAt(db, layer.id, field, renames[field.name]);
    if (work) await rewrite(db, layer.id, caller.id, after, work);
  }
  await reckonAgain(db, layer, before, after);
  const twins = await keepUnique(db, partition(layer.id), after);
  if (twins) throw ruled('fieldNotUnique', { params: { field: twins.field.label, count: twins.count }, extra: { field: twins.field.name, count: twins.count } }); // biome-ignore format: one refusal
  await addVersion(db, layer, before, after, { account: caller.id, at: now() });
}

/** A configuration whose style and labels name only fields that there are. */
export function fitted(config: LayerConfig, type: number, turn: number): LayerConfig {
  const names = new Set(config.form.map((f) => f.name));
  const labels = config.labels && names.has(config.labels.field) ? config.labels : null;
  const style = fieldsToDraw(config.style, null).every((n) => names.has(n)) ? config.style : firstStyle(type, turn);
  return { ...config, style, labels };
}
