// SQL of a layer's files and of the history of its records, as far as a reader sees the records.
import { type RawBuilder, sql } from 'kysely';
import type { Values } from '../../../../contract/schemas/form';
import type { LogAction } from '../../../../contract/schemas/record';
import type { Person } from '../../../../contract/schemas/session';
import { type Db, holdsWords } from '../../../db/engine';
import { dayEnd, dayStart } from '../../../db/time';
import { approvalIn, type Reader, visibleTo } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import { selectPerson } from '../../../identity/people';
import type { Version } from '../store';

type Sql = RawBuilder<unknown>;

export interface FileLine {
  id: number;
  record_id: number;
  label: string;
  name: string;
  type: string;
  size: number;
  created: Date;
  pending: 'add' | 'delete' | null;
  person: Person | null;
  value: Values;
  place: [number, number] | null;
}

export interface FilesFilter {
  kind?: 'pictures' | 'others' | undefined;
  search?: string | undefined;
}

/** Whether what waits on a record is the reader's own; `isApprover` reads it all. */
const waitsForReader = (reader: Reader) =>
  sql`coalesce(n.unconfirmed->'authors' @> ${JSON.stringify([reader.id])}::jsonb, false)`;

/** Files `f` of records `n` that a reader sees; one that waits to hang on a record is seen by who brought it and by approvers. */
export function fromFiles(layer: number, reader: Reader, { kind, search }: FilesFilter): Sql {
  const isLimited = approvalIn(reader, layer) !== undefined;
  return sql`from record_file f join ${sql.table(partition(layer))} n on n.id = f.record_id
    where f.layer_id = ${layer}::int and n.deleted_at is null and ${visibleTo(reader, layer)}
      ${isLimited ? sql`and (f.pending is distinct from 'add' or f.account_id = ${reader.id}::int)` : sql``}
      ${kind ? sql`and ${kind === 'others' ? sql`not` : sql``} (f.type like 'image/%')` : sql``}
      ${search?.trim() ? sql`and ${holdsWords(sql`(f.label || ' ' || f.name)`, search)}` : sql``}`;
}

export async function listFiles(
  db: Db,
  layer: number,
  reader: Reader,
  filter: FilesFilter,
  end: Sql,
): Promise<FileLine[]> {
  // That a file is to go is told to those who may know what waits.
  const pending =
    approvalIn(reader, layer) === undefined
      ? sql`f.pending`
      : sql`(case when f.pending = 'add' or ${waitsForReader(reader)} then f.pending end)`;
  const { rows } = await sql<FileLine>`
    select f.id, f.record_id::float8 as record_id, f.label, f.name, f.type, f.size::float8 as size, f.created, ${pending} as pending, ${selectPerson('f.account_id')} as person,
        n.value, case when n.geom is not null then json_build_array(st_x(st_pointonsurface(n.geom)), st_y(st_pointonsurface(n.geom))) end as place
      ${fromFiles(layer, reader, filter)} ${end}`.execute(db);
  return rows;
}

export interface LogLine {
  id: number;
  record_id: number;
  at: Date;
  action: LogAction;
  before: Version | null;
  after: Version | null;
  reason: string | null;
  file: string | null;
  person: Person | null;
  value: Values;
  is_deleted: boolean;
}

export interface HistoryFilter {
  action?: LogAction | undefined;
  users?: number[] | undefined;
  date_after?: string | undefined;
  date_before?: string | undefined;
  /** Also of records that are deleted. */
  withDeleted: boolean;
}

/** Steps `l` in the history of records `n` that a reader sees and whose history is open to them. */
export function fromLog(layer: number, reader: Reader, filter: HistoryFilter): Sql {
  const { action, users, date_after, date_before, withDeleted } = filter;
  const own = sql`(n.creator_id = ${reader.id}::int or coalesce(n.authors @> ${JSON.stringify([reader.id])}::jsonb, false) or ${waitsForReader(reader)})`;
  return sql`from record_log l join ${sql.table(partition(layer))} n on n.id = l.record_id
    where l.layer_id = ${layer}::int and ${visibleTo(reader, layer)}
      ${withDeleted ? sql`` : sql`and n.deleted_at is null`}
      ${approvalIn(reader, layer) === undefined ? sql`` : sql`and ${own}`}
      ${action ? sql`and l.action = ${action}::text` : sql``}
      ${users ? sql`and l.account_id = any(${users}::int[])` : sql``}
      ${date_after ? sql`and l.at >= ${dayStart(date_after)}` : sql``}
      ${date_before ? sql`and l.at < ${dayEnd(date_before)}` : sql``}`;
}

export async function listLog(
  db: Db,
  layer: number,
  reader: Reader,
  filter: HistoryFilter,
  end: Sql,
): Promise<LogLine[]> {
  const { rows } = await sql<LogLine>`
    select l.id::float8 as id, l.record_id::float8 as record_id, l.at, l.action, l.before, l.after, l.reason, l.file, ${selectPerson('l.account_id')} as person,
        n.value, n.deleted_at is not null as is_deleted
      ${fromLog(layer, reader, filter)} ${end}`.execute(db);
  return rows;
}
