// A person's settings of the interface; the organisation's logo and announcements.
import { sql } from 'kysely';
import { api } from '../../../contract';
import type { Announcement } from '../../../contract/schemas/message';
import type { Db } from '../../db/engine';
import { flags, needsProblem } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { notFound, Refusal, ruled } from '../../http/errors';
import { MAX_UNPACKED } from '../../http/gzip';
import { byText, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { findCustomerOfHost } from '../session/realm';
import { baseMapHandlers } from './base-maps';
import { cleanLogo } from './logo';
import * as store from './store';

/** Announcements that an organisation keeps: everybody's browser holds all their ids. */
const MAX_ANNOUNCEMENTS = 1000;

const withActs = ({ caller, lang }: Ctx, row: Announcement): Announcement => ({
  ...row,
  ...flags(lang, { delete: needsProblem(caller, api.customer.removeAnnouncement.needs) }),
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

export const customerHandlers: Handlers['customer'] = {
  async footerLogo(ctx) {
    const id = ctx.signedIn?.customer ?? (await findCustomerOfHost(ctx))?.id;
    return { logo: id === undefined ? null : await store.footerLogo(ctx.engine.db, id) };
  },

  async setFooterLogo({ engine, caller }, { body }) {
    const logo = body.logo === null ? null : cleanLogo(body.logo);
    if (body.logo !== null && logo === null) throw new Refusal(400, 'logoKind');
    await store.setFooterLogo(engine.db, caller.customer, logo);
    return { logo };
  },

  config: ({ engine, caller }) => store.config(engine.db, caller.id),

  async setConfig({ engine, caller }, { body }) {
    if (Buffer.byteLength(JSON.stringify(body)) > MAX_UNPACKED) throw new Refusal(413, 'tooLarge');
    await store.setConfig(engine.db, caller.id, body);
    return body;
  },

  ...baseMapHandlers,

  announcementIds: ({ engine, caller }) => store.announcementIds(engine.db, caller.customer),

  async announcements(ctx, { query }) {
    const { engine, caller } = ctx;
    return listed(ctx, query, {
      rows: async (end) =>
        (await store.announcements(engine.db, caller.customer, end)).map((row) => withActs(ctx, row)),
      count: () => store.countAnnouncements(engine.db, caller.customer),
      // Ids follow the instants.
      orders: { date: sql`n.id`, title: byText(engine, sql`n.title`), id: sql`n.id` },
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
    await changeAnnouncement(ctx, id, (tx) => store.editAnnouncement(tx, id, body));
    return readAnnouncement(ctx, id);
  },

  async removeAnnouncement(ctx, { params }) {
    const id = rowId(params.id);
    await changeAnnouncement(ctx, id, (tx) => store.removeAnnouncement(tx, id));
    return {};
  },
};
