// One record with all that its reviewer should know: what waits, what to look at twice, who else looks at it, and the ways back.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Geometry } from '../../../contract/schemas/common';
import { checkValues } from '../../../contract/schemas/form';
import { LAYER_TYPES } from '../../../contract/schemas/layer';
import { STATUS } from '../../../contract/schemas/record';
import type { Lease, Review } from '../../../contract/schemas/supervision';
import type { Db } from '../../db/engine';
import { boxAround, onEarth } from '../../geo/geography';
import { geom, meetsRegions } from '../../geo/shape-checks';
import { factsFor } from '../../geo/shape-facts';
import { partition } from '../../geo/tiles';
import type { Ctx } from '../../http/context';
import type { LayerRow } from '../layers/store';
import { boxOf, getRecord, showRecordWithEtag } from '../records/access';
import { checkRight } from '../records/permission';
import { firstApproval, isWaiting, waitingAuthors } from '../records/review';
import * as records from '../records/store';
import { findReturned, getBecause } from './audit';
import { countComments } from './comments';
import { findLooking, kindOf } from './queue';
import { canReopen, findUndoEnd } from './reopen';

/** Metres within which two points are taken for one. */
const NEAR_M = 5;
const MAX_NEIGHBOURS = 5;
const LEASE_MS = 120_000;

type Check = z.infer<typeof Review>['checks'][number];

/** Records of the layer that a polygon overlaps, or that lie near to a point. */
async function findNeighbours(db: Db, layer: LayerRow, id: number, geometry: Geometry): Promise<Check[]> {
  const shape = geom(geometry);
  const others = sql`from ${sql.table(partition(layer.id))} n where n.deleted_at is null and n.id <> ${id}::bigint and n.status <> ${sql.lit(STATUS.rejected)}`;
  const end = sql`limit ${MAX_NEIGHBOURS}::int`;
  const read = async (where: ReturnType<typeof sql>) =>
    (await sql<{ id: number }>`select n.id::float8 as id ${others} and ${where} ${end}`.execute(db)).rows.map(
      (r) => r.id,
    );
  if (layer.type === LAYER_TYPES.polygon) {
    // A common border is no overlap.
    const ids = await read(
      sql`n.geom && ${shape} and st_intersects(n.geom, ${shape}) and not st_touches(n.geom, ${shape})`,
    );
    return ids.length > 0 ? [{ code: 'overlap', ids }] : [];
  }
  const box = boxOf(geometry);
  if (layer.type !== LAYER_TYPES.point || !box) return [];
  const [w, s, e, n] = boxAround(box, NEAR_M);
  const ids = await read(
    sql`n.geom && st_makeenvelope(${w}::float8, ${s}::float8, ${e}::float8, ${n}::float8, 4326) and st_dwithin(${onEarth(sql`n.geom`)}, ${onEarth(shape)}, ${NEAR_M}::float8)`,
  );
  return ids.length > 0 ? [{ code: 'near', ids }] : [];
}

/** Whether somebody is bound to regions and a shape meets none of them. */
async function isOutside(db: Db, author: number | undefined, geometry: Geometry): Promise<boolean> {
  if (author === undefined) return false;
  const { rows } = await sql<{ id: number }>`select region_id as id from account_region where account_id = ${author}::int`.execute(db); // biome-ignore format: one query
  return !(await meetsRegions(
    db,
    [geometry],
    rows.map(({ id }) => id),
  ));
}

/** What of the record, as it would be, is to be looked at twice. */
async function findChecks(db: Db, layer: LayerRow, row: records.RecordRow): Promise<Check[]> {
  const standing = records.toStanding(row);
  const { waiting } = standing;
  if (!isWaiting(standing) || waiting?.deletion) return [];
  const geometry = waiting?.geometry === undefined ? row.geometry : waiting.geometry;
  const { form } = layer.config;
  const value = { ...row.value, ...waiting?.value };
  const { problems } = checkValues(form, value, { shape: factsFor(form, () => geometry), stored: row.value });
  const fields = Object.entries(problems).flatMap(([name, problem]) => (problem === 'required' ? [name] : []));
  const checks: Check[] = fields.length > 0 ? [{ code: 'required', fields }] : [];
  if (!geometry) return checks;
  if (await isOutside(db, waitingAuthors(standing).at(-1), geometry)) checks.push({ code: 'outside' });
  return [...checks, ...(await findNeighbours(db, layer, row.id, geometry))];
}

export async function readReview(ctx: Ctx, id: string | number): Promise<z.infer<typeof Review>> {
  const { db } = ctx.engine;
  const { record: row, layer, rights } = await getRecord(ctx, id);
  checkRight(rights, 'approve');
  const standing = records.toStanding(row);
  const isJudged = isWaiting(standing);
  const since = await sql<{ at: Date | null }>`select n.waits_since as at from ${sql.table(partition(layer.id))} n where n.id = ${row.id}::bigint`.execute(db); // biome-ignore format: one query
  return {
    record: showRecordWithEtag(ctx, layer, row),
    kind: isJudged || standing.waiting ? kindOf(standing) : null,
    since: since.rows[0]?.at?.toISOString() ?? null,
    returned_before: (await findReturned(db, [row.id])).get(row.id) ?? 0,
    checks: await findChecks(db, layer, row),
    comments: await countComments(db, row.id),
    looking: (await findLooking(db, [row.id], ctx.caller.id, ctx.now())).get(row.id) ?? null,
    undo_until: (await findUndoEnd(ctx, db, row.id))?.toISOString() ?? null,
    can_reopen: await canReopen(ctx, db, layer.config.supervised, row),
    second_because: firstApproval(standing) === null ? null : await getBecause(db, row.id),
  };
}

/** The caller looks at a record, unless somebody else does. */
export async function lookAt(ctx: Ctx, id: string | number): Promise<z.infer<typeof Lease>> {
  const { record, rights } = await getRecord(ctx, id);
  checkRight(rights, 'approve');
  const { db } = ctx.engine;
  const now = ctx.now();
  const until = new Date(now.getTime() + LEASE_MS);
  await sql`
    insert into review_lease (layer_id, record_id, account_id, until) values (${record.layer_id}::int, ${record.id}::bigint, ${ctx.caller.id}::int, ${until}::timestamptz)
      on conflict (record_id) do update set account_id = excluded.account_id, until = excluded.until
        where review_lease.account_id = excluded.account_id or review_lease.until <= ${now}::timestamptz`.execute(db);
  const looking = (await findLooking(db, [record.id], ctx.caller.id, now)).get(record.id) ?? null;
  return { looking, until: until.toISOString() };
}

/** What was judged is looked at by nobody. */
export async function endLeases(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from review_lease where record_id = any(${[...ids]}::bigint[])`.execute(db);
}
