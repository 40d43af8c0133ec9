// SQL of the files that hang on records. Their bytes lie in the store of files under keys of our own.
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';
import { whoIs } from '../records/store';

/** Files of one export. */
const MOST_OUT = 10_000;

export interface FileRow {
  id: number;
  record_id: number;
  label: string;
  name: string;
  type: string;
  size: number;
  key: string;
  created: Date;
  person: Person | null;
}
const columns = sql`f.id, f.record_id, f.label, f.name, f.type, f.size, f.key, f.created, ${whoIs('f.account_id')} as person`;

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
export async function holdQuota(db: Db, customer: number): Promise<{ kept: number; config: Record<string, unknown> }> {
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
}
/** Writes a file's row; the database itself counts its bytes for the customer. */
export async function add(db: Db, f: NewFile): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into record_file (customer_id, layer_id, record_id, account_id, label, name, type, size, key)
      values (${f.customer}::int, ${f.layer}::int, ${f.record}::bigint, ${f.account}::int, ${f.label}::text, ${f.name}::text, ${f.type}::text,
        ${f.size}::bigint, ${f.key}::text) returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the file was not written');
  return id;
}

/** Removes a file's row and answers the key of its bytes; undefined where there is none. */
export async function remove(db: Db, record: number, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    delete from record_file where record_id = ${record}::bigint and id = ${id}::int returning key`.execute(db);
  return rows[0]?.key;
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
 * where there are more. The condition says itself that a record is not deleted and lies in the caller's regions.
 */
export async function filesOf(
  db: Db,
  layer: number,
  where: RawBuilder<unknown>,
  kind: 'image' | 'all',
): Promise<{ files: OutFile[]; capped: boolean }> {
  const { rows } = await sql<OutFile>`
    select f.record_id, f.label, f.name, f.key, f.type as mime, f.size from record_file f join ${sql.table(partition(layer))} n on n.id = f.record_id
      where f.layer_id = ${layer}::int and ${where} ${kind === 'image' ? sql`and f.type like 'image/%'` : sql``}
      order by f.record_id, f.id limit ${MOST_OUT + 1}::int`.execute(db);
  return { files: rows.slice(0, MOST_OUT), capped: rows.length > MOST_OUT };
}
