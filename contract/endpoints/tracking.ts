// Where field users were, who is online, and the versions of the mobile program.

import { z } from 'zod';
import { del, get, post } from '../define';
import { Done, page } from '../schemas/common';
import { AppVersion, LastVersion, OnlineUser, TrackLine, TrackPoint, TrackQuery } from '../schemas/tracking';

const watchers = { module: 11 };

export const tracking = {
  points: get('track/', { query: TrackQuery, ok: page(TrackPoint), needs: watchers }),
  lines: get('trackgeo/', { query: TrackQuery, ok: z.array(TrackLine), needs: watchers }),
  /** Seen within the last 30 minutes. */
  online: get('onlineusers/', { ok: z.array(OnlineUser), needs: watchers, background: true }),
};

export const updates = {
  last: get('appupdate/get_last_version/', { ok: LastVersion, needs: 'public' }),
  list: get('appupdate/', { ok: z.array(AppVersion), needs: 'superuser', reads: ['update'] }),
  remove: del('appupdate/:id/', { ok: Done, needs: 'superuser', touches: ['update'] }),
  /** Multipart: version, is_required, and the program in a part `path`. */
  publish: post('appupdate/', { as: 'form', ok: AppVersion, needs: 'superuser', touches: ['update'], seconds: 600 }),
};
