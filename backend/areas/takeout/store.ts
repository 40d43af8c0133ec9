// SQL of takeouts: everything of a customer as lines of JSON that lose nothing, and the way back.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';

/** Rows of one statement. */
const STRETCH = 1000;

export interface LayerOut {
  id: number;
  label: string;
  type: number;
  config: Record<string, unknown> & { source?: { kind?: string; key?: string; original?: string } };
  extent: number[] | null;
  record_count: number;
  groups: number[];
}

/** All layers of a customer. */
export async function layers(db: Db, customer: number): Promise<LayerOut[]> {
  const { rows } = await sql<LayerOut>`
    select l.id, l.label, l.type, l.config, l.extent, l.record_count::float8 as record_count,
           coalesce((select array_agg(g.group_id order by g.group_id) from layer_group_layer g where g.layer_id = l.id), '{}') as groups
      from layer l where l.customer_id = ${customer}::int and l.deleted_at is null order by l.id`.execute(db);
  return rows;
}

/** Lines of a table, a stretch at a time: `{"id": …, "row": {…}}` with the row's own words, no number of it re-read. */
async function* lines(db: Db, layer: number, source: 'record' | 'record_log' | 'record_file'): AsyncGenerator<string> {
  const from = source === 'record' ? sql.table(partition(layer)) : sql.table(source);
  const row = source === 'record' ? sql`(to_jsonb(n) || jsonb_build_object('geom', n.geom::text))` : sql`to_jsonb(n)`;
  let last = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; line: string }>`
      select n.id, '{"id": ' || n.id || ', "row": ' || ${row}::text || '}' as line from ${from} n
        where n.layer_id = ${layer}::int and n.id > ${last}::bigint order by n.id limit ${STRETCH}::int`.execute(db);
    for (const { line } of rows) yield line;
    if (rows.length < STRETCH) return;
    last = Number(rows.at(-1)?.id);
  }
}
/** Records, deleted ones too. */
export const records = (db: Db, layer: number) => lines(db, layer, 'record');
/** The log of a layer's records. */
export const log = (db: Db, layer: number) => lines(db, layer, 'record_log');

export interface FileOut {
  id: number;
  record_id: number;
  name: string;
  key: string;
  size: number;
}
/** Files of a layer's records, and their rows as lines. */
export async function files(db: Db, layer: number): Promise<{ file: FileOut; line: string }[]> {
  const all: { file: FileOut; line: string }[] = [];
  for await (const line of lines(db, layer, 'record_file')) all.push({ file: JSON.parse(line).row, line });
  return all;
}

/** Regions and people of a customer. People without what they sign in with. */
export async function getContext(db: Db, customer: number) {
  const one = async (query: ReturnType<typeof sql<{ line: string }>>) =>
    (await query.execute(db)).rows.map((r) => r.line);
  return {
    regions: await one(
      sql`select jsonb_build_object('id', id, 'label', label, 'geometry', st_asgeojson(geom, 15)::jsonb)::text as line from region where customer_id = ${customer}::int order by id`,
    ),
    people: await one(
      sql`select jsonb_build_object('id', id, 'username', username, 'first_name', first_name, 'last_name', last_name, 'email', email, 'phone', phone)::text as line
            from account where customer_id = ${customer}::int order by id`,
    ),
  };
}

/**
 * A number that two tables of records share when they hold the same: shapes, values, states and times of all records in any order.
 * Ids and people are left out, for they change on the way.
 */
export async function digest(db: Db, layer: number): Promise<{ records: number; digest: string; logged: number }> {
  const { rows } = await sql<{ records: number; digest: string; logged: number }>`
    select count(*)::float8 as records, coalesce(sum(hashtextextended(concat_ws('|', n.status, n.geom::text, n.value::text, n.search, n.q, n.minz, n.version,
             (n.unconfirmed - 'authors' - 'first')::text, (n.verdict - 'user')::text, extract(epoch from n.created), extract(epoch from n.modified), extract(epoch from n.deleted_at)), 0)::numeric), 0)::text as digest,
           (select count(*)::float8 from record_log g where g.layer_id = ${layer}::int) as logged
      from ${sql.table(partition(layer))} n`.execute(db);
  return rows[0] ?? { records: 0, digest: '0', logged: 0 };
}

/** Fresh ids for records, in the order in which they are asked for. */
export async function recordIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select nextval('record_id_seq')::float8 as id from generate_series(1, ${count}::int)`.execute(db);
  return rows.map((r) => r.id);
}

/** Old ids of people as new ones, as JSON: what is not there becomes nobody. */
export type People = Record<string, number>;
const person = (column: string) => sql`(${sql.id('p')}.people->>(t.row->>${sql.lit(column)}))::int`;

/** A list of people in JSON, those who are there. */
const peopleOf = (list: ReturnType<typeof sql>) =>
  sql`coalesce((select jsonb_agg((p.people->>a.value)::int) from jsonb_array_elements_text(${list}) a where p.people ? a.value), '[]')`;
const object = (name: string) => sql`nullif(t.row->${sql.lit(name)}, 'null')`;
const authors = sql`case when ${object('authors')} is not null then ${peopleOf(sql`t.row->'authors'`)} end`;
const verdict = sql`${object('verdict')} || jsonb_build_object('user', (p.people->>(t.row->'verdict'->>'user'))::int)`;
const waiting = sql`(${object('unconfirmed')} - 'first') || jsonb_build_object('authors', ${peopleOf(sql`t.row->'unconfirmed'->'authors'`)})
  || case when p.people ? (t.row->'unconfirmed'->>'first') then jsonb_build_object('first', (p.people->>(t.row->'unconfirmed'->>'first'))::int) else '{}' end`;

/** Puts records back under new ids. */
export async function putRecords(
  db: Db,
  layer: number,
  rows: readonly string[],
  ids: readonly number[],
  people: People,
) {
  await sql`
    insert into record (layer_id, id, status, geom, q, minz, value, search, creator_id, created, modifier_id, modified, version, unconfirmed, deleted_at, authors, first_id, verdict)
      select ${layer}::int, t.id, (t.row->>'status')::smallint, (t.row->>'geom')::geometry, (t.row->>'q')::bigint, (t.row->>'minz')::smallint, t.row->'value',
             t.row->>'search', ${person('creator_id')}, (t.row->>'created')::timestamptz, ${person('modifier_id')}, (t.row->>'modified')::timestamptz,
             (t.row->>'version')::int, ${waiting}, (t.row->>'deleted_at')::timestamptz, ${authors}, ${person('first_id')}, ${verdict}
        from unnest(${[...rows]}::jsonb[], ${[...ids]}::bigint[]) as t(row, id), (select ${JSON.stringify(people)}::jsonb as people) p`.execute(
    db,
  );
}

/** Puts the log back, without what waited at each step: it names people of the old place; `ids` are the new ids of its records. */
export async function putLog(db: Db, layer: number, rows: readonly string[], ids: readonly number[], people: People) {
  await sql`
    insert into record_log (layer_id, record_id, account_id, at, action, before, after, reason, file)
      select ${layer}::int, t.id, ${person('account_id')}, (t.row->>'at')::timestamptz, t.row->>'action', nullif(t.row->'before', 'null') - 'standing',
             nullif(t.row->'after', 'null') - 'standing', t.row->>'reason', t.row->>'file'
        from unnest(${[...rows]}::jsonb[], ${[...ids]}::bigint[]) with ordinality as t(row, id, n), (select ${JSON.stringify(people)}::jsonb as people) p
       order by t.n`.execute(db);
}

export async function putFile(
  db: Db,
  f: { customer: number; layer: number; record: number; row: string; key: string; people: People },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into record_file (customer_id, layer_id, record_id, account_id, label, name, type, size, key, created, pending)
      select ${f.customer}::int, ${f.layer}::int, ${f.record}::bigint, ${person('account_id')}, t.row->>'label', t.row->>'name', t.row->>'type',
             (t.row->>'size')::bigint, ${f.key}::text, (t.row->>'created')::timestamptz, t.row->>'pending'
        from (select ${f.row}::jsonb as row) t, (select ${JSON.stringify(f.people)}::jsonb as people) p returning id::float8 as id`.execute(
    db,
  );
  return (rows[0] as { id: number }).id;
}

/** Whether an organisation of this name is there, and its people by name. */
export async function target(db: Db, customer: number): Promise<Map<string, number> | null> {
  const { rows } = await sql`select 1 from customer where id = ${customer}::int`.execute(db);
  if (!rows.length) return null;
  const people = await sql<{ id: number; username: string }>`
    select id, username from account where customer_id = ${customer}::int and deleted_at is null`.execute(db);
  return new Map(people.rows.map((p) => [p.username, p.id]));
}
