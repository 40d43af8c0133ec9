// SQL of records: reading them whole, and writing them with their log.
import { sql } from 'kysely';
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import { type LayerRecord, type LogAction, STATUS } from '../../../contract/schemas/record';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import { approvalIn, type Reader, visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import { selectPerson } from '../../identity/people';
import { locateRecords, rememberLayers } from './record-locator';
import { firstApproval, type Standing, type Waiting, waitingAuthors } from './review';
import { type RecordRow, recordColumns } from './sql/row';
import type { Stood } from './sql/standing';

export * from './sql/row';
export * from './sql/write';

/** Records of one layer by id, in the order of the ids. */
export async function findByIds(db: Db, layer: number, ids: readonly number[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RecordRow>`
    select ${recordColumns} from ${sql.table(partition(layer))} n join unnest(${[...ids]}::bigint[]) with ordinality as o(id, place) on o.id = n.id order by o.place`.execute(
    db,
  );
  return rows;
}

/** Records of several layers, in no order. */
export async function findByLayerIds(
  db: Db,
  of: readonly { id: number; layer_id: number }[],
  lock = false,
): Promise<RecordRow[]> {
  if (of.length === 0) return [];
  const { rows } = await sql<RecordRow>`
    select ${recordColumns} from record n where n.layer_id = any(${[...new Set(of.map((r) => r.layer_id))]}::int[])
      and n.id = any(${of.map((r) => r.id)}::bigint[]) order by n.id ${lock ? sql`for update of n` : sql``}`.execute(
    db,
  );
  rememberLayers(rows);
  return rows;
}

/** One record, whatever its layer, if the reader may see it. */
export async function findById(db: Db, id: number, reader: Reader, lock = false): Promise<RecordRow | undefined> {
  const rows = await locateRecords([id], async (_, where) => {
    const matches =
      await sql<RecordRow>`select ${recordColumns} from record n where n.id = ${id}::bigint and ${where} and ${visibleTo(reader)} ${lock ? sql`for update of n` : sql``}`.execute(
        db,
      );
    return matches.rows;
  });
  return rows[0];
}

const orNull = (v: unknown) => (v === null || v === undefined ? null : JSON.stringify(v));

export interface Version {
  value: Values;
  geometry: Geometry | null;
  status?: number;
  standing?: Stood | null;
}
export interface LogEntry {
  record: number;
  action: LogAction;
  before: Version | null;
  after: Version | null;
  reason?: string | null | undefined;
  /** The label of the file that the step is about. */
  file?: string | undefined;
  /** Unique among what this person did. */
  key?: string | null | undefined;
}

/** Rows of the history of one layer's records. */
export async function log(db: Db, layer: number, account: number, entries: readonly LogEntry[]): Promise<void> {
  await sql`
    insert into record_log (layer_id, record_id, account_id, action, before, after, reason, file, key)
      select ${layer}::int, c.record, ${account}::int, c.action, c.before::jsonb, c.after::jsonb, c.reason, c.file, c.key
        from unnest(${entries.map((e) => e.record)}::bigint[], ${entries.map((e) => e.action)}::text[], ${entries.map((e) => orNull(e.before))}::text[],
          ${entries.map((e) => orNull(e.after))}::text[], ${entries.map((e) => e.reason ?? null)}::text[], ${entries.map((e) => e.file ?? null)}::text[],
          ${entries.map((e) => e.key ?? null)}::text[]) as c(record, action, before, after, reason, file, key)`.execute(
    db,
  );
}

/** The record that somebody made with this key; undefined where there is none. */
export async function findIdByKey(db: Db, account: number, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select record_id::float8 as id from record_log where account_id = ${account}::int and key = ${key}::text`.execute(
    db,
  );
  return rows[0]?.id;
}

/** The layer has changed: its revision grows, its counter and extent follow. `touched` holds all that changed, where that is known. Returns the new revision. */
export async function advanceRevision(
  db: Db,
  layer: number,
  more: number,
  box: readonly number[] | null,
  touched?: readonly (readonly number[])[],
): Promise<number> {
  const [w, s, e, n] = box ?? [null, null, null, null];
  const { rows } = await sql<{ rev: number }>`
    update layer set rev = rev + 1, touched = ${touched ? JSON.stringify(touched) : null}::jsonb, record_count = record_count + ${more}::int,
      extent = case when ${w}::float8 is null then extent when extent is null then array[${w}, ${s}, ${e}, ${n}]::float8[]
        else array[least(extent[1], ${w}::float8), least(extent[2], ${s}::float8), greatest(extent[3], ${e}::float8), greatest(extent[4], ${n}::float8)] end
      where id = ${layer}::int returning rev`.execute(db);
  return (rows[0] as { rev: number }).rev;
}
export interface LogRow {
  id: number;
  record_id: number;
  at: Date;
  action: LogAction;
  before: Version | null;
  after: Version | null;
  reason: string | null;
  file: string | null;
  person: Person | null;
}
/** The last 500 steps of a record, the newest first. */
export async function getLog(db: Db, record: number): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.id, l.record_id, l.at, l.action, l.before - 'standing' as before, l.after - 'standing' as after, l.reason, l.file, ${selectPerson('l.account_id')} as person
      from record_log l where l.record_id = ${record}::bigint order by l.id desc limit 500`.execute(db);
  return rows;
}

/** One step of a record's history. */
export async function getLogRow(
  db: Db,
  record: number,
  id: number,
): Promise<Pick<LogRow, 'before' | 'after'> | undefined> {
  const { rows } = await sql<Pick<LogRow, 'before' | 'after'>>`
    select l.before, l.after from record_log l where l.record_id = ${record}::bigint and l.id = ${id}::bigint`.execute(
    db,
  );
  return rows[0];
}

/** What decides about a record, from its row. */
export const toStanding = (row: RecordRow): Standing => ({
  status: row.status,
  creator: row.creator_id,
  authors: row.authors,
  first: row.first_id,
  waiting: row.unconfirmed,
});

const toUnconfirmed = ({
  value,
  geometry,
  deletion,
  files,
  authors,
  at,
  first,
  returned,
}: Waiting): LayerRecord['unconfiremed_value'] => ({
  ...(value ? { value } : {}),
  ...(geometry === undefined ? {} : { geometry }),
  ...(deletion ? { deletion } : {}),
  ...(files ? { files } : {}),
  ...(authors ? { users: authors } : {}),
  ...(at ? { date: at } : {}),
  ...(first === undefined ? {} : { first }),
  ...(returned === undefined ? {} : { returned }),
});

/** Whether somebody sees a record's history and verdict: in a supervised layer who approves there, and whose work it was or is. */
export const isOpenTo = (row: RecordRow, reader: Reader): boolean =>
  approvalIn(reader, row.layer_id) === undefined ||
  [row.creator_id, ...(row.authors ?? []), ...(row.unconfirmed?.authors ?? [])].includes(reader.id);

/** Whether somebody sees the edit that waits beside an approved record: who approves there, and its authors. */
export const canSeeWaiting = (row: RecordRow, reader: Reader): boolean =>
  approvalIn(reader, row.layer_id) === undefined || row.unconfirmed?.authors.includes(reader.id) === true;

/** Files that wait to hang on a record and that the reader may not see. */
const hiddenFiles = ({ layer_id, file_authors }: RecordRow, reader: Reader): number =>
  approvalIn(reader, layer_id) === undefined ? 0 : (file_authors ?? []).filter((author) => author !== reader.id).length;

const personIn = ({ people }: RecordRow, id: number | null): Person | null =>
  people?.find((findById) => findById.id === id) ?? null;

/** People of what waits on a record, as far as the reader may see it. */
function toReviewPeople(row: RecordRow, reader: Reader): Pick<LayerRecord, 'authors' | 'first_approval'> {
  const isHidden = row.status === STATUS.approved && (row.unconfirmed === null || !canSeeWaiting(row, reader));
  if (isHidden) return { authors: [], first_approval: null };
  const standing = toStanding(row);
  return {
    authors: waitingAuthors(standing).flatMap((id) => personIn(row, id) ?? []),
    first_approval: personIn(row, firstApproval(standing)),
  };
}

/** A record as the wire shows it to a reader. */
export const toLayerRecord = (row: RecordRow, status: { id: number; name: string }, reader: Reader): LayerRecord => ({
  id: row.id,
  layer: row.layer_id,
  status,
  creator_user: row.creator,
  value: row.value,
  geometry: row.geometry,
  create_date: row.created.toISOString(),
  modified_date: row.modified.toISOString(),
  modified_user: row.modifier,
  unconfiremed_value: row.unconfirmed && canSeeWaiting(row, reader) ? toUnconfirmed(row.unconfirmed) : null,
  version: row.version,
  files: row.files - hiddenFiles(row, reader),
  verdict: row.verdict && isOpenTo(row, reader) ? { ...row.verdict, person: personIn(row, row.verdict.user) } : null,
  ...toReviewPeople(row, reader),
});
