// Work on records as people do it, step by step in memory by the product's own rules, and written in a few statements.
import { sql } from 'kysely';
import type { Geometry } from '../../contract/schemas/common';
import type { Field, Values } from '../../contract/schemas/form';
import type { LayerRecord, LogAction, VerdictAction } from '../../contract/schemas/record';
import type { NoticeArgs } from '../areas/messages/notices';
import { versionOf } from '../areas/records/access';
import * as review from '../areas/records/review';
import { cleanGeometry, cleanValues } from '../areas/records/rules';
import { advanceRevision, type Version } from '../areas/records/store';
import type { Engine } from '../db/engine';
import { searchText } from '../db/search-text';
import { partition } from '../geo/tiles';
import type { NewRecordData } from './builders';

export interface WorkLayer {
  id: number;
  label: string;
  type: number;
  form: Field[];
  supervised: boolean;
}
export interface WorkRecord {
  layer: WorkLayer;
  /** Given when it is written. */
  id: number;
  value: Values;
  geometry: Geometry | null;
  standing: review.Standing;
  creator: number;
  created: Date;
  modifier: number;
  modified: Date;
  version: number;
  verdict: LayerRecord['verdict'];
  deletedAt: Date | null;
}
export interface WorkStep {
  record: WorkRecord;
  account: number;
  at: Date;
  action: LogAction;
  before: Version | null;
  after: Version | null;
  reason?: string | undefined;
}
/** What authors are told of a verdict. */
export interface WorkNotice {
  code: 'record_returned' | 'record_rejected' | 'deletion_returned' | 'deletion_rejected';
  args: NoticeArgs;
  record: WorkRecord;
  by: number;
  recipients: number[];
  at: Date;
}

const ruled = <T extends object>(result: T): Exclude<T, { problem: string }> => {
  if ('problem' in result) throw new Error(`the demo breaks a rule: ${result.problem}`);
  return result as Exclude<T, { problem: string }>;
};
const stateOf = ({ value, geometry, standing }: WorkRecord): Version =>
  versionOf({ value, geometry, status: standing.status, unconfirmed: standing.waiting, authors: standing.authors, first_id: standing.first }); // biome-ignore format: one record

/** Steps come in the order of their instants. */
export interface RecordWork {
  records: WorkRecord[];
  steps: WorkStep[];
  notices: WorkNotice[];
}
export const createRecordWork = (): RecordWork => ({ records: [], steps: [], notices: [] });

/** Who does it, and when. */
export interface By {
  account: number;
  at: Date;
}

function touch(record: WorkRecord, at: Date, account?: number): void {
  record.modified = at;
  record.version++;
  if (account !== undefined) record.modifier = account;
}

function markDeleted(work: RecordWork, record: WorkRecord, { account, at }: By): void {
  const before = stateOf(record);
  touch(record, at, account);
  record.deletedAt = at;
  work.steps.push({ record, account, at, action: 'delete', before, after: null });
}

/** A record that came with its layer's data: without a step of its own. */
export function stockRecord(
  work: RecordWork,
  layer: WorkLayer,
  { account, at }: By,
  { value, geometry }: NewRecordData,
): WorkRecord {
  cleanGeometry(layer.type, geometry);
  const start = review.applyCreation(layer.supervised, account);
  const record: WorkRecord = {
    layer,
    id: 0,
    value: cleanValues(layer.form, value),
    geometry,
    standing: { ...start, creator: account, first: null, waiting: null },
    creator: account,
    created: at,
    modifier: account,
    modified: at,
    version: 1,
    verdict: null,
    deletedAt: null,
  };
  work.records.push(record);
  return record;
}

export function createRecord(work: RecordWork, layer: WorkLayer, by: By, data: NewRecordData): WorkRecord {
  const record = stockRecord(work, layer, by, data);
  work.steps.push({ record, ...by, action: 'create', before: null, after: stateOf(record) });
  return record;
}

export function editRecord(work: RecordWork, record: WorkRecord, by: By, change: review.Change): void {
  const { layer } = record;
  const value = change.value && cleanValues(layer.form, change.value, record.value);
  if (change.geometry !== undefined) cleanGeometry(layer.type, change.geometry);
  const before = stateOf(record);
  const edit = { ...change, ...(value ? { value } : {}) };
  const { standing, written } = ruled(
    review.applyEdit(layer.supervised, record.standing, by.account, edit, by.at.toISOString()),
  );
  const after = { value: { ...record.value, ...value }, geometry: change.geometry ?? record.geometry };
  record.standing = standing;
  if (written) Object.assign(record, after);
  touch(record, by.at, by.account);
  work.steps.push({ record, ...by, action: 'edit', before, after: { ...after, status: standing.status } });
}

/** Deletes it, or asks for it where it is approved in a supervised layer. */
export function removeRecord(work: RecordWork, record: WorkRecord, by: By): void {
  const { supervised } = record.layer;
  const standing = review.applyDeletion(supervised, record.standing, by.account, by.at.toISOString());
  if (!standing) {
    markDeleted(work, record, by);
    return;
  }
  record.standing = standing;
  touch(record, by.at, by.account);
  work.steps.push({ record, ...by, action: 'ask_delete', before: stateOf(record), after: null });
}

export function restoreRecord(work: RecordWork, record: WorkRecord, by: By): void {
  touch(record, by.at, by.account);
  record.deletedAt = null;
  work.steps.push({ record, ...by, action: 'restore', before: null, after: stateOf(record) });
}

/** A verdict; `reason` is what a return or a rejection needs. `needsTwo`: an approval is the first of two, or the second one of another person. */
export function judgeRecord(
  work: RecordWork,
  record: WorkRecord,
  by: By,
  action: VerdictAction,
  reason?: string | undefined,
  needsTwo = false,
): void {
  const { account, at } = by;
  const before = stateOf(record);
  const edit = record.standing.waiting;
  const authors = review.waitingAuthors(record.standing);
  const judge = { by: account, needsTwo, canSecond: needsTwo };
  const { standing, merges, deletes } = ruled(review.applyVerdict(record.standing, action, judge, reason));
  record.standing = standing;
  if (merges && edit?.value) record.value = { ...record.value, ...edit.value };
  if (merges && edit?.geometry !== undefined) record.geometry = edit.geometry;
  record.verdict = { action, user: account, date: at.toISOString(), ...(reason ? { reason } : {}) };
  touch(record, at);
  work.steps.push({ record, ...by, action, before, after: deletes ? null : stateOf(record), reason });
  if (deletes) markDeleted(work, record, { account: authors.at(-1) ?? account, at });
  if (action === 'approve') return;
  const code = `${edit?.deletion ? 'deletion' : 'record'}_${action === 'return' ? 'returned' : 'rejected'}` as const;
  const args = { layer: record.layer.label, count: 1, reason: reason ?? '' };
  work.notices.push({ code, args, record, by: account, recipients: authors, at });
}

/** Whether somebody may judge what waits on a record. */
export const isJudgeable = ({ standing, deletedAt }: WorkRecord, by: number): boolean =>
  deletedAt === null && review.verdictProblem(standing, 'approve', { by, needsTwo: false, canSecond: false }) === null;

/** Whether somebody may change a record. */
export const isEditable = ({ layer, standing, deletedAt }: WorkRecord): boolean =>
  deletedAt === null && review.editProblem(layer.supervised, standing) === null;

const jsonOrNull = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

/** Writes the records with their history, and what their layers count. */
export async function writeRecordWork(engine: Engine, { records, steps }: RecordWork): Promise<void> {
  const { db } = engine;
  const ids = await sql<{ id: number }>`
    select nextval('record_id_seq')::float8 as id from generate_series(1, ${records.length}::int)`.execute(db);
  for (const [i, { id }] of ids.rows.entries()) (records[i] as WorkRecord).id = id;
  const rows = records.map((r) => {
    const placed = cleanGeometry(r.layer.type, r.geometry);
    const { status, authors, first, waiting } = r.standing;
    return {
      ...{ layer: r.layer.id, id: r.id, status, geo: jsonOrNull(r.geometry), q: placed?.q, minz: placed?.minz },
      ...{ value: r.value, search: searchText(r.layer.form, r.value), authors, first, waiting, verdict: r.verdict },
      ...{ creator: r.creator, created: r.created, modifier: r.modifier, modified: r.modified },
      ...{ version: r.version, deleted: r.deletedAt, bbox: placed?.bbox },
    };
  });
  await sql`
    insert into record (layer_id, id, status, geom, q, minz, value, search, authors, first_id, unconfirmed, verdict, creator_id, created,
        modifier_id, modified, version, deleted_at)
      select c.layer, c.id, c.status, st_setsrid(st_geomfromgeojson(c.geo), 4326), c.q, c.minz, c.value, c.search, nullif(c.authors, 'null'),
          c.first, nullif(c.waiting, 'null'), nullif(c.verdict, 'null'), c.creator, c.created, c.modifier, c.modified, c.version, c.deleted
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(layer int, id bigint, status smallint, geo text, q bigint, minz smallint,
          value jsonb, search text, authors jsonb, first int, waiting jsonb, verdict jsonb, creator int, created timestamptz, modifier int,
          modified timestamptz, version int, deleted timestamptz)`.execute(db);
  const entries = steps.map(({ record, account, at, action, before, after, reason }) => ({
    ...{ layer: record.layer.id, record: record.id, account, at, action, before, after, reason },
  }));
  await sql`
    insert into record_log (layer_id, record_id, account_id, at, action, before, after, reason)
      select c.layer, c.record, c.account, c.at, c.action, nullif(c.before, 'null'), nullif(c.after, 'null'), c.reason
        from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (layer int, record bigint, account int, at timestamptz, action text,
          before jsonb, after jsonb, reason text)) with ordinality as c(layer, record, account, at, action, before, after, reason, place)
        order by c.place`.execute(db);
  for (const layer of new Set(records.map((r) => r.layer))) {
    const own = rows.filter((row) => row.layer === layer.id);
    const boxes = own.flatMap(({ bbox }) => (bbox ? [bbox] : []));
    const box = boxes.reduce<number[] | null>(
      (all, [w, s, e, n]) =>
        all
          ? [Math.min(all[0] ?? w, w), Math.min(all[1] ?? s, s), Math.max(all[2] ?? e, e), Math.max(all[3] ?? n, n)]
          : [w, s, e, n],
      null,
    );
    await advanceRevision(db, layer.id, own.filter(({ deleted }) => deleted === null).length, box);
    await engine.analyse(partition(layer.id));
  }
}
