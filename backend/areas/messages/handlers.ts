// Chats between two people of one organisation, and notices to many of them.
import type { Ctx } from '../../http/context';
import { invalid, notFound, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { paged } from '../../http/page';
import { rowId } from '../../http/row-id';
import { countPeople } from '../../identity/people';
import * as notices from './notices';
import * as store from './store';

const DEFAULT_LIMIT = 25;
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
    const { chat_with: other, limit = DEFAULT_LIMIT, offset = 0 } = query;
    const { db } = ctx.engine;
    if (other === ctx.caller.id || !(await store.findChatter(db, ctx.caller.customer, other))) throw notFound();
    const first = await store.page(db, ctx.caller.id, other, limit, offset);
    const unread = first.find((m) => m.sender === other && m.read_date === null);
    if (unread) await store.markRead(db, ctx.caller.id, other, unread.id, ctx.now());
    const at = ctx.now().toISOString();
    const rows = first.map((m) => (m.sender === other && m.read_date === null ? { ...m, read_date: at } : m));
    const count = await store.count(db, ctx.caller.id, other);
    const max = store.MAX_COUNTED;
    return paged(ctx, rows, { count: Math.min(count, max), capped: count > max, limit, offset });
  },

  async send({ engine, caller, now }, { body }) {
    if (body.receiver === caller.id) throw ruled('selfChat');
    const receiver = await store.findChatter(engine.db, caller.customer, body.receiver);
    if (!receiver) throw notFound();
    if (!receiver.chats) throw ruled('noChat');
    return store.send(engine.db, caller.id, body.receiver, body.text, now());
  },

  async notices(ctx, { query }) {
    const { limit = DEFAULT_LIMIT, offset = 0, search, kind } = query;
    const { rows, count } = await notices.list(ctx.engine.db, ctx.caller, ctx.lang, { limit, offset, search, kind });
    return paged(ctx, rows, { count, limit, offset });
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
    const { notiffication, limit = DEFAULT_LIMIT, offset = 0 } = query;
    const notice = await notices.one(ctx.engine.db, ctx.caller, ctx.lang, notiffication);
    if (!notice) throw notFound();
    const rows = await notices.recipients(ctx.engine.db, notice.id, { limit, offset });
    return paged(ctx, rows, { count: notice.recipients, limit, offset });
  },

  async received(ctx, { query }) {
    const { limit = DEFAULT_LIMIT, offset = 0, kind } = query;
    const { rows, count } = await notices.received(ctx.engine.db, ctx.caller.id, ctx.lang, { limit, offset, kind });
    return paged(ctx, rows, { count, limit, offset });
  },

  async readNotice({ engine, caller, now }, { params }) {
    if (!(await notices.markRead(engine.db, caller.id, rowId(params.id), now()))) throw notFound();
    return {};
  },
};
