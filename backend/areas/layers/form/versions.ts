// The versions of a layer's form.
import { sql } from 'kysely';
import { type FormChange, formChanges } from '../../../../contract/form/changes';
import type { Field } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';

/** Versions of one layer that are kept; older ones go. */
export const MAX_VERSIONS = 200;

export interface VersionRow {
  number: number;
  account_id: number | null;
  at: Date;
  changes: FormChange[];
}

interface Author {
  account: number | null;
  at: Date;
}

const insert = (db: Db, layer: number, number: number, by: Author, form: readonly Field[], changes: FormChange[]) =>
  sql`insert into form_version (layer_id, number, account_id, at, form, changes)
    values (${layer}::int, ${number}::int, ${by.account}::int, ${by.at}::timestamptz, ${JSON.stringify(form)}::jsonb, ${JSON.stringify(changes)}::jsonb)`.execute(
    db,
  );

async function lastNumber(db: Db, layer: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(number), 0)::int as n from form_version where layer_id = ${layer}::int`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Writes a changed form down. A layer whose form was never written down begins with the one that it had. Inside a transaction that holds the layer. */
export async function addVersion(
  db: Db,
  layer: { id: number; owner_id: number | null; created: Date },
  before: readonly Field[],
  after: readonly Field[],
  by: Author,
): Promise<void> {
  const changes = formChanges(before, after);
  if (changes.length === 0) return;
  let last = await lastNumber(db, layer.id);
  if (last === 0) await insert(db, layer.id, ++last, { account: layer.owner_id, at: layer.created }, before, []);
  await insert(db, layer.id, last + 1, by, after, changes);
  await sql`delete from form_version where layer_id = ${layer.id}::int and number <= ${last + 1 - MAX_VERSIONS}::int`.execute(
    db,
  );
}

/** The latest first. */
export async function versions(db: Db, layer: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select number, account_id, at, changes from form_version where layer_id = ${layer}::int order by number desc limit ${MAX_VERSIONS}::int`.execute(
    db,
  );
  return rows;
}

export async function version(db: Db, layer: number, number: number): Promise<(VersionRow & { form: Field[] }) | null> {
  const { rows } = await sql<VersionRow & { form: Field[] }>`
    select number, account_id, at, changes, form from form_version where layer_id = ${layer}::int and number = ${number}::int`.execute(
    db,
  );
  return rows[0] ?? null;
}
