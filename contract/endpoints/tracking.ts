// Where field users were, who is online, and the versions of the mobile program.

import { z } from 'zod';
import { del, get, post } from '../define';
import { Done, page } from '../schemas/common';
import {
  AppVersion,
  LastVersion,
  NewTrack,
  OnlineQuery,
  OnlineUser,
  OwnTrack,
  OwnTrackQuery,
  Replay,
  ReplayQuery,
  ReplayRead,
  TrackFileQuery,
  TrackLine,
  TrackLineQuery,
  TrackLook,
  TrackLookQuery,
  TrackPoint,
  TrackQuery,
  TrackRecord,
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
    query: OnlineQuery,
    ok: z.array(OnlineUser),
    needs: watchers,
    background: true,
    audited: true,
    example: {},
  }),
  /** Tracks with their times: up to 5 people on one clock, over at most 31 days. */
  replay: get('track/replay/', {
    query: ReplayRead,
    ok: Replay,
    needs: watchers,
    audited: true,
    heavy: true,
    beyond: true,
    example: { query: { user_ids: 'viewerAccount' } },
  }),
  /** The same as a file. */
  file: get('track/file/', {
    query: TrackFileQuery,
    ok: z.unknown(),
    gives: 'stream',
    needs: watchers,
    audited: true,
    heavy: true,
    beyond: true,
    example: { query: { user_ids: 'viewerAccount', format: 'csv' } },
  }),
  /** What the people of a replay made meanwhile: at most 500 records that the caller sees. */
  records: get('track/records/', {
    query: ReplayQuery,
    ok: z.array(TrackRecord),
    needs: watchers,
    beyond: true,
    example: { query: { user_ids: 'viewerAccount' } },
  }),
  /** The caller's own track: everybody sees what is known of them. */
  own: get('track/own/', { query: OwnTrackQuery, ok: OwnTrack, needs: 'session', beyond: true, example: {} }),
  /** Who has looked at the caller's places, the last look first. */
  looks: get('track/looks/', {
    query: TrackLookQuery,
    ok: page(TrackLook),
    needs: 'session',
    beyond: true,
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
