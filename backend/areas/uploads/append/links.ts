// Rows whose values name records of other layers: what they name must be there, and be seen by whoever appends.
import { sql } from 'kysely';
import type { Field, Values } from '../../../../contract/schemas/form';
import type { Engine } from '../../../db/engine';
import { visibleTo } from '../../../geo/sight';
import { type Caller, getCallerById } from '../../../identity/caller';
import { recordLayerIds } from '../../layers/store';

/** Rows that are looked at in one statement. */
const CHECKED_ROWS = 5000;

/** Condition that a row `s` names a record that its field cannot have. */
function isStray(field: Field, layer: number | null, caller: Caller) {
  const named = sql`nullif(s.value->>${sql.lit(field.name)}, '')::bigint`;
  if (layer === null) return sql<boolean>`(${named} is not null)`;
  return sql<boolean>`(${named} is not null and not exists (
    select 1 from record n where n.layer_id = ${layer}::int and n.id = ${named} and n.deleted_at is null and ${visibleTo(caller, layer)}))`;
}

/**
 * Loaded rows of `table` that name records which are not there or which the account does not see, in order and a few thousand at a
 * time, each with its number in the file and the first such field. `fields`: of the references that the file fills.
 */
export async function* strayRows(
  { db }: Pick<Engine, 'db'>,
  table: string,
  account: number,
  fields: readonly Field[],
): AsyncGenerator<{ id: number; row: number; field: string; value: Values }[]> {
  const caller = fields.length > 0 ? await getCallerById(db, account) : null;
  if (!caller) return;
  const layers = fields.map(({ reference }) => reference?.layer ?? 0);
  const visible = new Set(await recordLayerIds(db, caller, layers));
  const strays = fields.map((field, i) => isStray(field, visible.has(layers[i] as number) ? (layers[i] as number) : null, caller)); // biome-ignore format: one line
  const first = sql`case ${sql.join(
    strays.map((stray, i) => sql`when ${stray} then ${(fields[i] as Field).name}::text`),
    sql` `,
  )} end`;
  for (let after = 0; ; ) {
    const { rows } = await sql<{
      last: number | null;
      bad: { id: number; row: number; field: string; value: Values }[];
    }>`
      with piece as materialized (
        select s.id, s.source_key::int as row, s.value from ${sql.table(table)} s where s.id > ${after}::bigint order by s.id limit ${CHECKED_ROWS}::int),
        checked as (select s.id, s.row, s.value, ${first} as field from piece s)
      select (select max(id)::float8 from piece) as last,
        coalesce((select jsonb_agg(jsonb_build_object('id', id, 'row', row, 'field', field, 'value', value) order by id) from checked where field is not null), '[]') as bad`.execute(
      db,
    );
    const piece = rows[0];
    if (!piece || piece.last === null) return;
    if (piece.bad.length > 0) yield piece.bad;
    after = piece.last;
  }
}
