// Map services of somebody else: asked by the server alone, at an address that was looked at first, with small and slow answers cut off.
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import type { World } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import { resolveAddress } from '../../../remote-address';

const MAX_EXCEPTION_BYTES = 64 * 1024;
/** Letters of a service's own words that are handed on. */
const MAX_SAID = 160;
const DEADLINE_MS = 8_000;
const CONNECT_MS = 3_000;
/** Of one service: calls under way and calls that wait. Of all together: both, half of what the web process holds open for tiles. */
const MAX_RUNNING = 6;
const MAX_WAITING = 24;
const MAX_CALLS = 48;
/** Calls in a row that got no answer, after which a service is left alone for a while. */
const MAX_SILENT = 4;
const REST_MS = 15_000;
const MAX_SERVICES = 200;
/** What a service says to those who have not signed in, whatever else it says. */
const SIGN_IN = new Set([401, 403]);
const PORTS = new Set(['', '80', '443', '8080', '8443']);

/** The part of the world that says which private hosts may be asked. */
interface Hosts {
  config: Pick<World['config'], 'serviceHosts' | 'resolveHost'>;
}

export interface Remote {
  body: Buffer;
  type: string;
}

/** Of an answer of another kind than was expected. */
export const serviceFailed = () => new Refusal(502, 'serviceFailed');
const resting = () => new Refusal(502, 'serviceSilent', { retryAfter: REST_MS / 1000 });

/** One outside service: its own connections, its own limit, and rest when it does not answer. */
interface Service {
  agent: Agent;
  running: number;
  waiting: (() => void)[];
  silent: number;
  restsUntil: number;
}

const services = new LRUCache<string, Service>({ max: MAX_SERVICES, dispose: ({ agent }) => void agent.close() });
let calls = 0;

/** The service at an address that was looked at: no name is looked up again when it is connected to. */
function serviceAt(origin: string, ip: string): Service {
  const key = `${origin} ${ip}`;
  let service = services.get(key);
  if (!service) {
    const family = ip.includes(':') ? 6 : 4;
    const agent = new Agent({
      connections: MAX_RUNNING,
      connect: {
        timeout: CONNECT_MS,
        lookup: (_name, options, callback) =>
          options.all ? callback(null, [{ address: ip, family }]) : callback(null, ip, family),
      },
    });
    service = { agent, running: 0, waiting: [], silent: 0, restsUntil: 0 };
    services.set(key, service);
  }
  return service;
}

/** Waits for a place. Who hangs up leaves the queue: a map that is moved asks for many tiles that nobody wants any more. */
function waitForTurn(service: Service, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      service.waiting.splice(service.waiting.indexOf(enter), 1);
      reject(resting());
    };
    service.waiting.push(enter);
    signal.addEventListener('abort', leave, { once: true });
  });
}

/** Does a call of a service in its turn. Refuses at once while the service rests, and where too many wait. */
async function inTurn<T>(service: Service, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const isFull = service.waiting.length >= MAX_WAITING || calls >= MAX_CALLS;
  if (isFull || signal.aborted || Date.now() < service.restsUntil) throw resting();
  calls++;
  try {
    if (service.running >= MAX_RUNNING) await waitForTurn(service, signal);
    else service.running++;
    // Those that waited learn what came of the calls before them.
    const rests = Date.now() < service.restsUntil;
    try {
      if (rests) throw resting();
      return await work();
    } finally {
      const next = service.waiting.shift();
      if (next) next();
      else service.running--;
    }
  } finally {
    calls--;
  }
}

/** Notes whether a service answered at all: what it answered is another matter. */
function noteAnswer(service: Service, answered: boolean): void {
  service.silent = answered ? 0 : service.silent + 1;
  if (service.silent >= MAX_SILENT) service.restsUntil = Date.now() + REST_MS;
}

/**
 * The IP address to connect to for an address that a person named. Refuses with 'serviceHost', in one wording for a name that nobody
 * knows and a place that is closed: nothing inside may be found out by asking.
 */
export async function checkAddress({ config }: Hosts, address: URL, status = 400): Promise<string> {
  const { hostname, port, protocol } = address;
  const host = hostname.replace(/^\[|\]$/g, '');
  const refusal = () => new Refusal(status, 'serviceHost', status === 400 ? { fields: { source: 'serviceHost' } } : {});
  const isListed = config.serviceHosts.has(host) || config.serviceHosts.has(`${host}:${port}`);
  if ((protocol !== 'http:' && protocol !== 'https:') || address.username || (!PORTS.has(port) && !isListed))
    throw refusal();
  return resolveAddress(host, isListed ? new Set([host]) : new Set(), [], config.resolveHost).catch(() => {
    throw refusal();
  });
}

/** What a service says of its error, in its own words: the exception of WMS and WMTS. Empty where there is none. */
export function exceptionIn(body: string): string {
  const [, said = ''] =
    /<(?:\w+:)?(?:ServiceException|ServerException|ExceptionText)\b[^>]*>([\s\S]*?)<\//.exec(body) ?? [];
  return said
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SAID);
}

export interface RemoteOptions {
  /** The header that signs in. */
  authorization?: string | undefined;
  /** Milliseconds until the call is given up, its wait for a turn among them. */
  deadlineMs?: number;
  /** Ends the call when the caller has hung up. */
  signal?: AbortSignal | undefined;
}

/**
 * A GET of an address that a person named. The host is looked up once and the approved address is the one connected to; there
 * are no redirects, no compression, and no more bytes or milliseconds than the caller allows. A service that is slow or silent holds
 * up nobody but itself. Throws (502) 'serviceHost', 'serviceSilent', 'serviceStatus', 'serviceSaid' with the service's own words, or
 * 'serviceFailed' for an answer of another kind.
 */
export async function fetchRemote(
  world: Hosts,
  address: URL,
  accept: RegExp,
  maxBytes: number,
  { authorization, deadlineMs = DEADLINE_MS, signal }: RemoteOptions = {},
): Promise<Remote> {
  const ip = await checkAddress(world, address, 502);
  const service = serviceAt(address.origin, ip);
  // Waiting for the turn counts.
  const late = AbortSignal.timeout(deadlineMs);
  const ends = signal ? AbortSignal.any([late, signal]) : late;
  return inTurn(service, ends, () => readFrom(service, address, { accept, maxBytes, authorization, late, ends }));
}

interface Reading {
  accept: RegExp;
  maxBytes: number;
  authorization: string | undefined;
  late: AbortSignal;
  /** Aborted when it is too late, and when the caller has hung up. */
  ends: AbortSignal;
}

async function readFrom(
  service: Service,
  address: URL,
  { accept, maxBytes, authorization, late, ends }: Reading,
): Promise<Remote> {
  let answered = false;
  try {
    const { statusCode, headers, body } = await request(address, {
      dispatcher: service.agent,
      signal: ends,
      headers: {
        accept: 'image/*, application/json;q=0.9, text/xml;q=0.8',
        'accept-encoding': 'identity',
        'user-agent': 'pahneh',
        ...(authorization ? { authorization } : {}),
      },
    });
    answered = true;
    body.on('error', () => {});
    const type = String(headers['content-type'] ?? '');
    const encoded = headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity';
    const isRight = statusCode === 200 && accept.test(type) && !encoded;
    // An error of WMS comes as XML, often with status 200.
    const isException = !isRight && !encoded && /xml/i.test(type) && !SIGN_IN.has(statusCode);
    const most = isRight ? maxBytes : MAX_EXCEPTION_BYTES;
    if ((!isRight && !isException) || Number(headers['content-length'] ?? 0) > most) {
      body.destroy();
      const params = { status: statusCode, to: String(headers.location ?? '') };
      throw statusCode === 200 ? serviceFailed() : new Refusal(502, 'serviceStatus', { params });
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > most) throw serviceFailed();
      chunks.push(chunk);
    }
    if (isException) {
      const said = exceptionIn(Buffer.concat(chunks).toString());
      throw said ? new Refusal(502, 'serviceSaid', { params: { said } }) : serviceFailed();
    }
    return { body: Buffer.concat(chunks), type: (type.split(';')[0] as string).toLowerCase() };
  } catch (error) {
    if (late.aborted) answered = false;
    throw error instanceof Refusal ? error : new Refusal(502, 'serviceSilent');
  } finally {
    // Who hangs up says nothing of the service.
    if (answered || late.aborted || !ends.aborted) noteAnswer(service, answered);
  }
}
