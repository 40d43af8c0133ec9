// A person's own items and map settings, and the projections that everybody may choose from.
import { MAX_ENVS, MAX_ITEMS } from '../../../contract/schemas/settings';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { notFound, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { holdAccount } from '../../identity/hold';
import { projections } from './projections';
import * as store from './store';

const tooMany = (max: number) => ruled('tooManyItems', { params: { max } });

type Table = 'user_item' | 'env';
/** What a person keeps in a table; one of them by its id. */
type List<T> = (db: Db, account: number, which: { id?: number }) => Promise<T[]>;

async function getKept<T>({ engine, caller }: Ctx, list: List<T>, id: number): Promise<T> {
  const [row] = await list(engine.db, caller.id, { id });
  if (!row) throw notFound();
  return row;
}

const readKept = <T>(ctx: Ctx, table: Table, id: string | number, list: List<T>): Promise<T> =>
  withVersion(ctx, [table, rowId(id)], () => getKept(ctx, list, rowId(id)));

/** Changes what the caller keeps; the account is held, so that two changes come one after the other. */
async function changeKept<T>(
  ctx: Ctx,
  table: Table,
  id: string | number,
  list: List<T>,
  work: (tx: Db, id: number) => Promise<unknown>,
): Promise<void> {
  const number = rowId(id);
  const change = ctx.engine.db.transaction().execute(async (tx) => {
    await holdAccount(tx, ctx.caller.id);
    const [row] = await list(tx, ctx.caller.id, { id: number });
    if (!row) throw notFound();
    await checkVersion(ctx, tx, [table, number]);
    await work(tx, number);
  });
  await orCurrent(change, () => getKept(ctx, list, number));
}

export const settingHandlers: Handlers['settings'] = {
  items: ({ engine, caller }, { query }) => store.items(engine.db, caller.id, query),

  addItem: ({ engine, caller }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      await holdAccount(tx, caller.id);
      if ((await store.countOf(tx, 'user_item', caller.id)) >= MAX_ITEMS) throw tooMany(MAX_ITEMS);
      return store.addItem(tx, caller.id, body);
    }),

  item: (ctx, { params }) => readKept(ctx, 'user_item', params.id, store.items),

  async editItem(ctx, { params, body }) {
    await changeKept(ctx, 'user_item', params.id, store.items, (tx, id) => store.editItem(tx, ctx.caller.id, id, body));
    return readKept(ctx, 'user_item', params.id, store.items);
  },

  async removeItem(ctx, { params }) {
    await changeKept(ctx, 'user_item', params.id, store.items, (tx, id) =>
      store.remove(tx, 'user_item', ctx.caller.id, id),
    );
    return {};
  },

  envs: ({ engine, caller }) => store.envs(engine.db, caller.id),

  addEnv: ({ engine, caller }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      await holdAccount(tx, caller.id);
      if ((await store.countOf(tx, 'env', caller.id)) >= MAX_ENVS) throw tooMany(MAX_ENVS);
      if (body.is_default) await store.clearDefault(tx, caller.id);
      return store.addEnv(tx, caller.id, { ...body, is_default: body.is_default ?? false });
    }),

  env: (ctx, { params }) => readKept(ctx, 'env', params.id, store.envs),

  async editEnv(ctx, { params, body }) {
    const { id: account } = ctx.caller;
    await changeKept(ctx, 'env', params.id, store.envs, async (tx, id) => {
      if (body.is_default) await store.clearDefault(tx, account, id);
      await store.editEnv(tx, account, id, body);
    });
    return readKept(ctx, 'env', params.id, store.envs);
  },

  setEnv: ({ engine, caller }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      const users = [...new Set(body.users)].filter((id) => id !== caller.id);
      for (const id of users) rowId(id);
      if ((await store.countPeople(tx, caller.customer, users)) !== users.length) throw notFound();
      const own = await store.envs(tx, caller.id);
      if (!own.some((env) => env.id === body.env)) throw notFound();
      return { count: await store.copyEnv(tx, caller.id, body.env, users) };
    }),

  async removeEnv(ctx, { params }) {
    await changeKept(ctx, 'env', params.id, store.envs, (tx, id) => store.remove(tx, 'env', ctx.caller.id, id));
    return {};
  },

  projections: ({ engine }) => projections(engine.db),
};
