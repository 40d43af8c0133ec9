// From the filters of an address or a query tree to the records that they leave: what their rules name is looked up, the rest is `query.ts`.
import { type RawBuilder, sql } from 'kysely';
import { isOrdered } from '../../../contract/fields';
import { parseFilter } from '../../../contract/filters/record-filter';
import type { Geometry } from '../../../contract/schemas/common';
import type { Field } from '../../../contract/schemas/form';
import {
  type Comparison,
  type PlaceRule,
  type QueryNode,
  type RelationRule,
  rulesOf,
  searchWords,
} from '../../../contract/schemas/query';
import { type RecordFilter, RecordQuery } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import { type Placed, place, thinGeometry } from '../../geo/geometry';
import { requirePlace } from '../../geo/require-place';
import { geom, isValid } from '../../geo/shape-checks';
import { approvalIn, sightKey, visibleTo } from '../../geo/sight';
import type { Asking } from '../../http/context';
import { invalid, queryTooLarge, Refusal, unknownKey } from '../../http/errors';
import { parse } from '../../http/parse';
import type { LayerRow } from '../layers/store';
import { projectCondition } from '../projects/access';
import { getRegion } from '../regions/access';
import { compile, NO_LOOKUPS, type Shape } from './query';
import { indexFields, waitsFor } from './record-page';
import { endKey, findRelatedRules, type RelatedRules, relatedCondition } from './related/related-end';
import { isClosed } from './rules';
import { commonWordsIn } from './sql/common-words';

/** Vertices that the shapes of one query keep together; larger ones are simplified first. */
const QUERY_VERTICES = 5000;
/** Degrees; each step takes away more. The first is about a metre. */
const COARSEST = 1e-2;
const TOLERANCES = [1e-5, 1e-4, 1e-3, COARSEST];

/**
 * A shape that may be handed to PostGIS, or a refusal. A shape of more corners than a question needs is thinned first: whether it is
 * sound takes the database seconds to tell of tens of thousands of corners, and milliseconds of these. `room` is how many it may keep.
 */
export async function prepareShape(db: Db, geometry: Geometry, room = QUERY_VERTICES): Promise<Geometry> {
  const placed = requirePlace(geometry);
  if (!isClosed(geometry)) throw new Refusal(400, 'geometryInvalid');
  if (placed.vertices <= room) {
    if (!(await isValid(db, geometry))) throw new Refusal(400, 'geometryInvalid');
    return geometry;
  }
  const fits = (shape: Geometry | null) => shape !== null && (place(shape)?.vertices ?? Infinity) <= room;
  const tooLarge = new Refusal(400, 'geometryBig', { params: { max: QUERY_VERTICES } });
  if (!fits(thinGeometry(geometry, COARSEST))) throw tooLarge;
  for (const tolerance of TOLERANCES) {
    const thin = thinGeometry(geometry, tolerance);
    if (thin && fits(thin) && (await isValid(db, thin))) return thin;
  }
  throw tooLarge;
}

/** The conditions of rules about related records. */
async function relatedConditions(ctx: Asking, layer: Pick<LayerRow, 'id'>, rules: RelatedRules) {
  const conditions = new Map<RelationRule, RawBuilder<unknown>>();
  for (const [rule, end] of rules) {
    const { form } = end.other.config;
    await indexFields(ctx.engine, end.other, orderedFields(form, rule.related));
    conditions.set(rule, await relatedCondition(ctx, layer, end, compile(rule.related, form, NO_LOOKUPS)));
  }
  return conditions;
}

const isSeveralWords = (rule: ReturnType<typeof rulesOf>[number]) =>
  'search' in rule
    ? searchWords(rule.search).length > 1
    : 'field' in rule && typeof rule.value === 'string' && rule.value.includes(' ');

/**
 * A query tree as one condition on `n`, whatever the caller may see of it. What its rules name must be there for the caller; of related
 * records they see what they see elsewhere. `rules` are the other ends of what it says about those, where they are known already.
 */
export async function treeCondition(
  ctx: Asking,
  layer: Pick<LayerRow, 'id' | 'config' | 'record_count'>,
  tree: QueryNode,
  rules?: RelatedRules,
): Promise<RawBuilder<unknown>> {
  const related = await relatedConditions(ctx, layer, rules ?? (await findRelatedRules(ctx, layer, tree)));
  const { db } = ctx.engine;
  const shapes = new Map<PlaceRule, Shape>();
  const projects = new Map<number, RawBuilder<unknown>>();
  let room = QUERY_VERTICES;
  for (const rule of rulesOf(tree)) {
    if ('project' in rule) projects.set(rule.project, await projectCondition(ctx, rule.project));
    if (!('place' in rule)) continue;
    if (rule.region !== undefined) shapes.set(rule, await getRegion(ctx, rule.region, db));
    else if (rule.geometry) {
      const shape = await prepareShape(db, rule.geometry, room);
      const { vertices, bbox } = place(shape) as Placed;
      room -= vertices;
      shapes.set(rule, { geom: geom(shape), box: bbox });
    }
  }
  const isCommon = rulesOf(tree).some(isSeveralWords) ? await commonWordsIn(ctx.engine, [layer]) : NO_LOOKUPS.isCommon;
  return compile(tree, layer.config.form, { shapes, projects, related, isCommon, waiting: waitsFor(ctx.caller, layer.id) }); // biome-ignore format: one call
}

/** Keys of the list that filter nothing. Passed over unseen they would give, or change, more than was asked for. */
const NO_FILTERS = ['layer', 'limit', 'offset', 'order'];

/** The filters of a layer's list by name, where no page is asked for. A key that does not filter is refused by its name. */
export function filtersByName(layer: Pick<LayerRow, 'id'>, filter: Record<string, string> = {}): RecordFilter {
  const other = NO_FILTERS.find((key) => key in filter);
  if (other !== undefined) throw unknownKey(other);
  const { layer: _, ...read } = parse(RecordQuery, { ...filter, layer: layer.id }) as RecordQuery;
  return read;
}

/** The query that the filters of an address stand for, or a refusal that names the first one that cannot be read. */
export function treeOf(layer: Pick<LayerRow, 'config'>, filter: RecordFilter): QueryNode {
  const read = parseFilter(layer.config.form, filter);
  if ('query' in read) return read.query;
  if (read.problem === 'large') throw queryTooLarge();
  throw read.problem === 'calendar' ? new Refusal(400, 'calendar') : invalid(read.key);
}

/** Records of a layer: a condition on `n`, and the name that it has in caches. */
export interface RecordSet {
  where: RawBuilder<unknown>;
  /** Whether that may be less than the whole layer. */
  isFiltered: boolean;
  /** The same for the same query of people who see the same. */
  key: string;
}

const IN_INDEX = new Set<Comparison>(['eq', 'lt', 'le', 'gt', 'ge', 'between', 'in', 'empty']);
/** The fields of numbers, days, moments, times, and yes or no whose values a query compares with others, each once. */
const orderedFields = (form: readonly Field[], tree: QueryNode): Field[] => {
  const names = new Set(
    rulesOf(tree).flatMap((rule) => ('field' in rule && IN_INDEX.has(rule.is) ? [rule.field] : [])),
  );
  return form.filter((field) => names.has(field.name) && isOrdered(field));
};

/** What a query tree leaves of what the caller may see. Asks the database outside of a transaction. */
export async function recordsOf(ctx: Asking, layer: LayerRow, tree: QueryNode): Promise<RecordSet> {
  const isWhole = 'and' in tree && tree.and.length === 0;
  const isLimited = ctx.caller.regions.length > 0 || approvalIn(ctx.caller, layer.id) !== undefined;
  const all = [sql`n.deleted_at is null`];
  const rules = await findRelatedRules(ctx, layer, tree);
  if (!isWhole) all.push(await treeCondition(ctx, layer, tree, rules));
  // Without one the planner takes a range for a large part of the layer, and reads that in the order of the ids.
  await indexFields(ctx.engine, layer, orderedFields(layer.config.form, tree));
  if (isLimited) all.push(visibleTo(ctx.caller, layer.id));
  return {
    where: sql`${sql.join(all, sql` and `)}`,
    isFiltered: !isWhole || isLimited,
    key: JSON.stringify([tree, sightKey(ctx.caller, layer.id), [...rules.values()].map((end) => endKey(ctx, end))]),
  };
}

/** What the filters of an address leave of what the caller may see. */
export const filteredRecords = (ctx: Asking, layer: LayerRow, filter: RecordFilter) =>
  recordsOf(ctx, layer, treeOf(layer, filter));
