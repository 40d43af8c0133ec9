// The outside door of the backend: whose request it is, whether its turn has come, and the count of its use.
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type OgcApiRequest, readOgcApi } from '../../../../contract/ogc-api/read';
import type { UseKind } from '../../../../contract/schemas/publish/bits';
import { withScope } from '../../../db/scope';
import type { World } from '../../../http/context';
import { langOf } from '../../../http/errors';
import { heavyQueue } from '../../../http/heavy';
import { hangUpOf } from '../../../http/mount';
import { createLayerPictures } from '../../ogc/pictures';
import type { DoorCallers } from '../keys/lookup';
import type { DoorUses } from '../use/count';
import { answerRequest } from './answers';
import { doorCallerOf } from './credentials';
import { baseOf, DoorProblem, type DoorRequest, missing } from './door-request';
import { createPace, createWayForPeople, type WayForPeople } from './pace';
import { sendAnswer, sendProblem } from './respond';
import { createSnapshots, type Snapshots } from './snapshot/files';
import { isWrite } from './writes';

const MAX_BODY = 2 * 1024 * 1024;
/** So long one statement may take; a whole table as a file is read in many of them. */
const SECONDS = 10;
/**
 * Requests of one key at once, on the server engine and on the embedded one, and of all of them. The rest wait: a refusal in the middle of a
 * download is taken for its end.
 */
const AT_ONCE = { server: 8, embedded: 2 };
const AT_ONCE_ALL = { server: 48, embedded: 4 };
/**
 * The same for pages of records, in a line of their own. Two at once keep the database and this process busy by turns, and more give a
 * program next to nothing: by eight connections it read an eighth fewer pages than with eight at once, and the slow end of the interface's
 * calls beside it fell to less than a third. Of the 12 connections for requests, programs that read pages never hold more than four. While
 * people are at work it is half of that, of all keys and of each.
 */
export const PAGES_AT_ONCE = { server: 2, embedded: 1 };
export const PAGES_AT_ONCE_ALL = { server: 4, embedded: 2 };
const MAX_WAITING = 2000;
const WAIT_MS = 30_000;

const KINDS: Partial<Record<OgcApiRequest['kind'], UseKind>> = { items: 'features', item: 'features', tile: 'tiles', picture: 'tiles', csv: 'csv', snapshot: 'csv' }; // biome-ignore format: one line

/** What an address asks for, or a refusal. */
function targetOf(http: FastifyRequest): OgcApiRequest {
  const cut = http.url.indexOf('?');
  const target = readOgcApi(
    http.method,
    cut < 0 ? http.url : http.url.slice(0, cut),
    cut < 0 ? '' : http.url.slice(cut),
  );
  if (!('status' in target)) return target;
  if (target.status === 405)
    throw new DoorProblem(405, 'This address does not take that method.', { allow: target.allow });
  if (target.status === 404) throw missing();
  throw new DoorProblem(400, `The parameter "${target.key}" is unknown, repeated or wrong.`);
}

export interface DoorParts {
  callers: DoorCallers;
  uses: DoorUses;
}

/** Serves what is asked by those who may ask, each in their turn. */
function createDoor(world: World, { callers, uses }: DoorParts, snapshots: Snapshots, people: WayForPeople) {
  const { kind } = world.engine;
  const limits = { maxRunning: AT_ONCE_ALL[kind], maxWaitingEach: MAX_WAITING, waitMs: WAIT_MS };
  const queue = heavyQueue({ ...limits, maxRunningEach: AT_ONCE[kind] });
  const pages = heavyQueue({
    ...limits,
    maxRunning: () => (people.isInUse() ? PAGES_AT_ONCE : PAGES_AT_ONCE_ALL)[kind],
  });
  const files = heavyQueue({ ...limits, maxRunningEach: 1 });
  const { renderPicture: draw } = createLayerPictures(world);
  const pace = createPace(() => world.now().getTime());

  const lineOf = ({ kind: of, method }: OgcApiRequest) => {
    if (of === 'csv' && method === 'GET') return files;
    return of === 'items' && (method === 'GET' || method === 'HEAD') ? pages : queue;
  };

  async function serveInTurn(request: DoorRequest, http: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { target, door } = request;
    const line = lineOf(target);
    const signal = hangUpOf(http, reply);
    let records = 0;
    const count = (more: number) => {
      records += more;
    };
    const use = (bytes: number, refused: boolean) =>
      uses.countUse({
        customerId: door.customerId,
        keyId: door.keyId,
        layerId: 'layer' in target ? target.layer : null,
        kind: isWrite(target.method) ? 'writes' : (KINDS[target.kind] ?? 'documents'),
        ip: http.ip,
        records,
        bytes,
        refused,
      });
    const name = door.keyId ?? `open ${door.customerId} ${http.ip}`;
    try {
      await pace(name, target.kind === 'tile' || target.kind === 'picture');
      const work = async () => {
        const answer = await answerRequest(
          request,
          { request: http, reply },
          { count, snapshots, draw: (row, picture) => draw(row, picture, { signal }) },
        );
        count(answer.records ?? 0);
        const bytes = await sendAnswer(http, reply, answer);
        if (bytes === null) await finished(reply.raw).catch(() => {});
        use(bytes ?? 0, false);
      };
      await line.run(name, signal, () => (line === pages ? people.thenRest(work) : work()));
    } catch (error) {
      use(0, true);
      throw error;
    }
  }

  return async (http: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const target = targetOf(http);
    const door = await doorCallerOf(http, target.door, callers);
    const lang = langOf(http.headers['accept-language']);
    const base = baseOf(`${http.protocol}://${http.host}`, target);
    await serveInTurn({ ...world, target, door, caller: door.caller, lang, base }, http, reply);
  };
}

/** Mounts /ogc. */
export function mountDoor(app: FastifyInstance, world: World, parts: DoorParts): void {
  const snapshots = createSnapshots(world);
  app.addHook('onClose', () => snapshots.close());
  const people = createWayForPeople(() => performance.now());
  app.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/api/')) people.called();
  });
  const serve = createDoor(world, parts, snapshots, people);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => void sendProblem(request, reply, error));
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/ogc*',
      bodyLimit: MAX_BODY,
      handler: (request, reply) =>
        withScope({ requestId: request.id, seconds: SECONDS, replica: request.method === 'GET' }, async () => {
          await serve(request, reply);
          return reply;
        }),
    });
  });
}
