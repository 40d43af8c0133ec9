// What belongs to the organisation or to one person of it: configuration and announcements.

import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done, page } from '../schemas/common';
import { Announcement, AnnouncementEdit, AnnouncementQuery, NewAnnouncement } from '../schemas/message';
import { FooterLogo, UserConfig } from '../schemas/session';
import { BaseMapList, MAX_DATA_DEPTH, OwnBaseMap, shallow, TilePreview } from '../schemas/settings';

const announcers = { module: 9 };

export const customer = {
  footerLogo: get('userconfig/get_footer_logo/', {
    ok: FooterLogo,
    needs: 'public',
    reads: ['customer'],
    example: {},
  }),
  /** A PNG of at most 512 kB and 2000 pixels a side as a data address, or null to have none. It is written anew, without anything but pixels. */
  setFooterLogo: post('userconfig/set_footer_logo/', {
    body: z.strictObject({ logo: z.string().max(720_000).nullable() }),
    ok: FooterLogo,
    needs: 'superuser',
    touches: ['customer'],
    beyond: true,
    example: { body: { logo: null } },
  }),
  config: get('userconfig/', { ok: UserConfig, needs: 'session', reads: ['config'], example: {} }),
  /** Replaces the whole. Bodies over 1024 characters travel gzip-compressed; unpacked at most 1 MiB, and 20 levels deep. */
  setConfig: post('userconfig/', {
    body: UserConfig.refine((data) => shallow(data, MAX_DATA_DEPTH)),
    as: 'gzip',
    ok: UserConfig,
    needs: 'session',
    touches: ['config'],
    example: { body: { theme: 'dark-indigo' } },
  }),
  /** What of the first things the person has done: made a layer, added a record. */
  firstSteps: get('first_steps/', {
    ok: z.object({ layer: z.boolean(), record: z.boolean() }),
    needs: 'session',
    reads: ['layer', 'record'],
    beyond: true,
    example: {},
  }),
  /** Base maps beside those of the deployment, in their order. */
  baseMaps: get('userconfig/base_maps/', {
    ok: z.array(OwnBaseMap),
    needs: 'session',
    reads: ['base'],
    beyond: true,
    example: {},
  }),
  /** Replaces the whole list; an address must not lead to a place that is closed to services. */
  setBaseMaps: post('userconfig/base_maps/', {
    body: BaseMapList,
    ok: z.array(OwnBaseMap),
    needs: 'superuser',
    touches: ['base'],
    beyond: true,
    example: { body: { items: [] } },
  }),
  /** One tile of an address that is not saved yet. */
  previewBaseMap: get('userconfig/base_maps/preview/', {
    query: TilePreview,
    ok: z.unknown(),
    gives: 'blob',
    needs: 'superuser',
    beyond: true,
  }),
  announcementIds: get('announcement/ids/', {
    ok: z.array(z.number()),
    needs: 'session',
    reads: ['announcement'],
    example: {},
  }),
  announcements: get('announcement/', {
    query: AnnouncementQuery,
    ok: page(Announcement),
    needs: 'session',
    reads: ['announcement'],
    beyond: true,
    example: {},
  }),
  announce: post('announcement/', {
    body: NewAnnouncement,
    ok: Announcement,
    needs: announcers,
    touches: ['announcement'],
    beyond: true,
    example: { body: { title: 'Example', text: 'Closed on Friday' } },
  }),
  announcement: get('announcement/:id/', {
    ok: Announcement,
    needs: 'session',
    reads: ['announcement'],
    beyond: true,
    example: { params: { id: 'announcement' } },
  }),
  announcementImage: get('announcement/:id/image/', {
    ok: z.unknown(),
    gives: 'blob',
    needs: 'session',
    reads: ['announcement'],
    beyond: true,
  }),
  editAnnouncement: patch('announcement/:id/', {
    body: AnnouncementEdit,
    ok: Announcement,
    needs: announcers,
    touches: ['announcement'],
    beyond: true,
    example: { params: { id: 'announcement' }, body: { title: 'Example' } },
  }),
  removeAnnouncement: del('announcement/:id/', {
    ok: Done,
    needs: announcers,
    touches: ['announcement'],
    beyond: true,
    example: { params: { id: 'announcement' } },
  }),
};
