// Filters that must be looked up before they can be SQL: regions, shapes, query trees.
import { type RawBuilder, sql } from 'kysely';
import { Geometry } from '../../../contract/schemas/common';
import { type PlaceRule, QUERY_TOO_LARGE, type QueryNode, QueryTree } from '../../../contract/schemas/query';
import { type RecordFilter, RecordQuery } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import { MAX_VERTICES, place, thinGeometry } from '../../geo/geometry';
import { approvalIn, regionFilter, visibleTo } from '../../geo/sight';
import type { Asking, Ctx } from '../../http/context';
import { invalid, queryTooLarge, Refusal, unknownKey } from '../../http/errors';
import { parse } from '../../http/parse';
import type { LayerRow } from '../layers/store';
import { projectCondition } from '../projects/access';
import { getRegion } from '../regions/access';
import { compile, placeRules, type Shape } from './query';
import { plainConditions } from './record-page';
import { isClosed } from './rules';
import { geom, isValid } from './store';

/** Vertices that the shapes of one query keep together; larger ones are simplified first. */
const QUERY_VERTICES = 5000;
/** Degrees; each step takes away more. The first is about a metre. */
const COARSEST = 1e-2;
const TOLERANCES = [1e-5, 1e-4, 1e-3, COARSEST];

/**
 * A shape that may be handed to PostGIS, or a refusal. A shape of more corners than a question needs is thinned first: whether it is
 * sound takes the database seconds to tell of tens of thousands of corners, and milliseconds of these.
 */
export async function prepareShape(db: Db, geometry: Geometry): Promise<Geometry> {
  const placed = place(geometry);
  if (!placed) throw new Refusal(400, 'geometryPlace');
  if (placed.vertices > MAX_VERTICES) throw new Refusal(400, 'geometryBig', { params: { max: MAX_VERTICES } });
  if (!isClosed(geometry)) throw new Refusal(400, 'geometryInvalid');
  if (placed.vertices <= QUERY_VERTICES) {
    if (!(await isValid(db, geometry))) throw new Refusal(400, 'geometryInvalid');
    return geometry;
  }
  const fits = (shape: Geometry | null) => shape !== null && (place(shape)?.vertices ?? Infinity) <= QUERY_VERTICES;
  const tooLarge = new Refusal(400, 'geometryBig', { params: { max: QUERY_VERTICES } });
  if (!fits(thinGeometry(geometry, COARSEST))) throw tooLarge;
  for (const tolerance of TOLERANCES) {
    const thin = thinGeometry(geometry, tolerance);
    if (thin && fits(thin) && (await isValid(db, thin))) return thin;
  }
  throw tooLarge;
}

/** A query tree as one condition on `n`. */
export async function treeCondition(
  ctx: Asking,
  layer: Pick<LayerRow, 'config'>,
  tree: QueryNode,
  db: Db = ctx.engine.db,
): Promise<RawBuilder<unknown>> {
  const shapes = new Map<PlaceRule, Shape>();
  let vertices = 0;
  for (const rule of placeRules(tree)) {
    if (rule.region !== undefined) shapes.set(rule, await getRegion(ctx, rule.region, db));
    else if (rule.geometry) {
      const shape = await prepareShape(db, rule.geometry);
      const placed = place(shape);
      vertices += placed?.vertices ?? 0;
      if (!placed || vertices > QUERY_VERTICES)
        throw new Refusal(400, 'geometryBig', { params: { max: QUERY_VERTICES } });
      shapes.set(rule, { geom: geom(shape), box: placed.bbox });
    }
  }
  return compile(tree, layer.config.form, shapes);
}

/** GeoJSON or WKT text as a shape. */
async function shapeOfText(db: Db, text: string): Promise<Geometry> {
  let raw: unknown;
  if (text.trimStart().startsWith('{')) {
    try {
      raw = JSON.parse(text);
    } catch {
      throw invalid('geometry');
    }
  } else {
    if (!/^\s*(multi)?(point|linestring|polygon)\s*(z\s*)?\([-+\d.,eE()\s]+\)\s*$/i.test(text))
      throw invalid('geometry');
    try {
      const { rows } = await sql<{
        shape: unknown;
      }>`select st_asgeojson(st_geomfromtext(${text}::text, 4326))::jsonb as shape`.execute(db);
      raw = rows[0]?.shape;
    } catch {
      throw invalid('geometry');
    }
  }
  const read = Geometry.safeParse(raw);
  if (!read.success) throw invalid('geometry');
  return prepareShape(db, read.data);
}

function treeOfText(text: string): QueryNode {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw invalid('filter_query');
  }
  const read = QueryTree.safeParse(raw);
  if (read.error?.issues[0]?.message === QUERY_TOO_LARGE) throw queryTooLarge();
  if (!read.success) throw invalid('filter_query');
  return read.data;
}

/** Keys of the list that filter nothing. Passed over unseen they would give, or change, more than was asked for. */
const NO_FILTERS = ['layer', 'limit', 'offset', 'order'];

/** The filters of a layer's list by name, where no page is asked for. A key that does not filter is refused by its name. */
export function filtersByName(layer: Pick<LayerRow, 'id'>, filter: Record<string, string> = {}): RecordFilter {
  const other = NO_FILTERS.find((key) => key in filter);
  if (other !== undefined) throw unknownKey(other);
  return parse(RecordQuery, { ...filter, layer: layer.id }) as RecordFilter;
}

/**
 * Every filter of the list as one condition on `n` that also holds what the caller may see, and whether there is any. Asks the
 * database outside of a transaction.
 */
export async function filterOf(
  ctx: Ctx,
  layer: Pick<LayerRow, 'id' | 'config'>,
  query: RecordFilter,
): Promise<{ where: RawBuilder<unknown>; filtered: boolean }> {
  const { db } = ctx.engine;
  const all = plainConditions(layer, query);
  if (query.project !== undefined) all.push(await projectCondition(ctx, query.project));
  if (query.region !== undefined) {
    await getRegion(ctx, query.region);
    all.push(sql`(n.geom is not null and ${regionFilter([query.region])})`);
  }
  if (query.geometry !== undefined) {
    const shape = geom(await shapeOfText(db, query.geometry));
    all.push(sql`(n.geom && ${shape} and st_intersects(n.geom, ${shape}))`);
  }
  if (query.filter_query !== undefined) all.push(await treeCondition(ctx, layer, treeOfText(query.filter_query)));
  const isLimited = ctx.caller.regions.length > 0 || approvalIn(ctx.caller, layer.id) !== undefined;
  const filtered = all.length > 0 || isLimited;
  if (isLimited) all.push(visibleTo(ctx.caller, layer.id));
  return { where: sql`${sql.join([sql`n.deleted_at is null`, ...all], sql` and `)}`, filtered };
}
