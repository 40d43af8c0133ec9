// What belongs to the organisation or to one person of it: configuration and announcements.

import { z } from 'zod';
import { get, post } from '../define';
import { FooterLogo, UserConfig } from '../schemas/session';

export const customer = {
  footerLogo: get('userconfig/get_footer_logo/', { ok: FooterLogo, needs: 'public', reads: ['customer'] }),
  config: get('userconfig/', { ok: UserConfig, needs: 'session', reads: ['config'] }),
  /** Bodies over 1024 characters travel gzip-compressed; unpacked at most 1 MiB. */
  setConfig: post('userconfig/', {
    body: UserConfig,
    as: 'gzip',
    ok: UserConfig,
    needs: 'session',
    touches: ['config'],
  }),
  announcementIds: get('announcement/ids/', { ok: z.array(z.number()), needs: 'session', reads: ['announcement'] }),
};
