// Reports for the dashboards: what people did, what records add up to, and what there is.
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { dayAt } from '../../../contract/dates';
import {
  type ActivityQuery,
  type ActivityReport,
  MAX_PERIODS,
  MAX_SHOWN_GROUPS,
  type Statistics,
  type StatisticsQuery,
} from '../../../contract/schemas/dashboard';
import { regionFilter, sightKey, visibleTo } from '../../geo/sight';
import type { Ctx, Reading } from '../../http/context';
import { invalid, Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { layerFor } from '../layers/access';
import { type LayerRow, recordLayerIds, visible } from '../layers/store';
import { ONLINE_MS } from '../messages/online';
import { treeCondition } from '../records/filter';
import { seesAllRegions } from '../regions/rules';
import { activityByPlace } from './activity-places';
import { getRegionIds, keysOf } from './group-keys';
import { idleUsers } from './idle-users';
import { measureOf } from './measures';
import { type Named, namesOf, withParts } from './parts';
import { findRelatedEnds, type RelatedEnds, relatedKey } from './related';
import { kindOf, periodStarts } from './rules';
import * as store from './store';

async function getActivity(ctx: Ctx, query: ActivityQuery): Promise<ActivityReport> {
  const { engine, caller } = ctx;
  const starts = query.period ? periodStarts(query.from, query.to, query.period, MAX_PERIODS) : [];
  if (starts.length > MAX_PERIODS) throw new Refusal(400, 'reportLong', { params: { max: MAX_PERIODS } });
  const byPlace = query.by === 'region' || query.regions !== undefined || caller.regions.length > 0;
  const layers =
    caller.superuser && !query.layers && !byPlace ? null : await recordLayerIds(engine.db, caller, query.layers ?? []);
  const request: store.Asked = {
    customer: caller.customer,
    from: query.from,
    to: query.to,
    starts,
    by: query.by,
    users: query.users,
    layers,
    regions: byPlace && (query.by === 'region' || query.regions) ? await getRegionIds(ctx, query.regions) : [],
    own: caller.regions,
  };
  const counts: { rows: store.Count[]; places?: ActivityReport['places'] } = byPlace
    ? await activityByPlace(engine.db, request)
    : { rows: await store.activity(engine.db, request) };
  const ids = [...new Set(counts.rows.map((r) => r.id).filter((id) => id !== null))];
  const labels = query.by ? await store.labels(engine.db, query.by, caller.customer, ids) : new Map<number, string>();
  const rows = new Map<string, ActivityReport['rows'][number]>();
  for (const { id, period, action, n } of counts.rows) {
    const key = `${id} ${period}`;
    const row = rows.get(key) ?? {
      id,
      label: id === null ? null : (labels.get(id) ?? null),
      period: starts[period - 1] ?? null,
      counts: {},
      total: 0,
    };
    const kind = kindOf(action);
    row.counts[kind] = (row.counts[kind] ?? 0) + n;
    row.total += n;
    rows.set(key, row);
  }
  const sorted = [...rows.values()].sort((a, b) => b.total - a.total || (a.period ?? '').localeCompare(b.period ?? ''));
  const idle = query.idle ? await idleUsers(engine.db, caller.customer, query.users, ids) : [];
  const idleRows = idle.map(({ id, label }) => ({ id, label, period: null, counts: {}, total: 0 }));
  return {
    periods: starts,
    rows: [...sorted, ...idleRows],
    capped: counts.rows.length === store.MAX_GROUPS,
    ...(counts.places ? { places: counts.places } : {}),
  };
}

/** Records that are looked through where there are no regions: values are cheap, geodesic sizes are not. */
const MAX_VALUES = 1_000_000;
const MAX_SHAPES = 100_000;
const DEFAULT_GROUPS = 100;

async function getStatistics(
  ctx: Reading,
  layer: LayerRow,
  body: StatisticsQuery & { limit: number },
  ends: RelatedEnds,
): Promise<Statistics> {
  const { engine, caller } = ctx;
  if (layer.type > 3) throw new Refusal(400, 'noRecords');
  const measures = (body.measures ?? []).map((m) => measureOf(layer, m));
  if (typeof body.sort_by === 'number' && body.sort_by >= measures.length) throw invalid('sort_by');
  const keys = await keysOf(ctx, layer, body.group_by, 'group', ends);
  const split = body.split_by ? await keysOf(ctx, layer, body.split_by, 'split', ends) : null;
  if (split && (!body.group_by || keys.regions || split.regions || split.each || !split.key)) throw invalid('split_by');
  const where = [sql`n.deleted_at is null`, visibleTo(caller, layer.id)];
  if (body.regions) where.push(regionFilter(await getRegionIds(ctx, body.regions)));
  if (body.users) where.push(sql`n.creator_id = any(${body.users}::int[])`);
  if (body.query) where.push(await treeCondition(ctx, layer, body.query, ends.rules));
  const way = sql.raw(body.ascending ? 'asc' : 'desc');
  const sorted =
    typeof body.sort_by === 'number'
      ? sql`s.values[${body.sort_by + 1}::int]`
      : body.sort_by === 'key'
        ? keys.isNumber
          ? sql`s.k::numeric`
          : sql`s.k collate "C"`
        : sql`s.count`;
  const condition = sql`${sql.join(where, sql` and `)}`;
  const { limit } = body;
  const toGroups = async (rows: readonly store.RegionRow[]) => {
    const named = await namesOf(keys, rows.map(({ key }) => key)); // biome-ignore format: one line
    return rows.map(({ count, values }, i) => ({ ...(named[i] as Named), count, values }));
  };
  if (keys.regions) {
    const rows = await store.regionGroups(engine.db, layer.id, keys.regions, { measures, where: condition });
    const count = await store.countAll(engine.db, layer.id, condition);
    rows.sort(regionOrder(body.sort_by, body.ascending === true));
    return { groups: await toGroups(rows.slice(0, limit)), groups_total: rows.length, count, capped: false };
  }
  const most = body.measures?.some((m) => !('field' in m)) ? MAX_SHAPES : MAX_VALUES;
  const grouping: store.Grouping = {
    axes: [{ key: keys.key ?? sql`null::text`, of: keys.of, isText: keys.isText }],
    each: keys.each,
    joins: keys.join ? [keys.join] : [],
    measures,
    where: condition,
    order: sql`${sorted} ${way} nulls last`,
    limit,
    most: layer.record_count > most ? most : null,
  };
  const rows = await store.groups(engine.db, layer.id, grouping);
  const [first] = rows;
  const groups = await toGroups(rows);
  return {
    ...(split?.key ? await withParts(engine.db, layer.id, grouping, split, rows, groups) : { groups }),
    groups_total: first?.groups ?? 0,
    count: keys.each ? await store.countAll(engine.db, layer.id, condition) : Math.min(first?.seen ?? 0, most),
    capped: (first?.seen ?? 0) > most,
  };
}

/** The order of groups by region, as the database orders all others: what has no value comes last, and a draw is decided by the key. */
function regionOrder(by: StatisticsQuery['sort_by'], isAscending: boolean) {
  const way = isAscending ? 1 : -1;
  const text = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : 1);
  return (a: store.RegionRow, b: store.RegionRow): number => {
    if (by === 'key') return way * text(a.key, b.key);
    const [x, y] = typeof by === 'number' ? [a.values[by], b.values[by]] : [a.count, b.count];
    if (x === y) return text(a.key, b.key);
    if (x === null || x === undefined) return 1;
    if (y === null || y === undefined) return -1;
    return way * (x - y);
  };
}

/** Answers of a layer that has not changed since, by the groups that they hold: dashboards ask the same again and again. */
const MAX_CACHED_GROUPS = 200_000;
/** A region may change without its layers: no answer is older than this. */
const CACHE_MS = 30_000;

/** Answers questions about layers; what was answered is remembered by what the caller sees. */
export type AnswerStatistics = (ctx: Reading, body: StatisticsQuery) => Promise<Statistics>;

const groupsOf = ({ groups, splits = [] }: Statistics) => 1 + groups.length * (1 + splits.length);

/** One memory for all calls that ask. */
export function statisticsAnswers(): AnswerStatistics {
  const cache = new LRUCache<string, Statistics>({
    maxSize: MAX_CACHED_GROUPS,
    sizeCalculation: groupsOf,
    ttl: CACHE_MS,
  });
  return async (ctx, { limit = DEFAULT_GROUPS, ...body }) => {
    const { row } = await layerFor(ctx, body.layer);
    const { customer } = ctx.caller;
    const ends = await findRelatedEnds(ctx, row, body);
    // All groups are counted for whatever number of them: one answer is that of every number. Parts are those of the groups that are shown.
    const question = { ...body, limit: body.split_by ? limit : MAX_SHOWN_GROUPS };
    const key = JSON.stringify([
      customer,
      sightKey(ctx.caller, row.id),
      seesAllRegions(ctx.caller),
      ctx.lang,
      row.rev,
      relatedKey(ctx, ends),
      question,
    ]);
    const answer = cache.get(key) ?? (await getStatistics(ctx, row, question, ends));
    cache.set(key, answer);
    return { ...answer, groups: answer.groups.slice(0, limit) };
  };
}

export function dashboardHandlers(answer: AnswerStatistics): Handlers['dashboards'] {
  return {
    activity: (ctx, { query }) => getActivity(ctx, query),

    statistics: (ctx, { body }) => answer(ctx, body),

    async overview({ engine, caller, now }) {
      const layers = sql`l.customer_id = ${caller.customer}::int and ${visible(caller)}`;
      const at = now();
      const totals = await store.overview(
        engine.db,
        caller.customer,
        layers,
        dayAt(at),
        new Date(at.getTime() - ONLINE_MS),
      );
      return {
        ...totals,
        layers: totals.types.reduce((n, t) => n + t.layers, 0),
        records: totals.types.reduce((n, t) => n + t.records, 0),
      };
    },
  };
}
