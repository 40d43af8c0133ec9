// Reading records: pages of them, one by one, their history, ids, sums over them, and what was deleted.
import { sql } from 'kysely';
import type { Field } from '../../../contract/schemas/form';
import { CALCULATIONS, MAX_IDS, type RecordQuery, STATUS } from '../../../contract/schemas/record';
import type { Ctx } from '../../http/context';
import { invalid, notFound, Refusal } from '../../http/errors';
import { countRows, listed, MAX_COUNTED } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { layerFor } from '../layers/access';
import { type LayerRow, recordLayerIds } from '../layers/store';
import { projectCondition } from '../projects/access';
import { getRegion } from '../regions/access';
import { checkHistory, getRecord, showRecord, showRecordWithEtag, statusOf } from './access';
import { getDeletedPlaces, matchesDeleted } from './batch';
import { calculate } from './calculate';
import { getDistribution } from './distribution';
import { filteredRecords, type RecordSet, recordsOf } from './filter';
import { countRecords, getPageIds } from './record-page';
import * as rules from './rules';
import * as store from './store';

/** A layer with records, if the caller may see it. */
async function getRecordLayer(ctx: Ctx, id: string | number): Promise<LayerRow> {
  const { row } = await layerFor(ctx, id);
  if (row.type > 3) throw new Refusal(400, 'noRecords');
  return row;
}

const parseCalculation = (type: string | number) => {
  const calculation = CALCULATIONS.find((t) => t === type);
  if (!calculation) throw notFound();
  return calculation;
};

/** Records of a page where no number is asked for. */
const LIST_SIZE = 10;

function fieldOf(layer: LayerRow, name: string): Field;
function fieldOf(layer: LayerRow, name: string | undefined): Field | undefined;
function fieldOf(layer: LayerRow, name: string | undefined): Field | undefined {
  const field = layer.config.form.find((f) => f.name === name);
  if (name !== undefined && !field) throw invalid(name);
  return field;
}

async function listRecords(
  ctx: Ctx,
  layer: LayerRow,
  { where, isFiltered, key: filterKey }: RecordSet,
  { order, ...slice }: Pick<RecordQuery, 'order' | 'limit' | 'offset'>,
) {
  const sort = rules.sortOf(layer.config.form, order);
  const { engine } = ctx;
  return listed(ctx, slice, {
    // A layer may be large: its pages begin at remembered keys, and the end of the statement with them.
    rows: async (_end, { limit, offset }) => {
      const ids = await getPageIds({ engine, layer, sort, where, filterKey, limit, offset });
      return (await store.findByIds(engine.db, layer.id, ids)).map((row) => showRecord(ctx, layer, row));
    },
    count: async () => (isFiltered ? countRecords(engine, layer, where) : layer.record_count),
    orders: { id: sql`n.id` },
    first: 'id',
    size: LIST_SIZE,
  });
}

export const readHandlers: Pick<
  Handlers['records'],
  | 'list'
  | 'one'
  | 'ids'
  | 'calc'
  | 'calcQuery'
  | 'distribution'
  | 'distributionQuery'
  | 'query'
  | 'deleted'
  | 'log'
  | 'statuses'
> = {
  async list(ctx, { query }) {
    const { layer: id, limit, offset, order, ...filter } = query;
    const layer = await getRecordLayer(ctx, id);
    return listRecords(ctx, layer, await filteredRecords(ctx, layer, filter), { limit, offset, order });
  },

  async one(ctx, { params }) {
    const { record, layer } = await getRecord(ctx, params.id);
    return showRecordWithEtag(ctx, layer, record);
  },

  async ids(ctx, { query }) {
    const { layer: id, limit = MAX_IDS, offset = 0, order, ...filter } = query;
    const layer = await getRecordLayer(ctx, id);
    const { where, key: filterKey } = await filteredRecords(ctx, layer, filter);
    const sort = rules.sortOf(layer.config.form, order);
    const ids = await getPageIds({ engine: ctx.engine, layer, sort, where, filterKey, limit: limit + 1, offset });
    const pageIds = ids.slice(0, limit);
    return { ids: pageIds, count: pageIds.length, capped: ids.length > limit };
  },

  async calc(ctx, { params, query }) {
    const layer = await getRecordLayer(ctx, params.layer);
    const { field, ...filter } = query;
    const { where, key } = await filteredRecords(ctx, layer, filter);
    return calculate(ctx.engine, layer, parseCalculation(params.type), fieldOf(layer, field), where, key);
  },

  async calcQuery(ctx, { params, body }) {
    const layer = await getRecordLayer(ctx, params.layer);
    const { where, key } = await recordsOf(ctx, layer, body.query);
    return calculate(ctx.engine, layer, parseCalculation(params.type), fieldOf(layer, body.field), where, key);
  },

  async distribution(ctx, { params, query }) {
    const layer = await getRecordLayer(ctx, params.layer);
    const { field, breaks = [], ...filter } = query;
    const { where } = await filteredRecords(ctx, layer, filter);
    return getDistribution(ctx.engine, layer, fieldOf(layer, field), where, breaks);
  },

  async distributionQuery(ctx, { params, body }) {
    const layer = await getRecordLayer(ctx, params.layer);
    const { where } = await recordsOf(ctx, layer, body.query);
    return getDistribution(ctx.engine, layer, fieldOf(layer, body.field), where, []);
  },

  async query(ctx, { body }) {
    const layer = await getRecordLayer(ctx, body.layer);
    return listRecords(ctx, layer, await recordsOf(ctx, layer, body.query), body);
  },

  async deleted(ctx, { query }) {
    const inProject = query.project === undefined ? undefined : await projectCondition(ctx, query.project);
    const { db } = ctx.engine;
    const layers =
      query.layer === undefined
        ? await recordLayerIds(db, ctx.caller, [])
        : [(await getRecordLayer(ctx, query.layer)).id];
    if (query.region !== undefined) await getRegion(ctx, query.region);
    const where = matchesDeleted({
      layers,
      reader: ctx.caller,
      within: query.region,
      inProject,
      before: query.delete_date_before,
      after: query.delete_date_after,
    });
    return listed(
      ctx,
      { ...query, order: query.order ?? query.ordering },
      {
        rows: async (end) => {
          const places = await getDeletedPlaces(db, where, end);
          const rowsById = new Map((await store.findByLayerIds(db, places)).map((row) => [row.id, row]));
          return places
            .flatMap(({ id }) => rowsById.get(id) ?? [])
            .map((row) => ({
              ...store.toLayerRecord(row, statusOf(ctx.lang, row.status), ctx.caller),
              delete_date: (row.deleted_at as Date).toISOString(),
            }));
        },
        count: () => countRows(db, sql`from record n where ${where}`, MAX_COUNTED),
        orders: {
          delete_date: sql`n.deleted_at`,
          create_date: sql`n.created`,
          layer: sql`n.layer_id`,
          id: sql`n.id`,
        },
        first: '-delete_date',
        size: LIST_SIZE,
      },
    );
  },

  async log(ctx, { query }) {
    const { record } = await getRecord(ctx, query.layer_data);
    checkHistory(ctx, record);
    const rows = await store.getLog(ctx.engine.db, record.id);
    return rows.map(({ record_id, at, person, ...row }) => ({
      ...row,
      layer_data: record_id,
      date: at.toISOString(),
      user: person,
    }));
  },

  statuses: async ({ lang }) => Object.values(STATUS).map((id) => statusOf(lang, id)),
};
