// Talking to the upstream: pools, deadlines that hold, one retry where it is safe, and an honest word when it fails.

import type { Dispatcher } from 'undici';
import { Pool } from 'undici';

const CONNECT_MS = 2_000;
const HEADERS_MS = 10_000;
const BODY_IDLE_MS = 15_000;
const SOCKETS = 64;

export class UpstreamFailure extends Error {
  constructor(readonly kind: 'network' | 'timeout' | 'cancelled') {
    super(kind);
  }
}

export interface Ask {
  method: Dispatcher.HttpMethod;
  /** Raw path and query, as they shall be sent. */
  path: string;
  headers: Record<string, string>;
  body?: Dispatcher.DispatchOptions['body'];
  /** The caller has gone. */
  signal?: AbortSignal;
  /** The whole call's deadline in seconds. */
  seconds?: number;
}

const UNSENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const BROKEN = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE']);
const SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A connection pool to one server. The answer's body is a stream that fails when a deadline passes or the peer breaks off. */
export function upstream(origin: string) {
  const pool = new Pool(origin, {
    connections: SOCKETS,
    connectTimeout: CONNECT_MS,
    keepAliveTimeout: 20_000,
    maxResponseSize: -1,
  });

  async function once({ signal, seconds = 60, ...ask }: Ask): Promise<Dispatcher.ResponseData> {
    const ends = new AbortController();
    const timer = setTimeout(() => ends.abort(new UpstreamFailure('timeout')), seconds * 1000);
    const gone = () => ends.abort(new UpstreamFailure('cancelled'));
    if (signal?.aborted) gone();
    signal?.addEventListener('abort', gone, { once: true });
    const tidy = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', gone);
    };
    try {
      const answer = await pool.request({
        ...ask,
        signal: ends.signal,
        headersTimeout: Math.max(HEADERS_MS, seconds > 60 ? seconds * 1000 : 0),
        bodyTimeout: BODY_IDLE_MS,
      });
      answer.body.once('close', tidy);
      return answer;
    } catch (error) {
      tidy();
      throw error;
    }
  }

  function failureOf(error: unknown): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error;
    const code = (error as { code?: string }).code ?? '';
    return new UpstreamFailure(SLOW.has(code) ? 'timeout' : 'network');
  }

  return {
    /** Asks; a GET whose connection broke before an answer is asked once more. Throws UpstreamFailure. */
    async ask(request: Ask): Promise<Dispatcher.ResponseData> {
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
    },
    close: () => pool.close(),
  };
}
export type Upstream = ReturnType<typeof upstream>;
