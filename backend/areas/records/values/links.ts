// Values that name something else: records of other layers, and files of the record. What they name must be there, and be seen.
import { sql } from 'kysely';
import { isFiles } from '../../../../contract/fields';
import type { Field, Values } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import { visibleTo } from '../../../geo/sight';
import type { Acting } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import { recordLayerIds } from '../../layers/store';

async function hasRecord(ctx: Acting, db: Db, layer: number, id: number): Promise<boolean> {
  if ((await recordLayerIds(db, ctx.caller, [layer])).length === 0) return false;
  const { rows } = await sql`
    select 1 from record n where n.layer_id = ${layer}::int and n.id = ${id}::bigint and n.deleted_at is null and ${visibleTo(ctx.caller, layer)}`.execute(
    db,
  );
  return rows.length > 0;
}

async function hasFiles(db: Db, record: number | null, ids: readonly number[]): Promise<boolean> {
  if (record === null) return ids.length === 0;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from record_file f where f.record_id = ${record}::bigint and f.id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  return rows[0]?.n === ids.length;
}

/** Refuses, by name, values that name nothing. `record`: whose files there may be; null for a new one and for many. */
export async function checkLinks(
  ctx: Acting,
  db: Db,
  form: readonly Field[],
  values: Values,
  record: number | null,
): Promise<void> {
  const problems: Record<string, 'reference' | 'files'> = {};
  for (const field of form) {
    const value = values[field.name] ?? null;
    if (value === null) continue;
    if (
      field.type === 'reference' &&
      field.reference &&
      !(await hasRecord(ctx, db, field.reference.layer, Number(value)))
    )
      problems[field.name] = 'reference';
    if (isFiles(field) && Array.isArray(value) && !(await hasFiles(db, record, value.map(Number))))
      problems[field.name] = 'files';
  }
  if (Object.keys(problems).length) throw new Refusal(400, 'fields', { fields: problems });
}
