// Calls the upstream: pools, deadlines, one retry where it is safe, and typed failures.
import { EventEmitter } from 'node:events';
import type { Dispatcher } from 'undici';
import { Pool } from 'undici';
import { LargeBody, SlowBody } from '../answers';
import { createBreaker } from './breaker';
import { createLine, type Line } from './line';
import { Receiver, SHORT_BYTES, type UpstreamResponse } from './response';

const CONNECT_MS = 2_000;
/** The response has begun after 10 seconds, or there is none; the client's timers are late by up to one. Milliseconds. */
export const DEADLINES = { headersMs: 9_000, bodyIdleMs: 15_000 };
const TOTAL_SECONDS = 60;

/**
 * away: nobody listens there, it may be starting; network: the connection broke; slow: the caller's own body stopped coming; large: it is too long; resting: the
 * upstream fails so often that it was not asked; full: so many wait for it that the call was not sent.
 */
export class UpstreamFailure extends Error {
  constructor(readonly kind: 'away' | 'network' | 'timeout' | 'cancelled' | 'slow' | 'large' | 'resting' | 'full') {
    super(kind);
  }
}

/** Ends calls, as an AbortController and its signal in one: a listener on a real signal costs a call a tenth of its time. */
export class Cancel extends EventEmitter {
  aborted = false;
  abort(): void {
    if (this.aborted) return;
    this.aborted = true;
    this.emit('abort');
  }
}

/** Calls a listener when a signal ends its calls; gives what takes the listener away. */
function onAbort(signal: AbortSignal | Cancel, listener: () => void): () => void {
  if (signal instanceof Cancel) {
    signal.once('abort', listener);
    return () => signal.off('abort', listener);
  }
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

export interface Ask {
  method: Dispatcher.HttpMethod;
  /** Raw path and query, as they shall be sent. */
  path: string;
  headers: Record<string, string>;
  body?: Dispatcher.DispatchOptions['body'];
  /** The caller has gone. */
  signal?: AbortSignal | Cancel;
  /** Something else ends the call. */
  until?: AbortSignal | undefined;
  /** The call's deadline in seconds, for its first byte too, where the common ones do not fit. */
  seconds?: number;
  /** It changes nothing, and is the first to be refused where the upstream has too much to do. */
  isRead?: boolean;
  /** The response goes on for so many seconds, where it is no call but a stream: it begins and speaks as soon as any other. */
  lasts?: number;
  /** Bodies of up to so many bytes come in one piece; those of a common size where it is left out. */
  shortBytes?: number;
}

const UNSENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const BROKEN = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE']);
const SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** The upstream tells of a failure of its own. 502 and 504 are of somebody else, a card provider or a map service. */
const FAILED = new Set([500, 503]);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a failure of the client means. */
function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  if (error instanceof SlowBody) return new UpstreamFailure('slow');
  if (error instanceof LargeBody) return new UpstreamFailure('large');
  const code = (error as { code?: string }).code ?? '';
  return new UpstreamFailure(SLOW.has(code) ? 'timeout' : UNSENT.has(code) ? 'away' : 'network');
}

/** Waits until it is a call's turn; null where it is. Its promise fails with UpstreamFailure 'full'. */
function takePlace(line: Line, { isRead, headers }: Ask): Promise<void> | null {
  const place = line.enter(isRead ? 'read' : 'vital', headers.authorization ?? headers['x-forwarded-for'] ?? '');
  if (place === true) return null;
  return place.then((hasPlace) => {
    if (!hasPlace) throw new UpstreamFailure('full');
  });
}

/**
 * A connection pool to one server. A long body is a stream that fails when a deadline passes or the peer breaks off. `now` (ms) is
 * the clock by which a failing server rests.
 */
export function createUpstream(
  origin: string,
  sockets: number,
  now: () => number = Date.now,
  { headersMs, bodyIdleMs }: typeof DEADLINES = DEADLINES,
) {
  const guard = createBreaker(now);
  const line = createLine(sockets);
  const pool = new Pool(origin, {
    connections: sockets,
    connectTimeout: CONNECT_MS,
    keepAliveTimeout: 20_000,
    maxResponseSize: -1,
  });

  function once({ signal, until, seconds, lasts, shortBytes, isRead: _, ...ask }: Ask): Promise<UpstreamResponse> {
    return new Promise((resolve, reject) => {
      const receiver = new Receiver(shortBytes ?? SHORT_BYTES, resolve, reject, () => {
        clearTimeout(timer);
        for (const off of quiet) off();
      });
      const total = lasts ?? seconds ?? TOTAL_SECONDS;
      const timer = setTimeout(() => receiver.abort(new UpstreamFailure('timeout')), total * 1000);
      const cancel = () => receiver.abort(new UpstreamFailure('cancelled'));
      const signals = [signal, until].filter((one) => one !== undefined);
      const quiet = signals.map((one) => onAbort(one, cancel));
      if (signals.some(({ aborted }) => aborted)) return cancel();
      pool.dispatch(
        { ...ask, headersTimeout: seconds ? seconds * 1000 : headersMs, bodyTimeout: bodyIdleMs },
        receiver,
      );
    });
  }

  /** Asks; a GET whose connection broke before a response is repeated once. */
  async function twice(request: Ask): Promise<UpstreamResponse> {
    try {
      return await once(request);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const again = request.method === 'GET' && (UNSENT.has(code) || BROKEN.has(code)) && !request.signal?.aborted;
      if (!again) throw failureOf(error);
      await pause(50 + Math.random() * 250);
      return once(request).catch((second: unknown) => {
        throw failureOf(second);
      });
    }
  }

  return {
    /** The response, once it has begun, a short one once it is whole. Throws UpstreamFailure. */
    async ask(request: Ask): Promise<UpstreamResponse> {
      if (!guard.allows()) throw new UpstreamFailure('resting');
      const who = request.headers.authorization;
      const turn = takePlace(line, request);
      if (turn) await turn;
      try {
        const answer = await twice(request);
        guard.ended(FAILED.has(answer.statusCode) ? 'ill' : true, who);
        return answer;
      } catch (error) {
        const kind = error instanceof UpstreamFailure ? error.kind : 'network';
        const isOurs = kind === 'cancelled' || kind === 'slow' || kind === 'large';
        guard.ended(isOurs ? null : kind === 'timeout' ? 'slow' : false, who);
        throw error;
      } finally {
        line.leave();
      }
    },
    close: () => pool.close(),
  };
}
export type Upstream = ReturnType<typeof createUpstream>;
