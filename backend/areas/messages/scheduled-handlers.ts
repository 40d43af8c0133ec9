// Calls for notices that wait for their time.
import type { NewScheduledNotice, ScheduledNotice } from '../../../contract/schemas/messages/scheduled';
import { flags } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { notFound, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { cancelScheduled, changeScheduled, listScheduled, schedule } from './scheduled';

/** So many of one sender wait at most. */
const MAX_SCHEDULED = 100;
const MAX_AHEAD_MS = 366 * 86_400_000;

async function list({ engine, caller, lang }: Ctx, id?: number): Promise<ScheduledNotice[]> {
  const rows = await listScheduled(engine.db, caller, id);
  return rows.map(({ customer_id: _, sender_id, person, send_at, ...n }) => ({
    ...n,
    send_at: send_at.toISOString(),
    sender: person,
    ...flags(lang, { edit: sender_id === caller.id ? null : 'scheduledOther', delete: null }),
  }));
}

async function one(ctx: Ctx, id: number): Promise<ScheduledNotice> {
  const [notice] = await list(ctx, id);
  if (!notice) throw notFound();
  return notice;
}

function checkTime({ now }: Ctx, { send_at }: NewScheduledNotice): void {
  const ahead = Date.parse(send_at) - now().getTime();
  if (ahead <= 0 || ahead > MAX_AHEAD_MS) throw ruled('scheduleTime');
}

type ScheduledCalls = 'scheduledNotices' | 'scheduleNotice' | 'editScheduled' | 'cancelScheduled';

export const scheduledHandlers: Pick<Handlers['messages'], ScheduledCalls> = {
  scheduledNotices: (ctx) => list(ctx),

  async scheduleNotice(ctx, { body }) {
    checkTime(ctx, body);
    const id = await schedule(ctx.engine.db, ctx.caller, body, MAX_SCHEDULED);
    if (id === null) throw ruled('scheduledMany', { params: { max: MAX_SCHEDULED } });
    return one(ctx, id);
  },

  async editScheduled(ctx, { params, body }) {
    const id = rowId(params.id);
    const { can_edit } = await one(ctx, id);
    if (!can_edit) throw ruled('scheduledOther');
    checkTime(ctx, body);
    await changeScheduled(ctx.engine.db, ctx.caller, id, body);
    return one(ctx, id);
  },

  async cancelScheduled({ engine, caller }, { params }) {
    if (!(await cancelScheduled(engine.db, caller, rowId(params.id)))) throw notFound();
    return {};
  },
};
