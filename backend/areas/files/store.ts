// SQL of the files that hang on records. Their bytes lie in the store of files under keys of our own.
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';
import { selectPerson } from '../../identity/people';

/** Files of one export. */
const MAX_FILES_OUT = 10_000;

export interface FileRow {
  id: number;
  record_id: number;
  label: string;
  name: string;
  type: string;
  size: number;
  key: string;
  created: Date;
  account_id: number | null;
  pending: 'add' | 'delete' | null;
  person: Person | null;
}
const columns = sql`f.id, f.record_id, f.label, f.name, f.type, f.size, f.key, f.created, f.account_id, f.pending, ${selectPerson('f.account_id')} as person`;

/** The files of a record, the oldest first. */
export async function listOf(db: Db, record: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select ${columns} from record_file f where f.record_id = ${record}::bigint order by f.id`.execute(db);
  return rows;
}

/** One file of a record. */
export async function one(db: Db, record: number, id: number): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${columns} from record_file f where f.record_id = ${record}::bigint and f.id = ${id}::int`.execute(db);
  return rows[0];
}

/** Holds a customer's account of bytes until the transaction ends, so that two files at once cannot pass its limit together. */
export async function lockQuota(db: Db, customer: number): Promise<{ kept: number; config: Record<string, unknown> }> {
  const { rows } = await sql<{ kept: number; config: Record<string, unknown> }>`
    select files_bytes as kept, config from customer where id = ${customer}::int for update`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the customer is gone');
  return row;
}

interface NewFile {
  customer: number;
  layer: number;
  record: number;
  account: number;
  label: string;
  name: string;
  type: string;
  size: number;
  key: string;
  pending: 'add' | null;
}
/** Writes a file's row; the database itself counts its bytes for the customer. */
export async function add(db: Db, f: NewFile): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into record_file (customer_id, layer_id, record_id, account_id, label, name, type, size, key, pending)
      values (${f.customer}::int, ${f.layer}::int, ${f.record}::bigint, ${f.account}::int, ${f.label}::text, ${f.name}::text, ${f.type}::text,
        ${f.size}::bigint, ${f.key}::text, ${f.pending}::text) returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the file was not written');
  return id;
}

/** Removes a file's row. Its bytes stay. */
export async function remove(db: Db, record: number, id: number): Promise<void> {
  await sql`delete from record_file where record_id = ${record}::bigint and id = ${id}::int`.execute(db);
}

/** Gives a file another label. */
export async function setLabel(db: Db, record: number, id: number, label: string): Promise<void> {
  await sql`update record_file set label = ${label}::text where record_id = ${record}::bigint and id = ${id}::int`.execute(
    db,
  );
}

/** Lets the removal of a file wait. */
export async function askRemoval(db: Db, record: number, id: number): Promise<void> {
  await sql`update record_file set pending = 'delete' where record_id = ${record}::bigint and id = ${id}::int`.execute(
    db,
  );
}

/** A file whose wait is over; `key` where its bytes are to go. */
export interface SettledFile {
  record_id: number;
  label: string;
  key: string | null;
}
/** Ends what waits on files of records, by what was asked for or by dropping it. Bytes are for the caller to remove. */
export async function settle(db: Db, records: readonly number[], isApproved: boolean): Promise<SettledFile[]> {
  if (records.length === 0) return [];
  const [going, staying] = isApproved ? ['delete', 'add'] : ['add', 'delete'];
  const { rows } = await sql<SettledFile>`
    with gone as (delete from record_file where record_id = any(${[...records]}::bigint[]) and pending = ${going}::text returning record_id, label, key),
      left_there as (update record_file set pending = null where record_id = any(${[...records]}::bigint[]) and pending = ${staying}::text returning record_id, label)
    select record_id, label, key from gone union all select record_id, label, null from left_there`.execute(db);
  return rows;
}

export interface OutFile {
  record_id: number;
  label: string;
  /** Its name as it was sent, with an extension that fits its content. */
  name: string;
  key: string;
  mime: string;
  /** Bytes. */
  size: number;
}
/**
 * Files of a layer's records that pass a condition on `n`, by record and age: pictures alone or all. At most 10,000; `capped`
 * where there are more. Files that wait to hang on a record are left out. The condition says itself that a record is not deleted and lies in the caller's regions.
 */
export async function filesOf(
  db: Db,
  layer: number,
  where: RawBuilder<unknown>,
  kind: 'image' | 'all',
): Promise<{ files: OutFile[]; capped: boolean }> {
  const { rows } = await sql<OutFile>`
    select f.record_id, f.label, f.name, f.key, f.type as mime, f.size from record_file f join ${sql.table(partition(layer))} n on n.id = f.record_id
      where f.layer_id = ${layer}::int and f.pending is distinct from 'add' and ${where} ${kind === 'image' ? sql`and f.type like 'image/%'` : sql``}
      order by f.record_id, f.id limit ${MAX_FILES_OUT + 1}::int`.execute(db);
  return { files: rows.slice(0, MAX_FILES_OUT), capped: rows.length > MAX_FILES_OUT };
}
