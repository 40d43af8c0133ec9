// The outside door of the backend: whose request it is, whether its turn has come, what it asks for, and the count of its use.
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE, OPENAPI_JSON, SCHEMA_JSON } from '../../../../contract/ogc-api/names';
import { type OgcApiRequest, readOgcApi } from '../../../../contract/ogc-api/read';
import type { UseKind } from '../../../../contract/schemas/publish/bits';
import { withScope } from '../../../db/scope';
import type { World } from '../../../http/context';
import { langOf } from '../../../http/errors';
import { heavyQueue } from '../../../http/heavy';
import { selectLayers } from '../../layers/store';
import type { DoorCaller, DoorCallers } from '../keys/lookup';
import type { DoorUses } from '../use/count';
import { doorCallerOf } from './credentials';
import { answerCsv } from './csv';
import { collection, collections, conformance, landing, regionBox } from './documents';
import {
  baseOf,
  type DoorAnswer,
  DoorProblem,
  type DoorRequest,
  missing,
  type Published,
  visibleFields,
} from './door-request';
import { answerItem, answerItems, getOne, readPage } from './items';
import { openApi } from './openapi';
import { collectionsPage, documentPage, jsonPage, recordsPage } from './pages';
import { prefersPage, sendAnswer, sendProblem } from './respond';
import { featureSchema, queryables, schema } from './schema';
import { answerTile, tileJson } from './tiles';
import { allowedMethods, answerWrite, isWrite } from './writes';

const MAX_BODY = 2 * 1024 * 1024;
/** So long one statement may take; a whole table as a file is read in many of them. */
const SECONDS = 10;
/** Requests of one key at once: on the server engine, and on the embedded one. The rest wait: a refusal in the middle of a download is
 * taken for its end. */
const AT_ONCE = { server: 8, embedded: 2 };
const AT_ONCE_ALL = { server: 48, embedded: 4 };
const MAX_WAITING = 2000;
const WAIT_MS = 30_000;

type Served = { request: DoorRequest; published: Published | null };
const KINDS: Partial<Record<OgcApiRequest['kind'], UseKind>> = { items: 'features', item: 'features', tile: 'tiles', csv: 'csv' }; // biome-ignore format: one line

const json = (document: unknown, type = JSON_TYPE): DoorAnswer => ({ type, body: JSON.stringify(document) });

async function publishedLayers(
  request: Pick<DoorRequest, 'engine' | 'door'>,
  ids: readonly number[],
): Promise<Published[]> {
  const { door, engine } = request;
  const wanted = ids.filter((id) => door.layers.has(id));
  if (wanted.length === 0) return [];
  const rows = await selectLayers(engine.db, door.caller).where('l.id', 'in', wanted).where('l.type', '<=', 3).orderBy('l.id').execute(); // biome-ignore format: one line
  return rows.map((row) => {
    const layer = door.layers.get(row.id) as Published['layer'];
    return { layer, row, fields: visibleFields(layer, row.config.form) };
  });
}

const SERVICES: Partial<Record<OgcApiRequest['kind'], keyof Published['layer']['services']>> = { items: 'features', item: 'features', schema: 'features', queryables: 'features', tile: 'tiles', tilejson: 'tiles', csv: 'csv' }; // biome-ignore format: one line

/** The layer of a request; one that is not the caller's, and a service that is off, are not there. */
async function publishedOf(request: DoorRequest): Promise<Published | null> {
  const { asked } = request;
  if (!('layer' in asked)) return null;
  const [published] = await publishedLayers(request, [asked.layer]);
  const service = SERVICES[asked.kind];
  if (!published || (service && !published.layer.services[service])) throw missing();
  return published;
}

/** The documents that are about no layer. */
async function answerDocument(request: DoorRequest, isPage: boolean): Promise<DoorAnswer> {
  switch (request.asked.kind) {
    case 'landing':
      return isPage ? documentPage(request, landing(request)) : json(landing(request));
    case 'conformance':
      return isPage ? jsonPage(request, 'Conformance', conformance(request)) : json(conformance(request));
    case 'api':
      return isPage ? jsonPage(request, 'API', openApi(request)) : json(openApi(request), OPENAPI_JSON);
    default: {
      const all = await publishedLayers(request, [...request.door.layers.keys()]);
      return isPage ? collectionsPage(request, all) : json(collections(request, all, await regionBox(request)));
    }
  }
}

async function answerRead(
  request: DoorRequest,
  published: Published,
  isPage: boolean,
  http: FastifyRequest,
  count: (records: number) => void,
): Promise<DoorAnswer> {
  const { asked } = request;
  switch (asked.kind) {
    case 'items':
      if (!isPage) return answerItems(request, published, asked);
      // People leaf through twenty at a time where they do not say how many.
      return recordsPage(request, published, await readPage(request, published, asked.params.has('limit') ? asked : { ...asked, limit: 20 }, () => 0)); // biome-ignore format: one line
    case 'item':
      if (!isPage) return answerItem(request, published, asked);
      return recordsPage(request, published, { rows: [await getOne(request, published, asked.record)], next: null });
    case 'collection': {
      const document = collection(request, published, await regionBox(request));
      return isPage ? documentPage(request, document) : json(document);
    }
    case 'schema':
      return json((asked.isFeature ? featureSchema : schema)(request, published), SCHEMA_JSON);
    case 'queryables':
      return json(queryables(request, published), SCHEMA_JSON);
    case 'tilejson':
      return json(tileJson(request, published, await regionBox(request)));
    case 'tile':
      return answerTile(request, published, asked, http.headers['if-none-match']);
    case 'csv':
      return answerCsv(request, published, asked, count);
    default:
      throw missing();
  }
}

export interface DoorParts {
  callers: DoorCallers;
  uses: DoorUses;
}

/** Mounts /ogc. */
export function mountDoor(app: FastifyInstance, world: World, { callers, uses }: DoorParts): void {
  const { kind } = world.engine;
  const limits = { maxRunning: AT_ONCE_ALL[kind], maxWaitingEach: MAX_WAITING, waitMs: WAIT_MS };
  const queue = heavyQueue({ ...limits, maxRunningEach: AT_ONCE[kind] });
  const files = heavyQueue({ ...limits, maxRunningEach: 1 });

  async function answer(
    { request, published }: Served,
    http: FastifyRequest,
    reply: FastifyReply,
    count: (n: number) => void,
  ): Promise<DoorAnswer> {
    // biome-ignore format: one line
    const { asked } = request;
    if (asked.method === 'OPTIONS') {
      const allow = published ? allowedMethods(request, published) : 'GET, HEAD, OPTIONS';
      return { headers: { allow }, body: null };
    }
    if (published && isWrite(asked.method)) return answerWrite(request, published, { request: http, reply });
    const isPage = asked.format === null ? prefersPage(http.headers.accept) : asked.format === 'html';
    return published ? answerRead(request, published, isPage, http, count) : answerDocument(request, isPage);
  }

  async function serve(http: FastifyRequest, reply: FastifyReply): Promise<void> {
    const cut = http.url.indexOf('?');
    const asked = readOgcApi(
      http.method,
      cut < 0 ? http.url : http.url.slice(0, cut),
      cut < 0 ? '' : http.url.slice(cut),
    );
    if ('status' in asked) {
      if (asked.status === 405)
        throw new DoorProblem(405, 'This address does not take that method.', { allow: asked.allow });
      if (asked.status === 404) throw missing();
      throw new DoorProblem(400, `The parameter "${asked.key}" is unknown, repeated or wrong.`);
    }
    const door = await doorCallerOf(http, asked.door, callers);
    const request: DoorRequest = {
      ...world,
      asked,
      door,
      caller: door.caller,
      lang: langOf(http.headers['accept-language']),
      base: baseOf(`${http.protocol}://${http.host}`, asked),
    };
    await serveKnown(request, door, http, reply);
  }

  async function serveKnown(request: DoorRequest, door: DoorCaller, http: FastifyRequest, reply: FastifyReply) {
    const { asked } = request;
    const kindOfUse: UseKind = isWrite(asked.method) ? 'writes' : (KINDS[asked.kind] ?? 'documents');
    const isStream = asked.kind === 'csv' && asked.method === 'GET';
    const hungUp = new AbortController();
    reply.raw.once('close', () => !reply.raw.writableFinished && hungUp.abort());
    let records = 0;
    const count = (n: number) => {
      records += n;
    };
    const use = (bytes: number, refused: boolean) =>
      uses.countUse({ customerId: door.customerId, keyId: door.keyId, layerId: 'layer' in asked ? asked.layer : null, kind: kindOfUse, ip: http.ip, records, bytes, refused }); // biome-ignore format: one line
    try {
      await (isStream ? files : queue).run(door.keyId ?? `open ${door.customerId}`, hungUp.signal, async () => {
        const result = await answer({ request, published: await publishedOf(request) }, http, reply, count);
        count(result.records ?? 0);
        const bytes = await sendAnswer(http, reply, result);
        if (bytes === null) await finished(reply.raw).catch(() => {});
        use(bytes ?? 0, false);
      });
    } catch (error) {
      use(0, true);
      throw error;
    }
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => void sendProblem(request, reply, error));
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/ogc*',
      bodyLimit: MAX_BODY,
      handler: (request, reply) =>
        withScope({ requestId: request.id, seconds: SECONDS }, async () => {
          await serve(request, reply);
          return reply;
        }),
    });
  });
}
