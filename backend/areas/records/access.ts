// What all calls about records share: who may see a record, how it is shown, and writes that drop the tiles they touched.
import type { Geometry } from '../../../contract/schemas/common';
import { MAX_NEWS_BOXES } from '../../../contract/schemas/events/news';
import type { Rights } from '../../../contract/schemas/layer';
import { type LayerRecord, STATUS } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import { joinBoxes } from '../../geo/geography';
import { place } from '../../geo/geometry';
import { isValid, meetsRegions } from '../../geo/shape-checks';
import type { Acting, Ctx } from '../../http/context';
import { type Lang, notFound, Refusal, ruled, say, type Wording } from '../../http/errors';
import { isStale } from '../../http/version';
import { layerFor } from '../layers/access';
import { type LayerRow, recordLayerIds } from '../layers/store';
import { type Box, locate, lockIds } from './batch';
import { checkRight, permissionsOf, type RecordRight } from './permission';
import * as rules from './rules';
import * as store from './store';

export const statusOf = (lang: Lang, id: number) => ({ id, name: say(lang, `status${id}` as Wording) });

/** A record as the wire shows it. */
export const showRecord = (ctx: Ctx, layer: LayerRow, row: store.RecordRow): LayerRecord => ({
  ...store.toLayerRecord(row, statusOf(ctx.lang, row.status), ctx.caller),
  can: permissionsOf(ctx, layer, store.toStanding(row)),
});

/** A record as the wire shows it, with its ETag. */
export const showRecordWithEtag = (ctx: Ctx, layer: LayerRow, row: store.RecordRow): LayerRecord => {
  ctx.header('etag', `"${row.version}"`);
  return showRecord(ctx, layer, row);
};

/** A record and its layer, if the caller may see both. */
export async function getRecord(ctx: Ctx, id: string | number, db: Db = ctx.engine.db, lock = false, deleted = false) {
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number < 1) throw notFound();
  const record = await store.findById(db, number, ctx.caller, lock);
  if (!record || (record.deleted_at !== null) !== deleted) throw notFound();
  const { row: layer, rights } = await layerFor(ctx, record.layer_id, db);
  return { record, layer, rights };
}

/** Refuses the history of a supervised layer's record to whoever neither approves there nor worked on it. */
export function checkHistory(ctx: Ctx, record: store.RecordRow): void {
  if (!store.isOpenTo(record, ctx.caller)) throw ruled('historyClosed');
}

/** Refuses a stale If-Match with the record as it is now. */
export function checkVersion(ctx: Ctx, layer: LayerRow, record: store.RecordRow): void {
  if (isStale(ctx, `"${record.version}"`))
    throw new Refusal(412, 'stale', { extra: { current: showRecord(ctx, layer, record) } });
}

/**
 * Many records held for a change, layer by layer. One that the caller cannot see makes all of them not found; a right that
 * is lacking on one layer refuses all.
 */
export async function lockRecords(
  ctx: Ctx,
  db: Db,
  ids: readonly number[],
  right: RecordRight,
  deleted = false,
): Promise<{ layer: LayerRow; rights: Rights; ids: number[] }[]> {
  const distinctIds = [...new Set(ids)];
  const idsByLayer = await locate(db, distinctIds, ctx.caller, deleted);
  if ([...idsByLayer.values()].reduce((n, some) => n + some.length, 0) !== distinctIds.length) throw notFound();
  const all: { layer: LayerRow; rights: Rights; ids: number[] }[] = [];
  for (const [id, some] of idsByLayer) all.push({ ...(await getLayerAndRights(ctx, id, db)), ids: some });
  for (const { rights } of all) checkRight(rights, right);
  for (const one of all)
    if ((await lockIds(db, one.layer.id, one.ids, deleted)).length !== one.ids.length) throw notFound();
  return all;
}
const getLayerAndRights = async (ctx: Ctx, id: number, db: Db) => {
  const { row: layer, rights } = await layerFor(ctx, id, db);
  return { layer, rights };
};

/** Refuses a shape that PostGIS cannot take or that lies outside the caller's regions. */
export async function checkShape(ctx: Acting, db: Db, geometry: Geometry | null): Promise<void> {
  if (!geometry) return;
  if (!rules.isClosed(geometry) || !(await isValid(db, geometry))) throw new Refusal(400, 'geometryInvalid');
  if (!(await meetsRegions(db, [geometry], ctx.caller.regions))) throw new Refusal(403, 'outsideRegion', { code: 412 });
}

export const boxOf = (geometry: Geometry | null): Box | null => (geometry ? (place(geometry)?.bbox ?? null) : null);

/** A record as its history keeps it. */
export const versionOf = ({
  value,
  geometry,
  status,
  unconfirmed: waiting = null,
  authors = null,
  first_id: first = null,
  verdict = null,
}: Pick<store.RecordRow, 'value' | 'geometry' | 'status'> &
  Partial<Pick<store.RecordRow, 'unconfirmed' | 'authors' | 'first_id' | 'verdict'>>): store.Version => {
  const isSettled = status === STATUS.approved && waiting === null && verdict === null;
  return { value, geometry, status, standing: isSettled ? null : { waiting, authors, first, verdict } };
};

/** More boxes than this are dropped as one. */
const MAX_BOXES = 300;
function mergeBoxes(boxes: readonly (Box | null)[]): Box[] {
  const all = boxes.filter((b) => b !== null);
  if (all.length <= MAX_BOXES) return all;
  const whole = joinBoxes(all);
  return whole ? [whole] : [];
}

export interface TileChange {
  layer: number;
  /** How many records the layer has more. */
  more: number;
  /** Boxes of what was there before and is there now; the layer's extent grows by those of `now`. */
  before: readonly (Box | null)[];
  now: readonly (Box | null)[];
}

/** Says what a write changed. */
export type TouchTiles = (change: TileChange) => void;

/**
 * Runs a write as one transaction, keeps the layers' counters and extents, and then drops the tiles that it touched. The layers' rows are
 * written last: whoever writes to the same layer waits for that alone, and in the same order everywhere.
 */
export async function runWrite<T>(ctx: Acting, work: (db: Db, touch: TouchTiles) => Promise<T>): Promise<T> {
  const touched: { layer: number; rev: number; boxes: Box[] }[] = [];
  const result = await ctx.engine.db.transaction().execute(async (db) => {
    const changes: TileChange[] = [];
    const done = await work(db, (change) => void changes.push(change));
    for (const { layer, more, before, now } of changes.sort((a, b) => a.layer - b.layer)) {
      const boxes = mergeBoxes([...before, ...now]);
      const news = boxes.length > MAX_NEWS_BOXES ? undefined : boxes;
      touched.push({ layer, rev: await store.advanceRevision(db, layer, more, joinBoxes(now), news), boxes });
    }
    return done;
  });
  for (const { layer, rev, boxes } of touched) ctx.tiles.touched(layer, rev, boxes);
  return result;
}

/**
 * The layers that hold these records, as far as the caller may see both. Asked first, so that what follows reads few partitions: a
 * question that names every visible layer is planned against all of them, which grows with the square of their number.
 */
export async function findLayersOfRecords({ engine, caller }: Ctx, ids: readonly number[]): Promise<number[]> {
  const layerIds = [...(await locate(engine.db, ids, caller)).keys()];
  return layerIds.length > 0 ? recordLayerIds(engine.db, caller, layerIds) : [];
}
