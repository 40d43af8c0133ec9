// Chats between two people of one organisation; notices to many of them stand beside.
import { sql } from 'kysely';
import type { Message } from '../../../contract/schemas/message';
import { dropBytes } from '../../http/drop-bytes';
import { notFound, ruled } from '../../http/errors';
import { countRows, listed, MAX_COUNTED } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { readContent } from './attached';
import { noticeHandlers } from './notice-handlers';
import { onlineSince } from './online';
import { scheduledHandlers } from './scheduled-handlers';
import * as store from './store';

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
    const where = sql`${store.thread(ctx.caller.id, other)} ${store.between(query)}`;
    return listed(ctx, query, {
      rows: async (end) => {
        const page = await store.list(db, where, end);
        if (query.mark === false) return page;
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
    const message = { ...readContent(body), sender: caller.id, receiver: body.receiver, at: now() };
    return engine.db.transaction().execute((tx) => store.send(tx, message));
  },

  async contact(ctx, { params }) {
    const id = rowId(params.id);
    const contact = id !== ctx.caller.id && (await store.findContact(ctx.engine.db, ctx.caller, id, onlineSince(ctx)));
    if (!contact) throw notFound();
    return contact;
  },

  async muteChat({ engine, caller }, { params, body }) {
    const id = rowId(params.id);
    if (id === caller.id || !(await store.findChatter(engine.db, caller.customer, id))) throw notFound();
    await store.setMuted(engine.db, caller.id, id, body.muted);
    return {};
  },

  async searchMessages(ctx, { query }) {
    const { engine, caller } = ctx;
    const from = store.fromMatches(caller, query.search, query.chat_with);
    return listed(ctx, query, {
      rows: (end) => store.matches(engine.db, caller, from, onlineSince(ctx), end),
      count: () => countRows(engine.db, from),
      orders: { date: sql`m.id`, id: sql`m.id` },
      first: '-date',
    });
  },

  async readMessages({ engine, caller, now }, { body }) {
    await store.markRead(engine.db, caller.id, body.chat_with, body.up_to, now());
    return {};
  },

  async removeMessage(ctx, { params }) {
    const since = new Date(ctx.now().getTime() - store.REMOVE_MS);
    const outcome = await store.remove(ctx.engine.db, ctx.caller.id, rowId(params.id), since);
    if (outcome === 'none') throw notFound();
    if (outcome === 'late') throw ruled('messageOld', { params: { minutes: store.REMOVE_MS / 60_000 } });
    await dropBytes(ctx, outcome);
    return {};
  },

  ...noticeHandlers,
  ...scheduledHandlers,
};
