// The reference backend as a function of its world: nothing here listens, so tests run it in process.
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { MAX_JSON_BYTES } from '../contract/define';
import { actHandlers } from './areas/acts/handlers';
import { analysisHandlers } from './areas/analysis/handlers';
import { reportHandlers } from './areas/boards/handlers';
import { choiceListHandlers } from './areas/choicelists/handlers';
import { customerHandlers } from './areas/customer/handlers';
import { tutorialHandlers } from './areas/customer/tutorials/handlers';
import { databaseHandlers } from './areas/databases/handlers';
import { drawingHandlers } from './areas/drawings/handlers';
import { eventHandlers } from './areas/events/handlers';
import { createHub } from './areas/events/hub';
import { exportHandlers } from './areas/exports/handlers';
import { chatFileHandlers } from './areas/files/chat/handlers';
import { fileHandlers } from './areas/files/handlers';
import { groupHandlers } from './areas/groups/handlers';
import { formJobHandlers } from './areas/jobs/form/handlers';
import { createJobQueue } from './areas/jobs/queue';
import { layerFormHandlers } from './areas/layers/form/handlers';
import { layerHandlers } from './areas/layers/handlers';
import { rasterHandlers } from './areas/layers/raster/handlers';
import { serviceHandlers } from './areas/layers/service/handlers';
import { logHandlers } from './areas/logs/handlers';
import { messageHandlers } from './areas/messages/handlers';
import { roomHandlers } from './areas/messages/rooms/handlers';
import { mountOgc } from './areas/ogc/routes';
import { projectHandlers } from './areas/projects/handlers';
import { projectWorkHandlers } from './areas/projects/work-handlers';
import { mountDoor } from './areas/publish/door/routes';
import { publishAreas } from './areas/publish/handlers';
import { type DoorCallers, doorCallers } from './areas/publish/keys/lookup';
import { type DoorUses, doorUses } from './areas/publish/use/count';
import { groupingHandlers } from './areas/records/groups/handlers';
import { recordHandlers } from './areas/records/handlers';
import { journalHandlers } from './areas/records/journal/handlers';
import { relatedHandlers } from './areas/records/related/handlers';
import { regionHandlers } from './areas/regions/handlers';
import { relationHandlers } from './areas/relations/handlers';
import { retentionHandlers } from './areas/retention/handlers';
import { rewindHandlers } from './areas/rewind/handlers';
import { roleHandlers } from './areas/roles/handlers';
import { checkCredentials } from './areas/session/credentials';
import { sessionHandlers } from './areas/session/handlers';
import { createSmsPost } from './areas/session/sms';
import { settingHandlers } from './areas/settings/handlers';
import { gatewaysOf, subscriptionHandlers } from './areas/subscription/handlers';
import { supervisionHandlers } from './areas/supervision/handlers';
import { takeoutHandlers } from './areas/takeout/handlers';
import { trackingHandlers } from './areas/tracking/handlers';
import { updateHandlers } from './areas/tracking/updates';
import { uploadHandlers } from './areas/uploads/handlers';
import { userHandlers } from './areas/users/handlers';
import { viewHandlers } from './areas/views/handlers';
import { planChores } from './chores';
import type { Config } from './config';
import type { Engine } from './db/engine';
import { tileCache } from './geo/tile-cache';
import { readJson } from './http/bodies';
import type { World } from './http/context';
import { notFound } from './http/errors';
import { mountHealth } from './http/health';
import { mount, sendRefusal } from './http/mount';
import { shownError } from './http/redact';
import { callers } from './identity/caller';
import { openStorage } from './storage';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** What a log line holds of requests and errors: no address with a token in it, no value that was sent. */
const SHOWN = {
  req: ({ method, id, ip, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url, id, ip }),
  err: shownError,
};

/** What the door for programs outside lives on. */
export interface Outside {
  callers: DoorCallers;
  uses: DoorUses;
}

export interface Backend {
  app: FastifyInstance;
  /** What all of it shares, for work that no call does. */
  world: World;
  /** Programs outside: who they are, and what they ask. */
  outside: Outside;
  /** Names of calls that are declared and respond with 501. */
  unserved: readonly string[];
  /** Stops taking requests, gives running jobs back and closes the engine. */
  close(): Promise<void>;
}

const createServer = (config: Config, logTo: { write(line: string): void } | undefined): FastifyInstance =>
  fastify({
    logger:
      config.log === 'silent' ? false : { level: config.log, serializers: SHOWN, ...(logTo ? { stream: logTo } : {}) },
    bodyLimit: MAX_JSON_BYTES,
    // The BFF in front names the client; it is the only peer.
    trustProxy: '127.0.0.1',
    requestIdHeader: false,
    // What comes on an open line while it stops is served, and the line ends.
    return503OnClosing: false,
    genReqId: (request) => {
      const header = request.headers['x-request-id'];
      return typeof header === 'string' && REQUEST_ID.test(header) ? header : crypto.randomUUID();
    },
    http: { maxHeaderSize: 65_536, requestTimeout: 0, headersTimeout: 15_000 },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  });

/** When the server ends, lines on which nothing was asked yet end with it: callers open some ahead, and each would hold the end up for a minute. */
function endUnusedLines(app: FastifyInstance): void {
  const lines = new Set<Socket>();
  app.server.on('connection', (line) => lines.add(line.once('close', () => lines.delete(line))));
  app.addHook('preClose', async () => {
    for (const line of lines) if (line.bytesRead === 0) line.destroy();
  });
}

/** What holds for all requests: how bodies are read, headers that all answers have, and how a refusal is said. */
async function prepare(app: FastifyInstance, world: World): Promise<void> {
  endUnusedLines(app);
  readJson(app);
  await app.register(multipart, {
    limits: { fileSize: world.config.maxUpload, files: 1, headerPairs: 50 },
    throwFileSizeLimit: true,
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, notFound()));
  mountHealth(app, world);
}

/** Builds the backend. `now` is injected so that time can be moved in tests, `logTo` so that they can read the log. */
export async function buildBackend(
  engine: Engine,
  config: Config,
  now: () => Date = () => new Date(),
  logTo?: { write(line: string): void },
): Promise<Backend> {
  const app = createServer(config, logTo);
  const world: World = { engine, config, now, tiles: tileCache(), storage: await openStorage(config) };
  const people = callers(engine.db, now);
  const outside: Outside = { callers: doorCallers(engine.db, now), uses: doorUses(engine.db, now) };
  const jobs = createJobQueue(world);
  const hub = createHub(world, people, (error) => app.log.error(error, 'events were not read'));
  const post = createSmsPost(world, (error) => app.log.error(error, 'messages were not sent'));
  const gateways = gatewaysOf(config);

  await prepare(app, world);
  const later = mount(app, world, people, {
    session: sessionHandlers(people, post, config),
    layers: layerHandlers,
    layerForms: layerFormHandlers,
    rasters: rasterHandlers,
    services: serviceHandlers,
    layerViews: viewHandlers,
    layerRecords: { ...groupingHandlers, ...journalHandlers },
    groups: groupHandlers,
    records: recordHandlers,
    acts: actHandlers(world, jobs),
    uploads: uploadHandlers(world, jobs),
    users: userHandlers(people),
    roles: roleHandlers(people),
    customer: customerHandlers,
    tutorials: tutorialHandlers,
    subscription: subscriptionHandlers(gateways, checkCredentials),
    projects: projectHandlers,
    projectWork: projectWorkHandlers,
    messages: messageHandlers,
    rooms: roomHandlers,
    chatFiles: chatFileHandlers,
    tracking: trackingHandlers,
    updates: updateHandlers,
    events: eventHandlers(hub),
    ...reportHandlers(),
    ...publishAreas(outside.callers),
    logs: logHandlers(),
    takeout: takeoutHandlers(world, jobs),
    databases: databaseHandlers(world, jobs),
    settings: settingHandlers,
    drawings: drawingHandlers,
    analysis: analysisHandlers(world, jobs),
    relations: { ...relationHandlers, ...relatedHandlers },
    formJobs: formJobHandlers(world, jobs),
    choiceLists: choiceListHandlers(world, jobs),
    regions: regionHandlers,
    exports: exportHandlers(world, jobs),
    files: fileHandlers,
    supervision: supervisionHandlers,
    rewind: rewindHandlers(world, jobs),
    retention: retentionHandlers,
  });
  mountOgc(app, world, people);
  mountDoor(app, world, outside);
  const failed = (error: unknown, what: string) => app.log.error(error, `${what} failed`);
  const chores = planChores(world, { jobs, gateways, uses: outside.uses, onError: failed });
  await jobs.start();
  for (const one of [...chores, post, hub]) one.start();
  return {
    app,
    world,
    outside,
    unserved: later,
    async close() {
      await hub.stop().then(() => app.close());
      await jobs.stop();
      await Promise.all(chores.map((chore) => chore.stop()));
      await post.stop();
      await outside.uses.flush().catch((error) => failed(error, 'counting the use of keys'));
      await engine.close();
    },
  };
}
