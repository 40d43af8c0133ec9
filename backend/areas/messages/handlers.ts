// Chats between two people of one organisation, and notices to many of them.
import { sql } from 'kysely';
import type { Message } from '../../../contract/schemas/message';
import type { Ctx } from '../../http/context';
import { invalid, notFound, ruled } from '../../http/errors';
import { byText, countRows, listed, MAX_COUNTED } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { countPeople } from '../../identity/people';
import * as notices from './notices';
import * as store from './store';

/** Whoever was seen within this time is online. */
export const ONLINE_MS = 30 * 60_000;

const onlineSince = ({ now }: Ctx) => new Date(now().getTime() - ONLINE_MS);

export const messageHandlers: Handlers['messages'] = {
  async contacts(ctx, { query }) {
    const { rows } = await store.contactsQuery(ctx.engine, ctx.caller, onlineSince(ctx), query).execute(ctx.engine.db);
    return rows.map((row) => row.contact);
  },

  lastChats: (ctx) => store.listLastChats(ctx.engine.db, ctx.caller, onlineSince(ctx)),

  check: async ({ engine, caller }) => ({ newMessageCount: await store.countUnread(engine.db, caller.id) }),

  async list(ctx, { query }) {
    const { chat_with: other } = query;
    const { db } = ctx.engine;
    if (other === ctx.caller.id || !(await store.findChatter(db, ctx.caller.customer, other))) throw notFound();
    const where = store.thread(ctx.caller.id, other);
    return listed(ctx, query, {
      rows: async (end) => {
        const page = await store.list(db, where, end);
        const isUnread = (m: Message) => m.sender === other && m.read_date === null;
        const last = Math.max(0, ...page.filter(isUnread).map((m) => m.id));
        if (last > 0) await store.markRead(db, ctx.caller.id, other, last, ctx.now());
        const at = ctx.now().toISOString();
        return page.map((m) => (isUnread(m) ? { ...m, read_date: at } : m));
      },
      count: () => countRows(db, sql`from message m where ${where}`, MAX_COUNTED),
      orders: { date: sql`m.id`, id: sql`m.id` },
      first: '-date',
    });
  },

  async send({ engine, caller, now }, { body }) {
    if (body.receiver === caller.id) throw ruled('selfChat');
    const receiver = await store.findChatter(engine.db, caller.customer, body.receiver);
    if (!receiver) throw notFound();
    if (!receiver.chats) throw ruled('noChat');
    return store.send(engine.db, caller.id, body.receiver, body.text, now());
  },

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

  notify: ({ engine, caller, now, lang }, { body }) =>
    engine.db.transaction().execute(async (tx) => {
      const recipients = [...new Set(body.recipient_user)];
      if (recipients.length === 0) throw invalid('recipient_user');
      for (const id of recipients) rowId(id);
      if ((await countPeople(tx, caller.customer, recipients)) !== recipients.length) throw notFound();
      const id = await notices.send(tx, caller, { subject: body.subject, text: body.text, recipients, at: now() });
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
    return listed(ctx, query, {
      rows: (end) => notices.recipients(engine.db, notice.id, end),
      count: async () => notice.recipients,
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

  async readNotice({ engine, caller, now }, { params }) {
    if (!(await notices.markRead(engine.db, caller.id, rowId(params.id), now()))) throw notFound();
    return {};
  },
};
