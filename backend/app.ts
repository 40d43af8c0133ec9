// The reference backend as a function of its world: nothing here listens, so tests run it in process.
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { customerHandlers } from './areas/customer/handlers';
import { databaseHandlers } from './areas/databases/handlers';
import { drawingHandlers } from './areas/drawings/handlers';
import { exportHandlers } from './areas/exports/handlers';
import { fileHandlers } from './areas/files/handlers';
import { groupHandlers } from './areas/groups/handlers';
import { jobQueue } from './areas/jobs/queue';
import { layerHandlers } from './areas/layers/handlers';
import { messageHandlers } from './areas/messages/handlers';
import { projectHandlers } from './areas/projects/handlers';
import { recordHandlers } from './areas/records/handlers';
import { regionHandlers } from './areas/regions/handlers';
import { roleHandlers } from './areas/roles/handlers';
import { callers } from './areas/session/caller';
import { sessionHandlers } from './areas/session/handlers';
import { settingHandlers } from './areas/settings/handlers';
import { gatewaysOf, subscriptionHandlers } from './areas/subscription/handlers';
import { payments } from './areas/subscription/sweep';
import { supervisionHandlers } from './areas/supervision/handlers';
import { trackingHandlers } from './areas/tracking/handlers';
import { trackSweep } from './areas/tracking/sweep';
import { updateHandlers } from './areas/tracking/updates';
import { uploadHandlers } from './areas/uploads/handlers';
import { userHandlers } from './areas/users/handlers';
import type { Config } from './config';
import type { Engine } from './db/engine';
import { tileCache } from './geo/tile-cache';
import type { World } from './http/context';
import { notFound } from './http/errors';
import { mount, sendRefusal } from './http/mount';
import { mountOgc } from './http/ogc';
import { openStorage } from './storage';

const MAX_JSON = 2 * 1024 * 1024;
const REQUEST_ID = /^[\w-]{8,64}$/;

export interface Backend {
  app: FastifyInstance;
  /** Names of calls that are declared and answer 501. */
  unserved: readonly string[];
  /** Stops taking requests, gives running jobs back and closes the engine. */
  close(): Promise<void>;
}

/** Builds the backend. `now` is injected so that time can be moved in tests. */
export async function buildBackend(
  engine: Engine,
  config: Config,
  now: () => Date = () => new Date(),
): Promise<Backend> {
  const app = fastify({
    logger: config.log === 'silent' ? false : { level: config.log },
    bodyLimit: MAX_JSON,
    // The BFF in front names the client; it is the only peer.
    trustProxy: '127.0.0.1',
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : crypto.randomUUID();
    },
    http: { maxHeaderSize: 65_536, requestTimeout: 0, headersTimeout: 15_000 },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  });
  const world: World = { engine, config, now, tiles: tileCache(), storage: await openStorage(config) };
  const people = callers(engine.db, now);
  const jobs = jobQueue(world);
  const gateways = gatewaysOf(config);

  await app.register(multipart, {
    limits: { fileSize: config.maxUpload, files: 1, headerPairs: 50 },
    throwFileSizeLimit: true,
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, notFound()));
  app.get('/healthz', async () => ({ ok: true }));
  const later = mount(app, world, people, {
    session: sessionHandlers(people),
    layers: layerHandlers,
    groups: groupHandlers,
    records: recordHandlers,
    uploads: uploadHandlers(world, jobs),
    users: userHandlers(people),
    roles: roleHandlers(people),
    customer: customerHandlers,
    subscription: subscriptionHandlers(gateways),
    projects: projectHandlers,
    messages: messageHandlers,
    tracking: trackingHandlers,
    updates: updateHandlers,
    databases: databaseHandlers(world, jobs),
    settings: settingHandlers,
    drawings: drawingHandlers,
    regions: regionHandlers,
    exports: exportHandlers,
    files: fileHandlers,
    supervision: supervisionHandlers,
  });
  mountOgc(app, world, people);
  const paying = payments(world, gateways, (error) => app.log.error(error, 'payments were not settled'));
  const tracks = trackSweep(world, (error) => app.log.error(error, 'old places were not forgotten'));
  await jobs.start();
  tracks.start();
  paying.start();

  return {
    app,
    unserved: later,
    async close() {
      await app.close();
      await jobs.stop();
      await tracks.stop();
      await paying.stop();
      await engine.close();
    },
  };
}
