// The setting of an organisation: for how many days its deleted records can be brought back.
import type { Handlers } from '../../http/mount';
import * as store from './store';

export const retentionHandlers: Handlers['retention'] = {
  one: async ({ engine, caller }) => ({ days: await store.getDays(engine.db, caller.customer) }),

  async set({ engine, caller }, { body }) {
    await store.setDays(engine.db, caller.customer, body.days);
    return body;
  },
};
