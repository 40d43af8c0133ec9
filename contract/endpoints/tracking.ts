// Where field users were, who is online, and the versions of the mobile program.

import { z } from 'zod';
import { del, get, post } from '../define';
import { Done, page } from '../schemas/common';
import {
  AppVersion,
  LastVersion,
  NewTrack,
  OnlineUser,
  TrackLine,
  TrackLineQuery,
  TrackPoint,
  TrackQuery,
  TrackTaken,
} from '../schemas/tracking';

const watchers = { module: 11 };

export const tracking = {
  /** The newest first. */
  points: get('track/', { query: TrackQuery, ok: page(TrackPoint), needs: watchers, audited: true, example: {} }),
  lines: get('trackgeo/', {
    query: TrackLineQuery,
    ok: z.array(TrackLine),
    needs: watchers,
    audited: true,
    example: {},
  }),
  /** Seen within the last 30 minutes. */
  online: get('onlineusers/', {
    ok: z.array(OnlineUser),
    needs: watchers,
    background: true,
    audited: true,
    example: {},
  }),
  /** A device reports its own places. */
  report: post('track/', {
    body: NewTrack,
    ok: TrackTaken,
    needs: 'session',
    background: true,
    beyond: true,
    example: { body: { points: [{ date: '2024-01-01T10:00:00Z', lon: 51.4, lat: 35.7, accuracy: 12 }] } },
  }),
};

export const updates = {
  last: get('appupdate/get_last_version/', { ok: LastVersion, needs: 'public', example: {} }),
  list: get('appupdate/', { ok: z.array(AppVersion), needs: 'superuser', reads: ['update'], example: {} }),
  remove: del('appupdate/:id/', { ok: Done, needs: 'superuser', touches: ['update'] }),
  /** Multipart: version, is_required, and the program in a part `path`. */
  publish: post('appupdate/', { as: 'form', ok: AppVersion, needs: 'superuser', touches: ['update'], seconds: 600 }),
  /** The program itself, always as an attachment. */
  file: get('appupdate/:id/file/', {
    ok: z.unknown(),
    gives: 'stream',
    needs: 'public',
    beyond: true,
    seconds: 600,
  }),
};
