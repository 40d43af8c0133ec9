// Reading the journals, and errors that browsers tell of.
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { attempts } from '../../http/attempts';
import * as audit from '../../http/audit';
import { FileAnswer } from '../../http/context';
import { Refusal } from '../../http/errors';
import { countRows, listed, MAX_COUNTED } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { redact } from '../../http/redact';
import { getDays, setDays } from '../../identity/days';
import { openLines, writeLines } from './file';
import * as store from './store';

/** Journals are written as things happen: their ids follow the instants, and are indexed. */
const byDate = { date: sql`u.id`, id: sql`u.id` };

export function logHandlers(): Handlers['logs'] {
  /** Errors that one person's browsers may tell of in a minute. */
  const reports = attempts(10);
  return {
    system(ctx, { query }) {
      const { engine, caller } = ctx;
      const where = store.matchesSystemLog(caller.customer, query);
      return listed(ctx, query, {
        rows: (end) => store.getSystemLog(engine.db, caller.customer, where, end),
        count: () => countRows(engine.db, sql`from audit u where ${where}`, MAX_COUNTED),
        orders: byDate,
        first: '-date',
      });
    },

    async systemFile(ctx, { query }) {
      const { caller, engine, lang } = ctx;
      const lines = await openLines(engine.db, caller.customer, query);
      return new FileAnswer(Readable.from(writeLines(lines, lang)), 'text/csv; charset=utf-8', 'system-log.csv');
    },

    retention: async ({ engine, caller }) => ({ days: await getDays(engine.db, caller.customer, 'log_days') }),
    async setRetention({ engine, caller }, { body }) {
      await setDays(engine.db, caller.customer, 'log_days', body.days);
      return body;
    },

    appGroups(ctx, { query }) {
      const { engine, caller } = ctx;
      const where = store.matchesAppLog(caller.customer, caller.planEnds === null, query);
      return listed(ctx, query, {
        rows: (end) => store.getAppGroups(engine.db, where, end),
        count: () => countRows(engine.db, store.appGroups(where)),
        orders: { last: sql`g.last`, count: sql`g.count`, id: sql`g.id` },
        first: '-last',
      });
    },

    app(ctx, { query }) {
      const { engine, caller } = ctx;
      // Customers of a public host look after nothing but their own.
      const where = store.matchesAppLog(caller.customer, caller.planEnds === null, query);
      return listed(ctx, query, {
        rows: (end) => store.getAppLog(engine.db, where, end),
        count: () => countRows(engine.db, sql`from app_log u where ${where}`, MAX_COUNTED),
        orders: byDate,
        first: '-date',
      });
    },

    async report(ctx, { body }) {
      if (!reports.take(String(ctx.caller.id), ctx.now().getTime())) throw new Refusal(429, 'busy');
      await audit.insertError(ctx.engine.db, {
        at: ctx.now(),
        customer_id: ctx.caller.customer,
        account_id: ctx.caller.id,
        source: 'browser',
        place: body.place,
        message: redact(body.message),
        request_id: ctx.requestId,
      });
      return {};
    },
  };
}
