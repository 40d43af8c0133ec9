// A person's settings of the interface; the organisation's logo and announcements.
import { Refusal } from '../../http/errors';
import { MAX_UNPACKED } from '../../http/gzip';
import type { Handlers } from '../../http/mount';
import { findCustomerOfHost } from '../session/realm';
import { announcementHandlers } from './announcement-handlers';
import { baseMapHandlers } from './base-maps';
import { cleanLogo } from './logo';
import * as store from './store';

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

  firstSteps: ({ engine, caller }) => store.firstSteps(engine.db, caller.id),

  ...baseMapHandlers,

  ...announcementHandlers,
};
