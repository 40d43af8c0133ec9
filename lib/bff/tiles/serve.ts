// Tiles and pictures of layers: from the memory of this process where that may answer, else from the upstream.
import type { WebConfig } from '../../config/env';
import { type BffAnswer, refuse } from '../answers';
import type { Target } from '../guard';
import { forwardAs, type Visit } from '../session/forward-as';
import type { LiveSessions } from '../session/live-sessions';
import { sealNewer } from '../session/seal';
import { refuseSignedOut } from '../session/session-calls';
import type { Sessions } from '../session/sessions';
import type { Upstream } from '../upstream/upstream';
import { MAX_TILE_BYTES, TILE_SCOPE, type TileMemory } from './tile-memory';

export interface TileParts {
  config: WebConfig;
  geo: Upstream;
  sessions: Sessions;
  live: LiveSessions;
  tiles: TileMemory;
  /** Milliseconds. */
  now: () => number;
}

export async function serveTile(
  parts: TileParts,
  visit: Visit,
  { path, place }: Extract<Target, { to: 'tiles' }>,
): Promise<BffAnswer> {
  const { request, live, context } = visit;
  if (request.headers['sec-fetch-site'] === 'cross-site') return refuse(request, 403, 'csrf', 412);
  if (!live) return refuseSignedOut(request);
  const session = await parts.live.fresh(live.session, context.requestId, true);
  if (!session) return refuseSignedOut(request);
  const call = { to: parts.geo, path, gives: 'stream' as const, isRead: true };
  if (!place) return forwardAs(parts, visit, session, call, []);
  // A seal that is due goes with an answer of the upstream.
  const isDue = (await sealNewer(parts.config, context.host, session, live.held)).length > 0;
  const tile = isDue ? null : parts.tiles.find(session.at, path, place, request.headers['if-none-match']);
  if (tile) return tile;
  const askedAt = parts.now();
  const answer = await forwardAs(
    parts,
    visit,
    session,
    { ...call, shortBytes: MAX_TILE_BYTES, tells: [TILE_SCOPE] },
    [],
  );
  return parts.tiles.remember(session.at, path, place, askedAt, answer);
}
