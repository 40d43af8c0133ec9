// Saved views of a layer's table: whoever sees the layer keeps their own and reads what others share.
import { withoutLostFields } from '../../../contract/filters/lost-fields';
import { type LayerView, type LayerViewCount, MAX_VIEWS } from '../../../contract/schemas/layers/view';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { forbidden, notFound, Refusal, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { holdAccount } from '../../identity/hold';
import { findPersons } from '../../identity/people';
import { layerFor } from '../layers/access';
import type { LayerRow } from '../layers/store';
import { recordsOf, treeCondition } from '../records/filter';
import { checkGrouping } from '../records/groups/group-records';
import { countRecords } from '../records/record-page';
import { sortOf } from '../records/rules';
import * as store from './store';

/** Time in which the views of a layer are counted; what is left then has no count. */
const COUNT_MS = 3000;

type Reached = Awaited<ReturnType<typeof layerFor>>;

async function getLayer(ctx: Ctx, id: number, db: Db = ctx.engine.db): Promise<Reached> {
  const layer = await layerFor(ctx, id, db);
  if (layer.row.type > 3) throw new Refusal(400, 'noRecords');
  return layer;
}

/** A view and its layer, if the caller may see both. */
async function getRow(ctx: Ctx, id: number, db: Db = ctx.engine.db): Promise<{ view: store.ViewRow; layer: Reached }> {
  const [view] = await store.listViews(db, ctx.caller.id, { id });
  if (!view) throw notFound();
  return { view, layer: await getLayer(ctx, view.layer_id, db) };
}

/** Their own; what is shared is changed by those as well who manage the layer. */
const mayChange = ({ caller }: Ctx, view: store.ViewRow, { rights }: Reached): boolean =>
  view.account_id === caller.id || (view.shared && rights.manage);

const FIELD = 'value__';
/** Fields that a view names and the form lacks: in its filter, its order and its groups. Columns that are gone are passed over. */
function missingFields({ query, order, groups }: store.ViewRow, form: LayerRow['config']['form']): string[] {
  const names = new Set(form.map(({ name }) => name));
  const column = order?.replace(/^-/, '') ?? '';
  const others = [...(column.startsWith(FIELD) ? [column.slice(FIELD.length)] : []), ...(groups ? [groups.field, ...groups.sums] : [])]; // biome-ignore format: one list
  return [...new Set([...withoutLostFields(form, query).missing, ...others.filter((name) => !names.has(name))])];
}

async function toViews(ctx: Ctx, rows: readonly store.ViewRow[], layer: Reached): Promise<LayerView[]> {
  const { caller, engine } = ctx;
  const people = await findPersons(engine.db, caller.customer, rows.map(({ account_id }) => account_id)); // biome-ignore format: one line
  return rows.map((view) => ({
    id: view.id,
    layer: view.layer_id,
    name: view.name,
    query: view.query,
    columns: view.columns,
    order: view.order,
    groups: view.groups,
    shared: view.shared,
    owner: people.get(view.account_id) ?? null,
    is_own: view.account_id === caller.id,
    is_default: view.is_default,
    can: mayChange(ctx, view, layer),
    missing: missingFields(view, layer.row.config.form),
    version: view.version,
    create_date: view.created.toISOString(),
    modified_date: view.modified.toISOString(),
  }));
}

const getView = async (ctx: Ctx, id: number): Promise<LayerView> => {
  const { view, layer } = await getRow(ctx, id);
  return (await toViews(ctx, [view], layer))[0] as LayerView;
};
const read = (ctx: Ctx, id: number) => withVersion(ctx, ['layer_view', id], () => getView(ctx, id));

/** Refuses what the layer cannot answer: a field that it lacks, a region that is not theirs, an order of another layer. */
async function checkParts(ctx: Ctx, { row }: Reached, { query, order, groups }: Partial<store.ViewParts>) {
  if (query) await treeCondition(ctx, row, query);
  if (order) sortOf(row.config.form, order);
  if (groups) checkGrouping(row.config.form, groups);
}

async function countView(ctx: Ctx, layer: LayerRow, view: store.ViewRow): Promise<LayerViewCount> {
  const { query } = withoutLostFields(layer.config.form, view.query);
  try {
    const { where, isFiltered } = await recordsOf(ctx, layer, query);
    const counted = isFiltered
      ? await countRecords(ctx.engine, layer, where)
      : { count: layer.record_count, capped: false };
    return { id: view.id, ...counted };
  } catch (error) {
    // A region of somebody else, or a value that the field no longer takes: the others are counted all the same.
    if (error instanceof Refusal && error.status < 500) return { id: view.id, count: null, capped: false };
    throw error;
  }
}

/** Changes a view that is held meanwhile. */
async function change(ctx: Ctx, id: number, work: (tx: Db, view: store.ViewRow) => Promise<void>): Promise<void> {
  const run = ctx.engine.db.transaction().execute(async (tx) => {
    await store.holdView(tx, id);
    const { view, layer } = await getRow(ctx, id, tx);
    if (!mayChange(ctx, view, layer)) throw forbidden();
    await checkVersion(ctx, tx, ['layer_view', id]);
    await work(tx, view);
  });
  await orCurrent(run, () => getView(ctx, id));
}

export const viewHandlers: Handlers['layerViews'] = {
  async list(ctx, { query }) {
    const layer = await getLayer(ctx, query.layer);
    return toViews(ctx, await store.listViews(ctx.engine.db, ctx.caller.id, query), layer);
  },

  one: (ctx, { params }) => read(ctx, rowId(params.id)),

  async counts(ctx, { query }) {
    const { row } = await getLayer(ctx, query.layer);
    const views = await store.listViews(ctx.engine.db, ctx.caller.id, query);
    const until = performance.now() + COUNT_MS;
    const counts: LayerViewCount[] = [];
    for (const view of views)
      counts.push(
        performance.now() < until ? await countView(ctx, row, view) : { id: view.id, count: null, capped: false },
      );
    return counts;
  },

  async create(ctx, { body }) {
    const { layer: id, name, query, columns = null, order = null, groups = null, shared = false } = body;
    const layer = await getLayer(ctx, id);
    const parts = { name, query, columns, order, groups, shared };
    await checkParts(ctx, layer, parts);
    const { engine, caller } = ctx;
    const view = await engine.db.transaction().execute(async (tx) => {
      await holdAccount(tx, caller.id);
      if ((await store.countOwn(tx, caller.id, id)) >= MAX_VIEWS) throw ruled('tooManyItems', { params: { max: MAX_VIEWS } }); // biome-ignore format: one line
      return store.insertView(tx, { account: caller.id, layer: id, at: ctx.now() }, parts);
    });
    return read(ctx, view);
  },

  async edit(ctx, { params, body }) {
    const id = rowId(params.id);
    const { layer } = await getRow(ctx, id);
    await checkParts(ctx, layer, body);
    await change(ctx, id, async (tx, view) => {
      // It would be gone for whoever does it to another's view.
      if (body.shared === false && view.account_id !== ctx.caller.id) throw forbidden();
      await store.updateView(tx, id, ctx.now(), { ...view, ...body } as store.ViewParts);
      if (body.shared === false) await store.dropForeignDefaults(tx, id, view.account_id);
    });
    return read(ctx, id);
  },

  async setDefault(ctx, { params, body }) {
    const { view } = await getRow(ctx, rowId(params.id));
    await store.setDefault(ctx.engine.db, ctx.caller.id, view, body.is_default);
    return read(ctx, view.id);
  },

  async remove(ctx, { params }) {
    const id = rowId(params.id);
    await change(ctx, id, (tx) => store.removeView(tx, id));
    return {};
  },
};
