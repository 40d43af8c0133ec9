// SQL of records by the thousand: where they are, deleted and restored in one statement, removed for ever.
import { type RawBuilder, sql } from 'kysely';
import { MAX_PER_CALL } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import { isTwin } from '../../db/indexes/unique-index';
import { dayEnd, dayStart } from '../../db/time';
import { extentOf } from '../../geo/geography';
import { type Reader, regionFilter, visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import { Refusal } from '../../http/errors';
import { placeBeforePurge } from '../activity/places';
import { inLayers, locateRecords } from './record-locator';
import { standingNow } from './sql/standing';
import { asGeoJson } from './store';

/** Rows of one statement: each stays far below the common deadline. */
const CHUNK = 2500;

/** Records whose values are in memory at one time. */
const BATCH = 1000;

const chunks = <T>(list: readonly T[], size = CHUNK): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

/** Ids in stretches whose records may be in memory together. */
export const inBatches = (ids: readonly number[]): number[][] => chunks(ids, BATCH);

/** The layers of records that the reader may see, by id. What is missing does not exist for the caller. */
export async function locate(
  db: Db,
  ids: readonly number[],
  reader: Reader,
  deleted = false,
): Promise<Map<number, number[]>> {
  const byLayer = new Map<number, number[]>();
  for (const some of chunks(ids)) {
    const rows = await locateRecords(some, async (ids, where) => {
      const matches = await sql<{ id: number; layer_id: number }>`
        select n.id, n.layer_id from record n where n.id = any(${[...ids]}::bigint[]) and ${where}
          and n.deleted_at is ${deleted ? sql`not null` : sql`null`} and ${visibleTo(reader)}`.execute(db);
      return matches.rows;
    });
    for (const { id, layer_id } of rows) {
      const layerIds = byLayer.get(layer_id);
      if (layerIds) layerIds.push(id);
      else byLayer.set(layer_id, [id]);
    }
  }
  for (const layerRecords of byLayer.values()) layerRecords.sort((a, b) => a - b);
  return new Map([...byLayer].sort(([a], [b]) => a - b));
}

/** Ids of one layer by a condition on `n`, one more than the cap where there are more. */
export async function selectIds(
  db: Db,
  layer: number,
  where: RawBuilder<unknown>,
  max = MAX_PER_CALL,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from ${sql.table(partition(layer))} n where ${where} order by n.id limit ${max + 1}::int`.execute(db);
  return rows.map((r) => r.id);
}

/** Locks records of a layer until the transaction ends, in the order of their ids; returns the ids of those that are still there. */
export async function lockIds(db: Db, layer: number, ids: readonly number[], deleted = false): Promise<number[]> {
  const lockedIds: number[] = [];
  for (const some of chunks([...ids].sort((a, b) => a - b))) {
    const { rows } = await sql<{ id: number }>`
      select n.id from ${sql.table(partition(layer))} n where n.id = any(${some}::bigint[])
        and n.deleted_at is ${deleted ? sql`not null` : sql`null`} order by n.id for update`.execute(db);
    lockedIds.push(...rows.map((r) => r.id));
  }
  return lockedIds;
}

export type Box = [number, number, number, number];

/** Soft-deletes or restores records of a layer and logs it. Returns their boxes. */
export async function setDeleted(
  db: Db,
  layer: number,
  account: number,
  ids: readonly number[],
  deleted: boolean,
): Promise<Box[]> {
  const boxes: Box[] = [];
  for (const some of chunks(ids)) {
    const state = sql`jsonb_build_object('value', n.value, 'geometry', ${asGeoJson}, 'status', n.status, 'standing', ${standingNow})`;
    const { rows } = await sql<{ box: Box | null }>`
      with n as (
        update ${sql.table(partition(layer))} n set deleted_at = ${deleted ? sql`now()` : sql`null`}, modifier_id = ${account}::int,
            modified = now(), version = n.version + 1
          where n.layer_id = ${layer}::int and n.id = any(${some}::bigint[]) and n.deleted_at is ${deleted ? sql`null` : sql`not null`}
          returning n.id, n.value, n.geom, n.status, n.unconfirmed, n.authors, n.first_id, n.verdict),
      logged as (
        insert into record_log (layer_id, record_id, account_id, action, before, after)
          select ${layer}::int, n.id, ${account}::int, ${deleted ? 'delete' : 'restore'}::text, ${deleted ? state : sql`null`}, ${deleted ? sql`null` : state} from n)
      select ${extentOf(sql`n.geom`)} as box from n`
      .execute(db)
      .catch((error) => {
        throw isTwin(error) ? new Refusal(400, 'restoreNotUnique') : error;
      });
    if (rows.length !== some.length) throw new Error('a record was not written');
    for (const { box } of rows) if (box) boxes.push(box);
  }
  return boxes;
}

/** A deleted record is there again, without a step of its own: whoever takes a verdict back has not worked on it. */
export async function takeFromTrash(db: Db, layer: number, id: number): Promise<void> {
  await sql`update ${sql.table(partition(layer))} n set deleted_at = null where n.id = ${id}::bigint and n.deleted_at is not null`
    .execute(db)
    .catch((error) => {
      throw isTwin(error) ? new Refusal(400, 'restoreNotUnique') : error;
    });
}

/** Removes deleted records of a layer for ever, with history and files. Returns how many, and the keys of the files' bytes. */
export async function purge(db: Db, layer: number, ids: readonly number[]): Promise<{ count: number; keys: string[] }> {
  let count = 0;
  const keys: string[] = [];
  for (const some of chunks(ids)) {
    const { rows } = await sql<{ id: number }>`
      delete from ${sql.table(partition(layer))} n where n.id = any(${some}::bigint[]) and n.deleted_at is not null returning n.id`.execute(
      db,
    );
    const removedIds = rows.map((r) => r.id);
    count += removedIds.length;
    await sql`delete from record_comment where record_id = any(${removedIds}::bigint[])`.execute(db);
    await sql`delete from review_draw where record_id = any(${removedIds}::bigint[])`.execute(db);
    await placeBeforePurge(db, layer, removedIds);
    await sql`delete from record_log where layer_id = ${layer}::int and record_id = any(${removedIds}::bigint[])`.execute(
      db,
    );
    await sql`delete from record_source where layer_id = ${layer}::int and record_id = any(${removedIds}::bigint[])`.execute(
      db,
    );
    const files = await sql<{ key: string }>`
      delete from record_file where layer_id = ${layer}::int and record_id = any(${removedIds}::bigint[]) returning key`.execute(
      db,
    );
    keys.push(...files.rows.map((f) => f.key));
  }
  return { count, keys };
}

/** A layer's deleted records that the reader may see, by id, one more than the cap where there are more. */
export const selectDeletedIds = (db: Db, layer: number, reader: Reader) =>
  selectIds(db, layer, sql`n.deleted_at is not null and ${visibleTo(reader, layer)}`);

interface Deleted {
  layers: readonly number[];
  reader: Reader;
  within: number | undefined;
  /** A further condition on `n`. */
  inProject: RawBuilder<unknown> | undefined;
  before: string | undefined;
  after: string | undefined;
}

/** Condition on deleted records `n` over many layers. */
export const matchesDeleted = (of: Deleted): RawBuilder<unknown> =>
  sql`${inLayers(of.layers)} and n.deleted_at is not null and ${visibleTo(of.reader)}
    ${of.within === undefined ? sql`` : sql`and n.geom is not null and ${regionFilter([of.within])}`}
    ${of.inProject ? sql`and ${of.inProject}` : sql``}
    ${of.after === undefined ? sql`` : sql`and n.deleted_at >= ${dayStart(of.after)}`}
    ${of.before === undefined ? sql`` : sql`and n.deleted_at < ${dayEnd(of.before)}`}`;

/** Ids of records with their layers; `end` is the end of the statement. */
export const getDeletedPlaces = async (db: Db, where: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
  (await sql<{ id: number; layer_id: number }>`select n.id, n.layer_id from record n where ${where} ${end}`.execute(db))
    .rows;
