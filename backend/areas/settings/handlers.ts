// A person's own items and map settings, and the projections that everybody may choose from.
import { MAX_ENVS, MAX_ITEMS } from '../../../contract/schemas/settings';
import { notFound, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { projections } from './projections';
import * as store from './store';

const tooMany = (max: number) => ruled('tooManyItems', { params: { max } });

export const settingHandlers: Handlers['settings'] = {
  items: ({ engine, caller }, { query }) => store.items(engine.db, caller.id, query.type),

  addItem: ({ engine, caller }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      await store.hold(tx, caller.id);
      if ((await store.countOf(tx, 'user_item', caller.id)) >= MAX_ITEMS) throw tooMany(MAX_ITEMS);
      return store.addItem(tx, caller.id, body);
    }),

  async editItem({ engine, caller }, { params, body }) {
    const item = await store.editItem(engine.db, caller.id, rowId(params.id), body);
    if (!item) throw notFound();
    return item;
  },

  async removeItem({ engine, caller }, { params }) {
    if (!(await store.remove(engine.db, 'user_item', caller.id, rowId(params.id)))) throw notFound();
    return {};
  },

  envs: ({ engine, caller }) => store.envs(engine.db, caller.id),

  addEnv: ({ engine, caller }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      await store.hold(tx, caller.id);
      if ((await store.countOf(tx, 'env', caller.id)) >= MAX_ENVS) throw tooMany(MAX_ENVS);
      if (body.is_default) await store.clearDefault(tx, caller.id);
      return store.addEnv(tx, caller.id, { ...body, is_default: body.is_default ?? false });
    }),

  editEnv: ({ engine, caller }, { params, body }) =>
    engine.db.transaction().execute(async (tx) => {
      await store.hold(tx, caller.id);
      if (body.is_default) await store.clearDefault(tx, caller.id);
      const env = await store.editEnv(tx, caller.id, rowId(params.id), body);
      if (!env) throw notFound();
      return env;
    }),

  setEnv: ({ engine, caller }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      const users = [...new Set(body.users)].filter((id) => id !== caller.id);
      for (const id of users) rowId(id);
      if ((await store.countPeople(tx, caller.customer, users)) !== users.length) throw notFound();
      const own = await store.envs(tx, caller.id);
      if (!own.some((env) => env.id === body.env)) throw notFound();
      return { count: await store.copyEnv(tx, caller.id, body.env, users) };
    }),

  async removeEnv({ engine, caller }, { params }) {
    if (!(await store.remove(engine.db, 'env', caller.id, rowId(params.id)))) throw notFound();
    return {};
  },

  projections: ({ engine }) => projections(engine.db),
};
