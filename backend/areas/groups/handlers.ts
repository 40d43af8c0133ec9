// Layer groups: how layers are ordered for people.
import { sql } from 'kysely';
import { api } from '../../../contract';
import { type LayerGroup, type LayerGroupInput, MAX_MARKS } from '../../../contract/schemas/layers/group';
import { type Db, holdsWords } from '../../db/engine';
import { flags, needsProblem } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { notFound, Refusal } from '../../http/errors';
import { countRows, endOf, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { dropPictures, keepPicture, logoAddress, pictureAddress, pictureAnswer } from '../layers/pictures';
import * as layers from '../layers/store';
import * as store from './store';

/** Groups of a page where no number is asked for. */
const LIST_SIZE = 100;
/** Groups that come without pages: more than anybody has. */
const MAX_GROUPS = 1_000_000;
/** Layers that come in full without pages. */
const MAX_LAYERS = 5000;

const isManager = ({ caller }: Ctx) => needsProblem(caller, api.groups.edit.needs) === null;
/** A group in which somebody may see nothing is nothing to them, unless they manage groups. */
const visibleGroups = (ctx: Ctx, db: Db = ctx.engine.db) => store.selectGroups(db, ctx.caller, isManager(ctx));

async function findRow(ctx: Ctx, id: string | number) {
  const [row] = await store.findRows(visibleGroups(ctx).where('g.id', '=', rowId(id)), ctx.caller);
  if (!row) throw notFound();
  return row;
}

/** The row with what the caller may do; how much is hidden is told to managers alone. */
function toGroup(ctx: Ctx, { hidden_count, logo, ...row }: store.GroupRow): LayerGroup {
  const { caller, lang } = ctx;
  return {
    ...row,
    logo: logoAddress(row.id, logo),
    ...(isManager(ctx) ? { hidden_count } : {}),
    ...flags(lang, {
      edit: needsProblem(caller, api.groups.edit.needs),
      delete: needsProblem(caller, api.groups.remove.needs),
    }),
  };
}
const getGroup = async (ctx: Ctx, id: string | number) => toGroup(ctx, await findRow(ctx, id));

async function withMarks(ctx: Ctx, rows: readonly store.GroupRow[]): Promise<LayerGroup[]> {
  const marks = await store.findMarks(ctx.engine.db, rows);
  const markOf = (id: number) => {
    const row = marks.get(id);
    if (!row) return [];
    const { style, marker, ...rest } = row;
    return [{ ...rest, config: { style }, marker: pictureAddress(id, 'marker', marker) }];
  };
  return rows.map((row) => ({ ...toGroup(ctx, row), marks: row.layer.slice(0, MAX_MARKS).flatMap(markOf) }));
}

/** The layers of groups in full by id, in one query. */
async function getLayersById(ctx: Ctx, of: readonly store.GroupRow[]) {
  const ids = [...new Set(of.flatMap((g) => g.layer))].slice(0, MAX_LAYERS);
  const rows = ids.length ? await layers.findMany(ctx.engine.db, ctx.caller, ids) : [];
  return new Map((await layers.toLayers(ctx.engine.db, ctx.caller, rows)).map((layer) => [layer.id, layer]));
}

const sortByGroup = (group: store.GroupRow, layersById: Awaited<ReturnType<typeof getLayersById>>) =>
  group.layer.flatMap((id) => layersById.get(id) ?? []);

/** Puts a group into another one, or beside all; groups stand in one another one level deep. */
async function putInto(ctx: Ctx, tx: Db, id: number, parent: number | null): Promise<void> {
  const all = await store.holdAll(tx, ctx.caller.customer);
  const now = all.find((group) => group.id === id);
  if (now?.parent_id === parent) return;
  const refuse = (wording: 'groupParent' | 'groupNested') => new Refusal(400, wording, { fields: { parent: wording } });
  if (parent !== null) {
    const other = all.find((group) => group.id === parent);
    if (!other || parent === id) throw refuse('groupParent');
    if (other.parent_id !== null || all.some(({ parent_id }) => parent_id === id)) throw refuse('groupNested');
  }
  const last = all.findLast((group) => group.parent_id === parent && group.id !== id)?.position ?? -1;
  await tx.updateTable('layer_group').set({ parent_id: parent }).where('id', '=', id).execute();
  await tx
    .updateTable('layer_group')
    .set({ position: last + 1 })
    .where('id', '=', id)
    .execute();
}

/** Does something to a group that is held meanwhile. */
async function holdGroup(ctx: Ctx, groupId: string | number, work: (tx: Db, id: number) => Promise<void>) {
  const { id } = await findRow(ctx, groupId);
  const change = ctx.engine.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('layer_group').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw notFound();
    await checkVersion(ctx, tx, ['layer_group', id]);
    await work(tx, id);
  });
  await orCurrent(change, () => getGroup(ctx, id));
  return id;
}

async function changeGroup(ctx: Ctx, groupId: string | number, work: (tx: Db, id: number) => Promise<void>) {
  const id = await holdGroup(ctx, groupId, work);
  return withVersion(ctx, ['layer_group', id], () => getGroup(ctx, id));
}

/** Writes what the body says of a group. */
async function write(ctx: Ctx, tx: Db, id: number, body: LayerGroupInput, logo: string | null | undefined) {
  if (body.parent !== undefined) await putInto(ctx, tx, id, body.parent);
  const set = {
    label: body.label,
    ...(body.description === undefined ? {} : { description: body.description || null }),
    ...(logo === undefined ? {} : { logo }),
  };
  await tx.updateTable('layer_group').set(set).where('id', '=', id).execute();
  if (body.layer) await store.orderLayers(tx, ctx.caller, id, body.layer);
}

/** Keeps the new logo of a group while `work` runs: what fails leaves no file, what succeeds none of the former. */
async function withLogo<T>(
  ctx: Ctx,
  group: { id: number; logo: string | null },
  logo: string | null | undefined,
  work: (logoKey: string | null | undefined) => Promise<T>,
): Promise<T> {
  const logoKey = logo === undefined ? undefined : await keepPicture(ctx, `groups/${group.id}`, 'logo', logo);
  try {
    const result = await work(logoKey);
    if (logoKey !== undefined) await dropPictures(ctx, [group.logo]);
    return result;
  } catch (error) {
    await dropPictures(ctx, [logoKey]);
    throw error;
  }
}

export const groupHandlers: Handlers['groups'] = {
  async list(ctx, { query }) {
    const { engine, caller } = ctx;
    let matches = visibleGroups(ctx);
    if (query.search) matches = matches.where(holdsWords(sql`g.label`, query.search));
    return listed(ctx, query, {
      rows: async (end) => {
        const rows = await store.findRows(matches, caller, end);
        return query.marks ? withMarks(ctx, rows) : rows.map((row) => toGroup(ctx, row));
      },
      count: () => countRows(engine.db, sql`from (${matches}) c`),
      orders: store.orders(engine),
      first: 'position',
      size: LIST_SIZE,
    });
  },
  one: (ctx, { params }) => withVersion(ctx, ['layer_group', rowId(params.id)], () => getGroup(ctx, params.id)),
  async create(ctx, { body }) {
    const { engine, caller } = ctx;
    const { id } = await engine.db.transaction().execute(async (tx) => {
      const top = (await store.holdAll(tx, caller.customer)).filter(({ parent_id }) => parent_id === null);
      const row = await tx
        .insertInto('layer_group')
        .values({
          customer_id: caller.customer,
          label: body.label,
          logo: null,
          position: (top.at(-1)?.position ?? -1) + 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await withLogo(ctx, { id: row.id, logo: null }, body.logo, (logo) => write(ctx, tx, row.id, body, logo));
      return row;
    });
    return withVersion(ctx, ['layer_group', id], () => getGroup(ctx, id));
  },
  async edit(ctx, { params, body }) {
    const old = await findRow(ctx, params.id);
    return withLogo(ctx, old, body.logo, (logo) =>
      changeGroup(ctx, params.id, (tx, id) => write(ctx, tx, id, body, logo)),
    );
  },
  async move(ctx, { params, body }) {
    const { id } = await findRow(ctx, params.id);
    await ctx.engine.db.transaction().execute(async (tx) => {
      const all = await store.holdAll(tx, ctx.caller.customer);
      const parent = all.find((group) => group.id === id)?.parent_id;
      const beside = all.filter((group) => group.parent_id === parent && group.id !== id).map((group) => group.id);
      const place = body.after === null ? 0 : beside.indexOf(body.after) + 1;
      if (body.after !== null && place === 0)
        throw new Refusal(400, 'groupBeside', { fields: { after: 'groupBeside' } });
      await store.writePositions(tx, beside.toSpliced(place, 0, id));
    });
    return withVersion(ctx, ['layer_group', id], () => getGroup(ctx, id));
  },
  async logo(ctx, { params }) {
    return pictureAnswer(ctx, 'logo', (await findRow(ctx, params.id)).logo);
  },
  async remove(ctx, { params }) {
    const { logo } = await findRow(ctx, params.id);
    await holdGroup(ctx, params.id, async (tx, id) => {
      await tx.deleteFrom('layer_group').where('id', '=', id).execute();
    });
    await dropPictures(ctx, [logo]);
    return {};
  },
  async removeLayer(ctx, { params, body }) {
    const { layer } = await findRow(ctx, params.id);
    if (!layer.includes(body.layer)) throw notFound();
    return changeGroup(ctx, params.id, async (tx, id) => {
      await tx.deleteFrom('layer_group_layer').where('group_id', '=', id).where('layer_id', '=', body.layer).execute();
      // Which layers it has is a part of the group: its version grows.
      await sql`update layer_group set label = label where id = ${id}::int`.execute(tx);
    });
  },
  async layers(ctx, { query }) {
    const group = await findRow(ctx, query.group_layer);
    return sortByGroup(group, await getLayersById(ctx, [group]));
  },
  async all(ctx, { query: { limit, offset = 0, order = 'position' } }) {
    const orders = store.orders(ctx.engine);
    const isPage = limit !== undefined || offset > 0;
    const end = endOf(orders, order, { limit: isPage ? (limit ?? LIST_SIZE) : MAX_GROUPS, offset });
    const rows = await store.findRows(visibleGroups(ctx), ctx.caller, end);
    const layersById = await getLayersById(ctx, rows);
    return rows.map((row) => ({
      id: row.id,
      label: row.label,
      logo: logoAddress(row.id, row.logo),
      layers: sortByGroup(row, layersById),
    }));
  },
  async simple(ctx) {
    const rows = await visibleGroups(ctx).orderBy('g.label').orderBy('g.id').execute();
    return rows.map(({ id, label }) => ({ id, label }));
  },
};
