// What an organisation tells all of its people: written, changed and taken away by those who may, read by everybody.
import { sql } from 'kysely';
import { api } from '../../../contract';
import { dayAt } from '../../../contract/dates';
import type { Announcement } from '../../../contract/schemas/message';
import type { Db } from '../../db/engine';
import { flags, needsProblem } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { notFound, ruled } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import * as store from './announcements';

type AnnouncementCalls =
  | 'announcementIds'
  | 'announcements'
  | 'announce'
  | 'announcement'
  | 'editAnnouncement'
  | 'removeAnnouncement';

/** Announcements that an organisation keeps: everybody's browser holds all their ids. */
const MAX_ANNOUNCEMENTS = 1000;

const withActs = ({ caller, lang }: Ctx, row: Announcement): Announcement => ({
  ...row,
  ...flags(lang, {
    edit: needsProblem(caller, api.customer.editAnnouncement.needs),
    delete: needsProblem(caller, api.customer.removeAnnouncement.needs),
  }),
});

async function getAnnouncement(ctx: Ctx, id: number): Promise<Announcement> {
  const row = await store.findAnnouncement(ctx.engine.db, ctx.caller.customer, id);
  if (!row) throw notFound();
  return withActs(ctx, row);
}

const readAnnouncement = (ctx: Ctx, id: number) =>
  withVersion(ctx, ['announcement', id], () => getAnnouncement(ctx, id));

/** Does something to an announcement that is held meanwhile. */
async function changeAnnouncement(ctx: Ctx, id: number, work: (tx: Db) => Promise<void>): Promise<void> {
  const change = ctx.engine.db.transaction().execute(async (tx) => {
    if (!(await store.holdAnnouncement(tx, ctx.caller.customer, id))) throw notFound();
    await checkVersion(ctx, tx, ['announcement', id]);
    await work(tx);
  });
  await orCurrent(change, () => getAnnouncement(ctx, id));
}

const standing = ({ caller, now }: Ctx, isOver = false) => store.standsOn(caller.customer, dayAt(now()), isOver);

export const announcementHandlers: Pick<Handlers['customer'], AnnouncementCalls> = {
  announcementIds: (ctx) => store.announcementIds(ctx.engine.db, standing(ctx)),

  async announcements(ctx, { query }) {
    const { engine, caller } = ctx;
    const isOver = query.over === true;
    // Nobody else reads what is past.
    const where = isOver && needsProblem(caller, api.customer.announce.needs) ? sql`false` : standing(ctx, isOver);
    return listed(ctx, query, {
      rows: async (end) => (await store.announcements(engine.db, where, end)).map((row) => withActs(ctx, row)),
      count: () => countRows(engine.db, sql`from announcement n where ${where}`),
      // Ids follow the instants. Where the newest stand first, those that are pinned stand before them.
      orders: { date: sql`n.pinned desc, n.id`, title: byText(engine, sql`n.title`), id: sql`n.id` },
      first: '-date',
    });
  },

  announce: (ctx, { body }) => {
    const { engine, caller, now } = ctx;
    return engine.db.transaction().execute(async (tx) => {
      await store.hold(tx, caller.customer);
      if ((await store.countAnnouncements(tx, caller.customer)) >= MAX_ANNOUNCEMENTS)
        throw ruled('tooManyAnnouncements', { params: { max: MAX_ANNOUNCEMENTS } });
      return withActs(
        ctx,
        await store.announce(tx, { ...body, customer: caller.customer, account: caller.id, at: now() }),
      );
    });
  },

  announcement: (ctx, { params }) => readAnnouncement(ctx, rowId(params.id)),

  async editAnnouncement(ctx, { params, body }) {
    const id = rowId(params.id);
    await changeAnnouncement(ctx, id, (tx) => store.editAnnouncement(tx, id, body, ctx.now()));
    return readAnnouncement(ctx, id);
  },

  async removeAnnouncement(ctx, { params }) {
    const id = rowId(params.id);
    await changeAnnouncement(ctx, id, (tx) => store.removeAnnouncement(tx, id));
    return {};
  },
};
