// The setting of an organisation: for how many days its deleted records can be brought back.
import type { Handlers } from '../../http/mount';
import { getDays, setDays } from '../../identity/days';

export const retentionHandlers: Handlers['retention'] = {
  one: async ({ engine, caller }) => ({ days: await getDays(engine.db, caller.customer, 'deleted_days') }),

  async set({ engine, caller }, { body }) {
    await setDays(engine.db, caller.customer, 'deleted_days', body.days);
    return body;
  },
};
