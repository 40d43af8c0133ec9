// SQL of the versions of the mobile program. Each organisation publishes its own.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';

export interface VersionRow {
  id: number;
  version: string;
  is_required: boolean;
  key: string;
  sha256: string;
  size: number;
  at: Date;
}
const columns = sql`v.id, v.version, v.is_required, v.key, v.sha256, v.size, v.at`;
/** Lists end here. */
const MOST = 1000;

/** The newest first. */
export async function list(db: Db, customer: number, limit = MOST): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${columns} from app_version v where v.customer_id = ${customer}::int order by v.id desc limit ${limit}::int`.execute(
    db,
  );
  return rows;
}

export async function one(db: Db, customer: number, id: number): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select ${columns} from app_version v where v.customer_id = ${customer}::int and v.id = ${id}::int`.execute(db);
  return rows[0];
}

/** Undefined: this version has been published already. */
export async function insert(db: Db, customer: number, v: Omit<VersionRow, 'id'>): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    insert into app_version as v (customer_id, version, is_required, key, sha256, size, at)
      values (${customer}::int, ${v.version}::text, ${v.is_required}::boolean, ${v.key}::text, ${v.sha256}::text, ${v.size}::bigint, ${v.at}::timestamptz)
      on conflict (customer_id, version) do nothing returning ${columns}`.execute(db);
  return rows[0];
}

/** Answers the key of the program's bytes; undefined where there is no such version. */
export async function remove(db: Db, customer: number, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    delete from app_version where customer_id = ${customer}::int and id = ${id}::int returning key`.execute(db);
  return rows[0]?.key;
}
