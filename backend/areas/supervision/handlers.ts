// Supervision: one verdict or many at once, and the inbox.

import { sql } from 'kysely';
import { dropBytes } from '../../http/drop-bytes';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { checkVersion, getRecord, lockRecords, runWrite, showRecordWithEtag } from '../records/access';
import { checkRight } from '../records/permission';
import * as records from '../records/store';
import { judgeAll } from './judge';
import * as store from './store';

export const supervisionHandlers: Handlers['supervision'] = {
  async judge(ctx, { params, body }) {
    const { judged, keys } = await runWrite(ctx, async (db, touch) => {
      const { record, layer, rights } = await getRecord(ctx, params.id, db, true);
      checkRight(rights, 'approve');
      checkVersion(ctx, layer, record);
      const keys = await judgeAll(ctx, db, layer, [record], body, touch);
      const [row] = await records.findByIds(db, layer.id, [record.id]);
      const judged = showRecordWithEtag(ctx, layer, row as records.RecordRow);
      return { judged: row?.deleted_at ? { ...judged, deleted: true } : judged, keys };
    });
    await dropBytes(ctx, keys);
    return judged;
  },

  async judgeBulk(ctx, { body: { ids, ...verdict } }) {
    const { count, keys } = await runWrite(ctx, async (db, touch) => {
      const all = await lockRecords(ctx, db, ids, 'approve');
      const keys: string[] = [];
      for (const { layer, ids: some } of all)
        keys.push(...(await judgeAll(ctx, db, layer, await records.findByIds(db, layer.id, some), verdict, touch)));
      return { count: all.reduce((n, one) => n + one.ids.length, 0), keys };
    });
    await dropBytes(ctx, keys);
    return { count };
  },

  async layers(ctx, { query }) {
    const { label, type, all = false, order = 'label' } = query;
    const { engine, caller } = ctx;
    const where = store.matches(caller, { label, type, all });
    return listed(ctx, query, {
      rows: (end) => store.inbox(engine.db, caller, where, end, /waiting|oldest/.test(order)),
      count: () => countRows(engine.db, sql`from layer l where ${where}`),
      orders: {
        label: byText(engine, sql`l.label`),
        waiting: sql`c.waiting`,
        oldest: sql`c.oldest`,
        id: sql`l.id`,
      },
      first: 'label',
    });
  },
};
