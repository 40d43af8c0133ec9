// Supervision: verdicts, the inbox and its queue, and what helps to judge.

import { sql } from 'kysely';
import { dropBytes } from '../../http/drop-bytes';
import { forbidden, ruled } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { layerFor } from '../layers/access';
import { checkVersion, getRecord, runWrite, showRecordWithEtag } from '../records/access';
import { checkRight } from '../records/permission';
import * as records from '../records/store';
import { setAudit, showAudit } from './audit';
import { addComment, listComments } from './comments';
import { countInbox, readVerdicts } from './inbox';
import { judgeAll } from './judge';
import { judgeEach, judgeSome } from './judge-many';
import { listLots, readLot } from './lots';
import { readQueue } from './queue';
import { readQueuePeople } from './queue-people';
import { reopen, undoApproval } from './reopen';
import { lookAt, readReview } from './review-card';
import * as store from './store';

export const supervisionHandlers: Handlers['supervision'] = {
  async judge(ctx, { params, body }) {
    const { judged, keys } = await runWrite(ctx, async (db, touch) => {
      const { record, layer, rights } = await getRecord(ctx, params.id, db, true);
      checkRight(rights, 'approve');
      checkVersion(ctx, layer, record);
      const { keys } = await judgeAll(ctx, db, layer, [record], body, touch);
      const [row] = await records.findByIds(db, layer.id, [record.id]);
      const judged = showRecordWithEtag(ctx, layer, row as records.RecordRow);
      return { judged: row?.deleted_at ? { ...judged, deleted: true } : judged, keys };
    });
    await dropBytes(ctx, keys);
    return judged;
  },

  async judgeBulk(ctx, { body: { ids, versions = [], partial, ...verdict } }) {
    const selection = { ids, versions: new Map(versions.map((version, i) => [ids[i] as number, version])) };
    const { keys, ...result } = await runWrite(ctx, (db, touch) =>
      (partial ? judgeSome : judgeEach)(ctx, db, selection, verdict, touch),
    );
    await dropBytes(ctx, keys);
    return result;
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

  queue: (ctx, { query }) => readQueue(ctx, query),
  people: (ctx, { query }) => readQueuePeople(ctx, query),
  verdicts: readVerdicts,
  review: (ctx, { params }) => readReview(ctx, params.id),
  look: (ctx, { params }) => lookAt(ctx, params.id),
  reopen: (ctx, { params, body }) => reopen(ctx, params.id, body.reason),
  undo: (ctx, { params }) => undoApproval(ctx, params.id),

  async audit(ctx, { params }) {
    const { row, rights } = await layerFor(ctx, params.layer);
    checkRight(rights, 'approve');
    return showAudit(ctx.engine.db, row.id);
  },

  async setAudit(ctx, { params, body }) {
    const { row, rights } = await layerFor(ctx, params.layer);
    if (!rights.manage) throw forbidden();
    if (!row.config.second_approval) throw ruled('auditNotSecond');
    await setAudit(ctx.engine.db, row.id, body.share, ctx.caller.id, ctx.now());
    return showAudit(ctx.engine.db, row.id);
  },

  lots: (ctx, { query }) => listLots(ctx, query),
  lot: (ctx, { params }) => readLot(ctx, params.id),

  comments: (ctx, { params }) => listComments(ctx, params.id),
  comment: (ctx, { params, body }) => addComment(ctx, params.id, body.text),
  inbox: countInbox,
};
