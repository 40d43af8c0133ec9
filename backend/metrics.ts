// What an operator's monitoring reads in Prometheus's text format: calls, connections, jobs, tiles in memory, and the process itself.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Replicas } from './db/replicas/replicas';
import { withScope } from './db/scope';
import type { World } from './http/context';

const PATH = '/metrics';
/** Upper bounds in seconds: a tile from memory, a list, what people begin to wait for, the deadlines of calls. */
const BUCKETS = [0.005, 0.02, 0.1, 0.3, 1, 5, 15, 60];
/** Seconds for counting jobs; a database that is late leaves them out, and the rest is told. */
const COUNT_SECONDS = 2;

let shared: Registry | null = null;
/** Memory, handles and the lag of the event loop, which are one for all backends of a process; measured from the first time they are read. */
function processMetrics(): Registry {
  if (!shared) {
    shared = new Registry();
    collectDefaultMetrics({ register: shared });
  }
  return shared;
}

/** `world` as it is when somebody reads; nothing is counted in between but calls. */
function describeWorld({ engine, tiles }: World, register: Registry): void {
  const registers = [register];
  new Gauge({
    name: 'pahneh_connections',
    help: 'Connections to the database by pool: used, and callers that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, used, waiting } of engine.pools()) {
        this.set({ pool, state: 'used' }, used);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'pahneh_tiles',
    help: 'The cache of vector tiles: tiles and bytes in memory, tiles given out from it and made since the start.',
    labelNames: ['what'],
    registers,
    collect() {
      for (const [what, number] of Object.entries(tiles.stats())) this.set({ what }, number);
    },
  });
  new Gauge({
    name: 'pahneh_jobs',
    help: 'Jobs that wait or run, over all backends of the database.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const { rows } = await withScope({ requestId: 'metrics', seconds: COUNT_SECONDS }, () =>
        sql<{
          state: string;
          count: number;
        }>`select s.state, (select count(*)::int from job where job.state = s.state) as count
          from (values ('waiting'), ('running')) s(state)`.execute(engine.db),
      ).catch(() => ({ rows: [] }));
      for (const { state, count } of rows) this.set({ state }, count);
    },
  });
}

/** Where reads were answered, and how far behind each replica is; by host and port, which are the operator's own. */
function describeReplicas(replicas: Replicas, register: Registry): void {
  const registers = [register];
  new Counter({
    name: 'pahneh_reads_total',
    help: 'Reads that a replica may answer: answered by one, or by the primary and why.',
    labelNames: ['at', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const { name, reads } of replicas.states()) this.inc({ at: name, reason: 'replica' }, reads);
      for (const [reason, count] of Object.entries(replicas.primaryReads())) this.inc({ at: 'primary', reason }, count);
    },
  });
  new Gauge({
    name: 'pahneh_replica_in',
    help: 'Whether a replica is read from: 1, or 0 while it is left out.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, isIn } of replicas.states()) this.set({ replica: name }, Number(isIn));
    },
  });
  new Gauge({
    name: 'pahneh_replica_lag_seconds',
    help: 'Seconds by which a replica is behind the primary; none of one that does not answer.',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      for (const { name, lagMs } of replicas.states()) if (lagMs !== null) this.set({ replica: name }, lagMs / 1000);
    },
  });
}

/** `/metrics`, beside `/healthz` and as private: times of calls by route and status, without addresses, names or ids. */
export function mountMetrics(app: FastifyInstance, world: World): void {
  const register = new Registry();
  const calls = new Histogram({
    name: 'pahneh_call_seconds',
    help: 'Seconds from the head of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  });
  describeWorld(world, register);
  if (world.engine.replicas) describeReplicas(world.engine.replicas, register);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get(PATH, async (_, reply) => {
    const text = await Registry.merge([register, processMetrics()]).metrics();
    return reply.type(register.contentType).send(text);
  });
}
