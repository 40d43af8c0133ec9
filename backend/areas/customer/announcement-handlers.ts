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
import { dropPicture, readUserPicture, withPicture } from '../users/user-view';
import * as store from './announcements';
import { isFor, writeAudience } from './audience';

type AnnouncementCalls =
  | 'announcementIds'
  | 'announcements'
  | 'announce'
  | 'announcement'
  | 'announcementImage'
  | 'editAnnouncement'
  | 'removeAnnouncement';

/** Announcements that an organisation keeps: everybody's browser holds all their ids. */
const MAX_ANNOUNCEMENTS = 1000;

const FOLDER = 'announcements';

const isWriter = ({ caller }: Ctx): boolean => needsProblem(caller, api.customer.announce.needs) === null;

/** Whom else it is for is said to its writers alone. */
const withActs = (ctx: Ctx, { roles, ...row }: Announcement): Announcement => ({
  ...row,
  ...(isWriter(ctx) ? { roles } : {}),
  ...flags(ctx.lang, {
    edit: needsProblem(ctx.caller, api.customer.editAnnouncement.needs),
    delete: needsProblem(ctx.caller, api.customer.removeAnnouncement.needs),
  }),
});

const standing = (ctx: Ctx, isOver = false) =>
  sql`${store.standsOn(ctx.caller.customer, dayAt(ctx.now()), isOver)} and ${isFor('announcement', ctx.caller, isWriter(ctx))}`;

/** What the caller may read: for those who write them also what is past. */
const readable = (ctx: Ctx) => (isWriter(ctx) ? sql`n.customer_id = ${ctx.caller.customer}::int` : standing(ctx));

async function getAnnouncement(ctx: Ctx, id: number): Promise<Announcement> {
  const row = await store.findAnnouncement(ctx.engine.db, readable(ctx), id);
  if (!row) throw notFound();
  return withActs(ctx, row);
}

const readAnnouncement = (ctx: Ctx, id: number) =>
  withVersion(ctx, ['announcement', id], () => getAnnouncement(ctx, id));

/** Does something to an announcement that is held meanwhile. */
async function changeAnnouncement<T>(
  ctx: Ctx,
  id: number,
  work: (tx: Db, row: { image: string | null; audience: 'all' | 'roles' }) => Promise<T>,
): Promise<T> {
  const change = ctx.engine.db.transaction().execute(async (tx) => {
    const row = await store.holdAnnouncement(tx, ctx.caller.customer, id);
    if (!row) throw notFound();
    await checkVersion(ctx, tx, ['announcement', id]);
    return work(tx, row);
  });
  return orCurrent(change, () => getAnnouncement(ctx, id));
}

export const announcementHandlers: Pick<Handlers['customer'], AnnouncementCalls> = {
  announcementIds: (ctx) => store.announcementIds(ctx.engine.db, standing(ctx)),

  async announcements(ctx, { query }) {
    const { engine } = ctx;
    const isOver = query.over === true;
    // Nobody else reads what is past.
    const where = isOver && !isWriter(ctx) ? sql`false` : standing(ctx, isOver);
    return listed(ctx, query, {
      rows: async (end) => (await store.announcements(engine.db, where, end)).map((row) => withActs(ctx, row)),
      count: () => countRows(engine.db, sql`from announcement n where ${where}`),
      // Ids follow the instants. Where the newest stand first, those that are pinned stand before them.
      orders: { date: sql`n.pinned desc, n.id`, title: byText(engine, sql`n.title`), id: sql`n.id` },
      first: '-date',
    });
  },

  async announce(ctx, { body }) {
    const { engine, caller, now } = ctx;
    let id = 0;
    await withPicture(
      ctx,
      body.image ?? undefined,
      (image) =>
        engine.db.transaction().execute(async (tx) => {
          await store.hold(tx, caller.customer);
          if ((await store.countAnnouncements(tx, caller.customer)) >= MAX_ANNOUNCEMENTS)
            throw ruled('tooManyAnnouncements', { params: { max: MAX_ANNOUNCEMENTS } });
          const row = await store.announce(tx, {
            ...body,
            image,
            customer: caller.customer,
            account: caller.id,
            at: now(),
          });
          id = row.id;
          await writeAudience(tx, ctx.caller, { table: 'announcement', id, before: 'all' }, body);
          return null;
        }),
      FOLDER,
    );
    return getAnnouncement(ctx, id);
  },

  announcement: (ctx, { params }) => readAnnouncement(ctx, rowId(params.id)),

  async announcementImage(ctx, { params }) {
    const row = await store.findImage(ctx.engine.db, readable(ctx), rowId(params.id));
    if (!row) throw notFound();
    return readUserPicture(ctx, row.image, 'announcement');
  },

  async editAnnouncement(ctx, { params, body }) {
    const id = rowId(params.id);
    await withPicture(
      ctx,
      body.image,
      (image) =>
        changeAnnouncement(ctx, id, async (tx, before) => {
          await writeAudience(tx, ctx.caller, { table: 'announcement', id, before: before.audience }, body);
          await store.editAnnouncement(tx, id, { ...body, image }, ctx.now());
          return before.image;
        }),
      FOLDER,
    );
    return readAnnouncement(ctx, id);
  },

  async removeAnnouncement(ctx, { params }) {
    const id = rowId(params.id);
    const image = await changeAnnouncement(ctx, id, async (tx, before) => {
      await store.removeAnnouncement(tx, id);
      return before.image;
    });
    await dropPicture(ctx, image);
    return {};
  },
};
