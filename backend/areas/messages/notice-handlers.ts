// Notices from one to many: written, counted before they go, read, and looked back at by whoever sent them.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { NewNotice } from '../../../contract/schemas/message';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { invalid, notFound, ruled } from '../../http/errors';
import { byText, countRows, listed, MAX_COUNTED } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { countPeople } from '../../identity/people';
import { countAudience, listAudience, MAX_RECIPIENTS } from './audience';
import * as notices from './notices';
import { onlineSince } from './online';

type NoticeCalls =
  | 'notices'
  | 'notice'
  | 'previewNotice'
  | 'notify'
  | 'removeNotice'
  | 'recipients'
  | 'received'
  | 'unreadNotices'
  | 'readAllNotices'
  | 'readNotice';

/** Ids of those whom a new notice is for. Named ones must all be of the organisation; an audience is whoever it finds now. */
async function findRecipients(ctx: Ctx, tx: Db, body: z.infer<typeof NewNotice>): Promise<number[]> {
  const { caller } = ctx;
  if (body.audience) {
    const people = await listAudience(tx, caller, body.audience, onlineSince(ctx), MAX_RECIPIENTS);
    if (people.length === 0) throw ruled('noRecipients');
    if (people.length > MAX_RECIPIENTS) throw ruled('tooManyRecipients', { params: { max: MAX_RECIPIENTS } });
    return people;
  }
  const recipients = [...new Set(body.recipient_user ?? [])];
  if (recipients.length === 0) throw invalid('recipient_user');
  for (const id of recipients) rowId(id);
  if ((await countPeople(tx, caller.customer, recipients)) !== recipients.length) throw notFound();
  return recipients;
}

export const noticeHandlers: Pick<Handlers['messages'], NoticeCalls> = {
  async notices(ctx, { query }) {
    const { engine, caller, lang } = ctx;
    const where = notices.matchesSent(caller, lang, query);
    return listed(ctx, query, {
      rows: (end) => notices.list(engine.db, lang, where, end),
      count: () => countRows(engine.db, sql`from notice n where ${where}`),
      orders: { date: sql`n.id`, subject: byText(engine, notices.subjectIn(lang)), id: sql`n.id` },
      first: '-date',
    });
  },

  async notice({ engine, caller, lang }, { params }) {
    const notice = await notices.one(engine.db, caller, lang, rowId(params.id));
    if (!notice) throw notFound();
    return notice;
  },

  previewNotice: (ctx, { body }) => countAudience(ctx.engine.db, ctx.caller, body.audience, onlineSince(ctx)),

  notify: (ctx, { body }) =>
    ctx.engine.db.transaction().execute(async (tx) => {
      const { caller, now, lang } = ctx;
      const recipients = await findRecipients(ctx, tx, body);
      const { subject, text, link } = body;
      const id = await notices.send(tx, caller, { subject, text, link, recipients, at: now() });
      const notice = await notices.one(tx, caller, lang, id);
      if (!notice) throw new Error('the notice was not written');
      return notice;
    }),

  async removeNotice({ engine, caller, now }, { params }) {
    if (!(await notices.remove(engine.db, caller, rowId(params.id), now()))) throw notFound();
    return {};
  },

  async recipients(ctx, { query }) {
    const { engine } = ctx;
    const notice = await notices.one(engine.db, ctx.caller, ctx.lang, query.notiffication);
    if (!notice) throw notFound();
    const from = notices.fromRecipients(notice.id, query);
    return listed(ctx, query, {
      rows: (end) => notices.recipients(engine.db, from, end),
      count: () => countRows(engine.db, from),
      orders: {
        name: byText(engine, sql`(a.last_name || ' ' || a.first_name || ' ' || a.username)`),
        read_date: sql`r.read_at`,
        id: sql`r.id`,
      },
      first: 'name',
    });
  },

  async received(ctx, { query }) {
    const { engine, caller, lang } = ctx;
    const from = notices.fromReceived(caller.id, query);
    return listed(ctx, query, {
      rows: (end) => notices.received(engine.db, lang, from, end),
      count: () => countRows(engine.db, from),
      orders: { date: sql`n.id`, read_date: sql`r.read_at`, id: sql`n.id` },
      first: '-date',
    });
  },

  unreadNotices: async ({ engine, caller }) => ({
    count: (await countRows(engine.db, notices.fromReceived(caller.id, { unread: true }), MAX_COUNTED)).count,
  }),

  async readAllNotices({ engine, caller, now }) {
    await notices.markAllRead(engine.db, caller.id, now());
    return {};
  },

  async readNotice({ engine, caller, now }, { params }) {
    if (!(await notices.markRead(engine.db, caller.id, rowId(params.id), now()))) throw notFound();
    return {};
  },
};
