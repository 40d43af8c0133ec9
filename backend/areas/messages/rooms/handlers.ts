// The rooms of projects: who works in one reads and writes there; for all others it does not exist.
import { sql } from 'kysely';
import type { Ctx } from '../../../http/context';
import { dropBytes } from '../../../http/drop-bytes';
import { notFound, ruled } from '../../../http/errors';
import { countRows, listed, MAX_COUNTED } from '../../../http/list';
import type { Handlers } from '../../../http/mount';
import { rowId } from '../../../http/row-id';
import { readContent } from '../attached';
import { REMOVE_MS } from '../store';
import * as store from './store';

/** The room if the caller is in it now. */
async function findRoom({ engine, caller }: Ctx, id: string | number): Promise<{ id: number; ended: boolean }> {
  const number = rowId(id);
  const room = await store.findRoom(engine.db, caller, number);
  if (!room) throw notFound();
  return { id: number, ...room };
}

const orders = { date: sql`m.id`, id: sql`m.id` };

export const roomHandlers: Handlers['rooms'] = {
  all: ({ engine, caller }) => store.listRooms(engine.db, caller),

  check: async ({ engine, caller }) => ({ newMessageCount: await store.countUnread(engine.db, caller) }),

  async search(ctx, { query }) {
    const { db } = ctx.engine;
    const from = store.fromMatches(ctx.caller, query.search, query.room);
    return listed(ctx, query, {
      rows: (end) => store.matches(db, ctx.caller, from, end),
      count: () => countRows(db, from),
      orders,
      first: '-date',
    });
  },

  async one({ engine, caller }, { params }) {
    const [room] = await store.listRooms(engine.db, caller, rowId(params.id));
    if (!room) throw notFound();
    return room;
  },

  async list(ctx, { params, query }) {
    const { id } = await findRoom(ctx, params.id);
    const { db } = ctx.engine;
    const where = store.inRoom(id, query);
    return listed(ctx, query, {
      rows: (end) => store.list(db, ctx.caller, where, end),
      count: () => countRows(db, sql`from room_message m where ${where}`, MAX_COUNTED),
      orders,
      first: '-date',
    });
  },

  async say(ctx, { params, body }) {
    const { id, ended } = await findRoom(ctx, params.id);
    if (ended) throw ruled('roomEnded');
    const message = { ...readContent(body), room: id, at: ctx.now() };
    return ctx.engine.db.transaction().execute((tx) => store.send(tx, ctx.caller, message));
  },

  async remove(ctx, { params }) {
    const since = new Date(ctx.now().getTime() - REMOVE_MS);
    const outcome = await store.remove(ctx.engine.db, ctx.caller, rowId(params.id), since);
    if (outcome === 'none') throw notFound();
    if (outcome === 'late') throw ruled('messageOld', { params: { minutes: REMOVE_MS / 60_000 } });
    await dropBytes(ctx, outcome);
    return {};
  },

  async read(ctx, { params, body }) {
    const { id } = await findRoom(ctx, params.id);
    await store.markRead(ctx.engine.db, id, ctx.caller.id, body.up_to);
    return {};
  },

  async mute(ctx, { params, body }) {
    const { id } = await findRoom(ctx, params.id);
    await store.setMuted(ctx.engine.db, id, ctx.caller.id, body.muted);
    return {};
  },
};
