// Rows that belong to records of other layers: what they name must be there, and be seen by whoever appends.
import { sql } from 'kysely';
import type { Field, Values } from '../../../../contract/schemas/form';
import { type Engine, unhurried } from '../../../db/engine';
import { ensureKeyIndex, keyIs } from '../../../db/indexes/key-index';
import { visibleTo } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import { type Caller, getCallerById } from '../../../identity/caller';
import { type RelationRow, rulesOf } from '../../layers/relation/store';
import { recordLayerIds } from '../../layers/store';

/** Rows that are looked at in one statement. */
const CHECKED_ROWS = { server: 5000, embedded: 1000 };

/** What is looked at. */
export interface Links {
  table: string;
  layer: number;
  account: number;
  form: readonly Field[];
  /** Fields that the file fills. */
  filled: ReadonlySet<string>;
  /** By reference field: the field of its layer whose values the file has instead of ids. */
  keys: ReadonlyMap<string, Field>;
  /** The field by which rows know their records, where they are not all new. */
  match: string | null;
}

/** A loaded row that does not come in, with its number in the file. */
export interface StrayRow {
  id: number;
  row: number;
  field: string;
  reason: string;
  value: Values;
}

interface Check {
  field: string;
  reason: string;
  /** Of row `s`. */
  is: ReturnType<typeof sql<boolean>>;
}

const textOf = (name: string) => sql`nullif(s.value->>${sql.lit(name)}, '')`;

/** Condition that nobody whom the caller sees has what row `s` names: an id, or a key. */
function isStray({ parent_layer, parent_field, child_field }: Parent, caller: Caller, visible: ReadonlySet<number>) {
  const key = textOf(child_field);
  if (!visible.has(parent_layer)) return sql<boolean>`(${key} is not null)`;
  const is = parent_field === null ? sql`n.id = case when ${key} ~ '^[0-9]{1,15}$' then ${key}::bigint end and n.deleted_at is null` : keyIs(parent_field, 'n', key); // biome-ignore format: one line
  return sql<boolean>`(${key} is not null and not exists (
    select 1 from ${sql.table(partition(parent_layer))} n where ${is} and ${visibleTo(caller, parent_layer)}))`;
}
type Parent = Pick<RelationRow, 'parent_layer' | 'parent_field' | 'child_field'>;

/** Condition that the parent of row `s` has a child already, in the file or in the layer; not the record that the row is. */
function hasSibling({ child_field }: RelationRow, { table, layer, match }: Links) {
  const key = textOf(child_field);
  const isOther = match === null ? sql`true` : sql`n.value->>${sql.lit(match)} is distinct from s.value->>${sql.lit(match)}`; // biome-ignore format: one line
  return sql<boolean>`(${key} is not null and (exists (select 1 from ${sql.table(table)} o where o.value->>${sql.lit(child_field)} = ${key} and o.id < s.id)
    or exists (select 1 from ${sql.table(partition(layer))} n where ${keyIs(child_field, 'n', key)} and ${isOther})))`;
}

/** The relations whose children are rows of this layer, and the layers among their parents' that the caller sees. */
async function parentsOf({ db }: Pick<Engine, 'db'>, links: Links, caller: Caller) {
  const relations = (await rulesOf(db, links.layer)).filter(({ child_layer }) => child_layer === links.layer);
  const references = links.form.filter(({ type, name }) => type === 'reference' && links.filled.has(name));
  const layers = [...relations.map((r) => r.parent_layer), ...references.map(({ reference }) => reference?.layer ?? 0)];
  const visible = new Set(layers.length > 0 ? await recordLayerIds(db, caller, layers) : []);
  return { relations, references, visible };
}

async function checksOf(engine: Engine, links: Links, caller: Caller): Promise<Check[]> {
  const { relations, references, visible } = await parentsOf(engine, links, caller);
  const checks: Check[] = references
    .filter(({ name }) => !links.keys.has(name))
    .map(({ name, reference }) => {
      const parent = { parent_layer: reference?.layer ?? 0, parent_field: null, child_field: name };
      return { field: name, reason: 'reference', is: isStray(parent, caller, visible) };
    });
  for (const relation of relations) {
    const { child_field: field, parent_layer, parent_field, required, kind } = relation;
    if (!links.filled.has(field)) {
      if (required && links.match === null) checks.push({ field, reason: 'relatedMissing', is: sql<boolean>`true` });
      continue;
    }
    if (parent_field !== null) await ensureKeyIndex(engine, partition(parent_layer), parent_field);
    if (required)
      checks.push({ field, reason: 'relatedMissing', is: sql<boolean>`(${textOf(field)} is null or ${isStray(relation, caller, visible)})` }); // biome-ignore format: one row
    if (kind !== 'one') continue;
    await ensureKeyIndex(engine, partition(links.layer), field);
    await unhurried(engine.db, (db) =>
      sql`create index on ${sql.table(links.table)} ((value->>${sql.lit(field)}), id)`.execute(db),
    );
    checks.push({ field, reason: 'relatedOnlyOne', is: hasSibling(relation, links) });
  }
  return checks;
}

/** Goes through the loaded rows a few thousand at a time; `piece` gives the rows among them that do not come in. */
async function* inOrder(
  engine: Engine,
  table: string,
  piece: (rows: ReturnType<typeof sql>) => ReturnType<typeof sql>,
): AsyncGenerator<StrayRow[]> {
  for (let after = 0; ; ) {
    const rows = sql`piece as materialized (select s.id, s.source_key::int as row, s.value from ${sql.table(table)} s
      where s.id > ${after}::bigint order by s.id limit ${CHECKED_ROWS[engine.kind]}::int)`;
    const result = await sql<{ last: number | null; bad: StrayRow[] }>`
      with ${piece(rows)}
      select (select max(id)::float8 from piece) as last,
        coalesce((select jsonb_agg(jsonb_build_object('id', id, 'row', row, 'field', field, 'reason', reason, 'value', value) order by id) from bad), '[]') as bad`.execute(
      engine.db,
    );
    const [one] = result.rows;
    if (!one || one.last === null) return;
    if (one.bad.length > 0) yield one.bad;
    after = one.last;
  }
}

/** Puts the ids of parents where the file has their keys. Yields the rows whose key nobody whom the caller sees has, or several have. */
async function* resolveKey(engine: Engine, links: Links, caller: Caller, field: Field, key: Field) {
  const layer = field.reference?.layer ?? 0;
  const isOpen = (await recordLayerIds(engine.db, caller, [layer])).length > 0;
  await ensureKeyIndex(engine, partition(layer), key.name);
  const name = sql.lit(field.name);
  const parents = isOpen
    ? sql`select min(n.id) as id, count(*)::int as n from ${sql.table(partition(layer))} n where ${keyIs(key.name, 'n', textOf(field.name))} and ${visibleTo(caller, layer)}`
    : sql`select null::bigint as id, 0 as n`;
  yield* inOrder(
    engine,
    links.table,
    (piece) => sql`${piece},
      hit as materialized (select s.id, s.row, s.value, p.id as parent, p.n from piece s cross join lateral (${parents}) p where ${textOf(field.name)} is not null),
      put as (update ${sql.table(links.table)} t set value = t.value || jsonb_build_object(${name}::text, h.parent) from hit h where t.id = h.id and h.n = 1),
      bad as (select id, row, value, ${name}::text as field, case when n = 0 then 'reference' else 'matchSeveral' end as reason from hit where n <> 1)`,
  );
}

/**
 * Gives rows that name their parents by a key the ids of these. Yields the rows that do not come in: those that name records which are not
 * there or which the account does not see, and those that a relation of the layer refuses, as it would one by one.
 */
export async function* linkRows(engine: Engine, links: Links): AsyncGenerator<StrayRow[]> {
  const caller = await getCallerById(engine.db, links.account);
  if (!caller) return;
  for (const [name, key] of links.keys) {
    const field = links.form.find((one) => one.name === name);
    if (field) yield* resolveKey(engine, links, caller, field, key);
  }
  const checks = await checksOf(engine, links, caller);
  if (checks.length === 0) return;
  const which = sql`case ${sql.join(
    checks.map(({ is }, i) => sql`when ${is} then ${sql.lit(i)}`),
    sql` `,
  )} end`;
  const names = (of: (check: Check) => string) => sql`(${checks.map(of)}::text[])[at + 1]`;
  yield* inOrder(
    engine,
    links.table,
    (piece) => sql`${piece},
      checked as materialized (select s.id, s.row, s.value, ${which} as at from piece s),
      bad as (select id, row, value, ${names(({ field }) => field)} as field, ${names(({ reason }) => reason)} as reason from checked where at is not null)`,
  );
}

/** How many rows have a key that no parent has whom the account sees, by relation; those without any are left out. */
export async function countOrphans(
  engine: Engine,
  links: Links,
): Promise<{ relation: string; field: string; rows: number }[]> {
  const caller = await getCallerById(engine.db, links.account);
  if (!caller) return [];
  const { relations, visible } = await parentsOf(engine, links, caller);
  const orphans = [];
  for (const relation of relations) {
    if (!links.filled.has(relation.child_field)) continue;
    const { rows } = await unhurried(
      engine.db,
      (db) =>
      sql<{ n: number }>`select count(*)::int as n from ${sql.table(links.table)} s where ${isStray(relation, caller, visible)}`.execute(db), // biome-ignore format: one query
    );
    const n = rows[0]?.n ?? 0;
    if (n > 0) orphans.push({ relation: relation.name, field: relation.child_field, rows: n });
  }
  return orphans;
}

/** Marked rows that would change a key which children of their record have. */
export async function* usedKeyRows(engine: Engine, links: Links): AsyncGenerator<StrayRow[]> {
  for (const { parent_layer, parent_field, child_layer, child_field } of await rulesOf(engine.db, links.layer)) {
    if (parent_layer !== links.layer || parent_field === null || !links.filled.has(parent_field)) continue;
    const name = sql.lit(parent_field);
    yield* inOrder(
      engine,
      links.table,
      (piece) => sql`${piece},
        bad as (select s.id, s.row, s.value, ${name}::text as field, 'relatedKeyInUse' as reason from piece s join ${sql.table(links.table)} t on t.id = s.id
          join ${sql.table(partition(links.layer))} r on r.id = t.target where t.act = 'changed' and s.value->>${name} is distinct from r.value->>${name}
            and exists (select 1 from ${sql.table(partition(child_layer))} n where ${keyIs(child_field, 'n', sql`(r.value->>${name})`)}))`,
    );
  }
}
