// Reading the journals, and errors that browsers tell of.
import { attempts } from '../../http/attempts';
import * as audit from '../../http/audit';
import { Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { paged } from '../../http/page';
import { redact } from '../../http/redact';
import * as store from './store';

const DEFAULT_LIMIT = 25;

export function logHandlers(): Handlers['logs'] {
  /** Errors that one person's browsers may tell of in a minute. */
  const reports = attempts(10);
  return {
    async system(ctx, { query }) {
      const { limit = DEFAULT_LIMIT, offset = 0 } = query;
      const { rows, count, capped } = await store.getSystemLog(
        ctx.engine.db,
        ctx.caller.customer,
        query,
        limit,
        offset,
      );
      return paged(ctx, rows, { count, capped, limit, offset });
    },

    async app(ctx, { query }) {
      const { limit = DEFAULT_LIMIT, offset = 0 } = query;
      // Customers of a public host look after nothing but their own.
      const all = ctx.caller.planEnds === null;
      const { rows, count, capped } = await store.getAppLog(
        ctx.engine.db,
        ctx.caller.customer,
        all,
        query,
        limit,
        offset,
      );
      return paged(ctx, rows, { count, capped, limit, offset });
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
