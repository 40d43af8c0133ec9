// Layer groups: how layers are ordered for people.
import { sql } from 'kysely';
import { api } from '../../../contract';
import type { LayerGroup } from '../../../contract/schemas/layer';
import { type Db, holdsWords } from '../../db/engine';
import { flags, needsProblem } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { notFound } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import type { Caller } from '../../identity/caller';
import * as layers from '../layers/store';

const { visible } = layers;

/** Groups of a page where no number is asked for. */
const LIST_SIZE = 100;
/** Layers that come in full without pages. */
const MAX_LAYERS = 5000;

const groups = (db: Db, caller: Caller) =>
  db
    .selectFrom('layer_group as g')
    .select(['g.id', 'g.label', 'g.logo'])
    .select(
      sql<
        number[]
      >`coalesce((select array_agg(gl.layer_id order by gl.position, gl.layer_id) from layer_group_layer gl join layer l on l.id = gl.layer_id where gl.group_id = g.id and ${visible(caller)}), '{}')`.as(
        'layer',
      ),
    )
    .where('g.customer_id', '=', caller.customer);

async function one(ctx: Ctx, id: string | number) {
  const row = await groups(ctx.engine.db, ctx.caller).where('g.id', '=', rowId(id)).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

type Group = Awaited<ReturnType<typeof one>>;

const withActs = ({ caller, lang }: Ctx, group: Group): LayerGroup => ({
  ...group,
  ...flags(lang, {
    edit: needsProblem(caller, api.groups.edit.needs),
    delete: needsProblem(caller, api.groups.remove.needs),
  }),
});
const getGroup = async (ctx: Ctx, id: string | number) => withActs(ctx, await one(ctx, id));

/** A group in which somebody may see nothing is nothing to them, unless they manage groups. */
function shownGroups({ engine, caller }: Ctx) {
  const all = groups(engine.db, caller);
  if (caller.superuser || caller.modules.includes(3)) return all;
  return all.where(
    sql<boolean>`exists (select 1 from layer_group_layer gl join layer l on l.id = gl.layer_id where gl.group_id = g.id and ${visible(caller)})`,
  );
}

async function shownGroup(ctx: Ctx, id: string | number) {
  const row = await shownGroups(ctx).where('g.id', '=', rowId(id)).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The layers of groups in full by id, in one query. */
async function getLayersById(ctx: Ctx, of: readonly Group[]) {
  const ids = [...new Set(of.flatMap((g) => g.layer))].slice(0, MAX_LAYERS);
  const rows = ids.length ? await layers.findMany(ctx.engine.db, ctx.caller, ids) : [];
  return new Map((await layers.toLayers(ctx.engine.db, ctx.caller, rows)).map((layer) => [layer.id, layer]));
}

const sortByGroup = (group: Group, layersById: Awaited<ReturnType<typeof getLayersById>>) =>
  group.layer.flatMap((id) => layersById.get(id) ?? []);

/** Writes the order of a group's layers. Layers that the caller cannot see stay where they are, behind the others. */
async function order(db: Db, caller: Caller, group: number, layers: number[]): Promise<void> {
  await sql`delete from layer_group_layer gl using layer l where l.id = gl.layer_id and gl.group_id = ${group} and l.customer_id = ${caller.customer} and ${visible(caller)}`.execute(
    db,
  );
  await sql`update layer_group_layer set position = position + ${layers.length}::int where group_id = ${group}`.execute(
    db,
  );
  await sql`
    insert into layer_group_layer (group_id, layer_id, position)
      select ${group}::int, l.id, o.n::int from unnest(${layers}::int[]) with ordinality as o(id, n) join layer l on l.id = o.id
      where l.customer_id = ${caller.customer} and ${visible(caller)} on conflict do nothing`.execute(db);
}

/** Does something to a group that is held meanwhile. */
async function holdGroup(ctx: Ctx, groupId: string | number, work: (tx: Db, id: number) => Promise<void>) {
  const { id } = await one(ctx, groupId);
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

export const groupHandlers: Handlers['groups'] = {
  async list(ctx, { query }) {
    const { engine } = ctx;
    let matches = shownGroups(ctx);
    if (query.search) matches = matches.where(holdsWords(sql`g.label`, query.search));
    return listed(ctx, query, {
      rows: async (end) => (await matches.modifyEnd(end).execute()).map((group) => withActs(ctx, group)),
      count: () => countRows(engine.db, sql`from (${matches}) c`),
      orders: { label: byText(engine, sql`g.label`), id: sql`g.id` },
      first: 'id',
      size: LIST_SIZE,
    });
  },
  one: (ctx, { params }) =>
    withVersion(ctx, ['layer_group', rowId(params.id)], async () => withActs(ctx, await shownGroup(ctx, params.id))),
  async create(ctx, { body }) {
    const { engine, caller } = ctx;
    const id = await engine.db.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto('layer_group')
        .values({ customer_id: caller.customer, label: body.label, logo: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      await order(tx, caller, row.id, body.layer ?? []);
      return row.id;
    });
    return getGroup(ctx, id);
  },
  async edit(ctx, { params, body }) {
    return changeGroup(ctx, params.id, async (tx, id) => {
      await tx.updateTable('layer_group').set({ label: body.label }).where('id', '=', id).execute();
      if (body.layer) await order(tx, ctx.caller, id, body.layer);
    });
  },
  async remove(ctx, { params }) {
    await holdGroup(ctx, params.id, async (tx, id) => {
      await tx.deleteFrom('layer_group').where('id', '=', id).execute();
    });
    return {};
  },
  async removeLayer(ctx, { params, body }) {
    const { layer } = await one(ctx, params.id);
    if (!layer.includes(body.layer)) throw notFound();
    return changeGroup(ctx, params.id, async (tx, id) => {
      await tx.deleteFrom('layer_group_layer').where('group_id', '=', id).where('layer_id', '=', body.layer).execute();
      // Which layers it has is a part of the group: its version grows.
      await sql`update layer_group set label = label where id = ${id}::int`.execute(tx);
    });
  },
  async layers(ctx, { query }) {
    const group = await shownGroup(ctx, query.group_layer);
    return sortByGroup(group, await getLayersById(ctx, [group]));
  },
  async all(ctx) {
    const visibleGroups = await shownGroups(ctx).orderBy('g.id').execute();
    const layersById = await getLayersById(ctx, visibleGroups);
    return visibleGroups.map(({ layer, ...group }) => ({
      ...group,
      layers: sortByGroup({ layer, ...group }, layersById),
    }));
  },
  async simple(ctx) {
    const rows = await shownGroups(ctx).orderBy('g.label').orderBy('g.id').execute();
    return rows.map(({ id, label }) => ({ id, label }));
  },
};
