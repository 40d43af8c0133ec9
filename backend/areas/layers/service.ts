// Map services of somebody else: asked by the server alone, at an address that was looked at first, with small and slow answers cut off.
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import { boxOfTile, type OgcRequest } from '../../../contract/ogc-request';
import type { ServiceSource } from '../../../contract/schemas/layer';
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import { resolveAddress } from '../../remote-address';

const TILE_SIDE = 256;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_INFO_BYTES = 1024 * 1024;
const MAX_EXCEPTION_BYTES = 64 * 1024;
/** Letters of a service's own words that are handed on. */
const MAX_SAID = 160;
const DEADLINE_MS = 8_000;
const CONNECT_MS = 3_000;
/** Of one service: calls under way and calls that wait. Of all together: both, half of what the web process holds open for tiles. */
const MAX_RUNNING = 6;
const MAX_WAITING = 12;
const MAX_CALLS = 48;
/** Calls in a row that got no answer, after which a service is left alone for a while. */
const MAX_SILENT = 4;
const REST_MS = 15_000;
const MAX_SERVICES = 200;
const PORTS = new Set(['', '80', '443', '8080', '8443']);
const PICTURE = /^image\/(png|jpeg|webp|gif)\b/i;
const JSON_TYPE = /^application\/(geo\+)?json\b|^application\/vnd\.geo\+json\b/i;

export interface Remote {
  body: Buffer;
  type: string;
}

const failed = () => new Refusal(502, 'serviceFailed');
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

/** Does a call of a service in its turn. Refuses at once while the service rests, and where too many wait. */
async function inTurn<T>(service: Service, work: () => Promise<T>): Promise<T> {
  if (Date.now() < service.restsUntil || service.waiting.length >= MAX_WAITING || calls >= MAX_CALLS) throw resting();
  calls++;
  try {
    if (service.running >= MAX_RUNNING) await new Promise<void>((resolve) => service.waiting.push(resolve));
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
export async function checkAddress({ config }: Pick<World, 'config'>, address: URL, status = 400): Promise<string> {
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

/** What a service says of its error, in its own words: the exception of WMS and WMTS. */
function exceptionIn(body: string): string {
  const [, said = ''] = /<(?:\w+:)?(?:ServiceException|ExceptionText)\b[^>]*>([\s\S]*?)<\//.exec(body) ?? [];
  return said
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SAID);
}

/**
 * A GET of an address that a person named. The host is looked up once and the approved address is the one connected to; there
 * are no redirects, no compression, and no more bytes or milliseconds than the caller allows. A service that is slow or silent holds
 * up nobody but itself. Throws (502) 'serviceHost', 'serviceSilent', 'serviceStatus', 'serviceSaid' with the service's own words, or
 * 'serviceFailed' for an answer of another kind.
 */
export async function fetchRemote(
  world: Pick<World, 'config'>,
  address: URL,
  accept: RegExp,
  maxBytes: number,
  { authorization, deadlineMs = DEADLINE_MS }: { authorization?: string | undefined; deadlineMs?: number } = {},
): Promise<Remote> {
  const ip = await checkAddress(world, address, 502);
  const service = serviceAt(address.origin, ip);
  // Waiting for the turn counts.
  const late = AbortSignal.timeout(deadlineMs);
  return inTurn(service, () => readFrom(service, address, { accept, maxBytes, authorization, late }));
}

interface Reading {
  accept: RegExp;
  maxBytes: number;
  authorization: string | undefined;
  late: AbortSignal;
}

async function readFrom(
  service: Service,
  address: URL,
  { accept, maxBytes, authorization, late }: Reading,
): Promise<Remote> {
  let answered = false;
  try {
    const { statusCode, headers, body } = await request(address, {
      dispatcher: service.agent,
      signal: late,
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
    const isException = !isRight && !encoded && /xml/i.test(type);
    const most = isRight ? maxBytes : MAX_EXCEPTION_BYTES;
    if ((!isRight && !isException) || Number(headers['content-length'] ?? 0) > most) {
      body.destroy();
      throw statusCode === 200 ? failed() : new Refusal(502, 'serviceStatus', { params: { status: statusCode } });
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > most) throw failed();
      chunks.push(chunk);
    }
    if (isException) {
      const said = exceptionIn(Buffer.concat(chunks).toString());
      throw said ? new Refusal(502, 'serviceSaid', { params: { said } }) : failed();
    }
    return { body: Buffer.concat(chunks), type: (type.split(';')[0] as string).toLowerCase() };
  } catch (error) {
    if (late.aborted) answered = false;
    throw error instanceof Refusal ? error : new Refusal(502, 'serviceSilent');
  } finally {
    noteAnswer(service, answered);
  }
}

/** The service's address with our keys; keys of its own (`map=` of a MapServer) stay, ours win. */
function requestUrl(source: ServiceSource, keys: Record<string, string>): URL {
  const url = new URL(source.url);
  const ours = new Set(Object.keys(keys));
  for (const key of [...url.searchParams.keys()]) if (ours.has(key.toUpperCase())) url.searchParams.delete(key);
  for (const [key, value] of Object.entries(keys)) url.searchParams.set(key, value);
  return url;
}

type Drawn = Extract<OgcRequest, { kind: 'map' | 'info' }>;

function mapKeys(source: ServiceSource, { box, width, height }: Pick<Drawn, 'box' | 'width' | 'height'>) {
  return {
    SERVICE: 'WMS',
    VERSION: source.version,
    LAYERS: source.layers,
    STYLES: source.styles ?? '',
    [source.version === '1.3.0' ? 'CRS' : 'SRS']: 'EPSG:3857',
    BBOX: box.join(','),
    WIDTH: String(width),
    HEIGHT: String(height),
    FORMAT: source.format,
    TRANSPARENT: source.format === 'image/jpeg' ? 'FALSE' : 'TRUE',
  };
}

/** Where a service describes itself. */
export const capabilitiesAddress = (source: ServiceSource): URL =>
  requestUrl(source, {
    SERVICE: source.kind.toUpperCase(),
    REQUEST: 'GetCapabilities',
    VERSION: source.kind === 'wmts' ? '1.0.0' : source.version,
  });

/** What a service is asked for one of our own requests. Null where it cannot answer such a one. */
function addressOf(source: ServiceSource, request: OgcRequest): URL | null {
  if (source.kind === 'wmts') {
    if (request.kind !== 'tile') return null;
    const set = source.tile_matrix_set ?? 'GoogleMapsCompatible';
    return requestUrl(source, {
      SERVICE: 'WMTS',
      REQUEST: 'GetTile',
      VERSION: '1.0.0',
      LAYER: source.layers,
      STYLE: source.styles ?? '',
      TILEMATRIXSET: set,
      // GeoServer names the matrices of its own sets by the set; all others by the zoom alone.
      TILEMATRIX: set.startsWith('EPSG:') ? `${set}:${request.z}` : String(request.z),
      TILEROW: String(request.y),
      TILECOL: String(request.x),
      FORMAT: source.format,
    });
  }
  switch (request.kind) {
    case 'tile': {
      const size = { width: TILE_SIDE, height: TILE_SIDE };
      const keys = mapKeys(source, { box: boxOfTile(request.z, request.x, request.y), ...size });
      return requestUrl(source, { REQUEST: 'GetMap', ...keys });
    }
    case 'map':
      return requestUrl(source, { REQUEST: 'GetMap', ...mapKeys(source, request) });
    case 'info':
      return requestUrl(source, {
        REQUEST: 'GetFeatureInfo',
        ...mapKeys(source, request),
        QUERY_LAYERS: source.layers,
        INFO_FORMAT: 'application/json',
        [source.version === '1.3.0' ? 'I' : 'X']: String(request.i),
        [source.version === '1.3.0' ? 'J' : 'Y']: String(request.j),
        FEATURE_COUNT: String(request.count),
      });
    case 'legend':
      return requestUrl(source, {
        SERVICE: 'WMS',
        REQUEST: 'GetLegendGraphic',
        VERSION: source.version,
        LAYER: source.layers.split(',')[0] as string,
        FORMAT: source.format,
        SLD_VERSION: '1.1.0',
      });
    case 'capabilities':
      return null;
  }
}

/** The header that signs in to a service; undefined where it needs none. */
export const authorizationOf = ({ username, password = '' }: ServiceSource): string | undefined =>
  username ? `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` : undefined;

/** The service's answer to a request for its layer: a picture, or JSON for GetFeatureInfo. */
export async function askService(
  world: Pick<World, 'config'>,
  source: ServiceSource,
  request: OgcRequest,
): Promise<Remote> {
  const address = addressOf(source, request);
  if (!address) throw new Refusal(400, 'serviceCannot');
  const authorization = authorizationOf(source);
  if (request.kind !== 'info') return fetchRemote(world, address, PICTURE, MAX_BYTES, { authorization });
  const answer = await fetchRemote(world, address, JSON_TYPE, MAX_INFO_BYTES, { authorization });
  try {
    JSON.parse(answer.body.toString());
  } catch {
    throw failed();
  }
  return { ...answer, type: 'application/json' };
}
