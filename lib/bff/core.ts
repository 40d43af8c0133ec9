// The BFF as one function from request to response, called by our own server (`web-server.ts`) and by Next's route handlers.
import type { openAccess } from '../../contract/access';
import { api } from '../../contract/index';
import { withoutKey } from '../../contract/ogc-api/read';
import type { WebConfig } from '../config/env';
import { type BffAnswer, type BffRequest, LargeBody, refuse, SlowBody } from './answers';
import { type Audit, audit } from './audit';
import { hostOf } from './guard';
import { createBadKeys } from './outside/bad-keys';
import { ANSWER_HEADERS } from './policy';
import { createRates } from './rates';
import { requestId as aRequestId } from './request-id';
import { createRoute } from './route';
import type { Times } from './session/forward-as';
import { createLiveSessions, type Standing } from './session/live-sessions';
import { sealNewer } from './session/seal';
import { createSessions, type Sessions } from './session/sessions';
import { createTileMemory } from './tiles/tile-memory';
import { discard } from './upstream/response';
import { createUpstream, type Upstream, UpstreamFailure } from './upstream/upstream';

/** The upstream is there when it has said anything of its own within so many seconds. */
const REACH_SECONDS = 3;
/** Sockets to the upstream for each kind of traffic, so that a slow kind cannot hold up the others. */
const CALL_SOCKETS = 64;
/** Also pictures of outside services, of which the backend lets no more than half of these wait. */
const TILE_SOCKETS = 96;
const FILE_SOCKETS = 16;
const OUTSIDE_SOCKETS = 16;
/** Each stream of events holds one for minutes: as many as the backend lets listen. */
const EVENT_SOCKETS = 5_000;

/** The header that tells how long the parts of a call took (`all` of it in milliseconds); null where they are not told. */
function timingOf({ up, seal, isUntimed }: Times, all: number): string | null {
  if (up === undefined || isUntimed) return null;
  const parts = { bff: all - up, up, seal: seal ?? 0 };
  return Object.entries(parts)
    .map(([name, ms]) => `${name};dur=${Math.max(0, ms).toFixed(1)}`)
    .join(', ');
}

function failureAnswer(request: BffRequest, requestId: string, error: unknown): BffAnswer {
  if (error instanceof SlowBody) return refuse(request, 408, 'slow');
  if (error instanceof LargeBody) return refuse(request, 413, 'large');
  // Whether the session still stands could not be asked: it stands.
  if (error instanceof UpstreamFailure) return refuse(request, 503, 'away');
  process.stderr.write(withoutKey(`bff ${requestId} ${(error as Error).stack}\n`));
  return refuse(request, 500, 'upstream');
}

/** Whether the upstream has anything of its own to say. */
async function responds(up: Upstream, config: WebConfig): Promise<boolean> {
  const [host = ''] = config.hosts;
  try {
    const { statusCode, body } = await up.ask({
      method: 'GET',
      path: `/api/${api.session.customer.path}`,
      headers: { 'x-forwarded-host': host, 'x-request-id': aRequestId() },
      seconds: REACH_SECONDS,
    });
    await discard(body);
    return statusCode < 500;
  } catch {
    return false;
  }
}

export interface Bff {
  handle(request: BffRequest): Promise<BffAnswer>;
  /** The session behind a page's cookies; null for nobody, and for somebody whom the upstream has put out. */
  person(host: string, cookies: string | undefined): Promise<Standing | null>;
  /**
   * Set-Cookie lines for a page: of a session that had to be renewed for it, or was renewed here by a call whose answer never arrived. A
   * seal that stays behind is one that another process would renew from, and the upstream takes that for a theft.
   */
  seals(request: Pick<BffRequest, 'headers' | 'peer'>): Promise<string[]>;
  /** Whether a request is for a host of this deployment. */
  servesHost(request: Pick<BffRequest, 'headers' | 'peer'>): boolean;
  /** Whether the upstream responds. */
  reachable(): Promise<boolean>;
  /** Ends the streams of events, which would never end by themselves. */
  endStreams(): void;
  close(): Promise<void>;
}

/** What tests may replace. */
export interface BffParts {
  auditEvent: Audit;
  reach: typeof createUpstream;
  pool: Sessions['pool'];
  open: typeof openAccess;
}

export function createBff(config: WebConfig, now: () => number = Date.now, dependencies: Partial<BffParts> = {}): Bff {
  const { auditEvent = audit, reach = createUpstream, pool, open } = dependencies;
  const up = reach(config.upstream, CALL_SOCKETS, now);
  const geo = reach(config.geoserver, TILE_SOCKETS, now);
  const files = reach(config.upstream, FILE_SOCKETS, now);
  const outside = reach(config.upstream, OUTSIDE_SOCKETS, now);
  const events = reach(config.upstream, EVENT_SOCKETS, now);
  const stopping = new AbortController();
  const badKeys = createBadKeys(now);
  const sessions = createSessions(up, pool, open);
  const live = createLiveSessions(config, up, sessions, now);
  const rates = createRates(now);
  const route = createRoute({
    config,
    up,
    geo,
    files,
    events,
    stopping: stopping.signal,
    outside,
    badKeys,
    sessions,
    live,
    tiles: createTileMemory(now, config.tileMemory),
    rates,
    auditEvent,
    now,
  });

  return {
    async handle(request) {
      const requestId = aRequestId();
      const began = performance.now();
      const times: Times = {};
      const answer = await route(request, requestId, times).catch((error) => failureAnswer(request, requestId, error));
      const headers: BffAnswer['headers'] = Object.assign({}, ANSWER_HEADERS, answer.headers);
      headers['x-request-id'] = requestId;
      const timing = timingOf(times, performance.now() - began);
      if (timing !== null) headers['server-timing'] = timing;
      return { ...answer, headers };
    },
    async seals(request) {
      const host = hostOf(config, request);
      const visitor = host && (await live.find(host, request.headers.cookie));
      if (!visitor) return [];
      const session = await live.fresh(visitor.session, aRequestId(), true).catch((error) => {
        if (error instanceof UpstreamFailure) return null;
        throw error;
      });
      return session ? sealNewer(config, host, session, visitor.held) : [];
    },
    servesHost: (request) => hostOf(config, request) !== null,
    async person(host, cookies) {
      const visitor = await live.find(host, cookies);
      return visitor && live.stands(visitor.session);
    },
    reachable: () => responds(up, config),
    endStreams: () => stopping.abort(),
    async close() {
      await Promise.all([up.close(), geo.close(), files.close(), outside.close(), events.close()]);
    },
  };
}
