// Health endpoints for the operator's monitoring, served only inside the private network.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { withScope } from '../db/scope';
import { mountMetrics } from '../metrics';
import type { World } from './context';

/** The database is there when it has answered within this time. */
const PATIENCE_MS = 2_000;

/**
 * `/healthz`: 200 while the process runs. `/readyz`: 200 when the database answers, else 503; also 503 once it is told to stop.
 * `/metrics`: numbers for Prometheus.
 */
export function mountHealth(app: FastifyInstance, world: World): void {
  const { db } = world.engine;
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  mountMetrics(app, world);
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (request, reply) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE_MS);
    });
    const scope = { requestId: request.id, seconds: PATIENCE_MS / 1000 };
    const answers = withScope(scope, () => sql`select 1`.execute(db)).then(
      () => true,
      () => false,
    );
    const ok = !stopping && (await Promise.race([answers, late]));
    clearTimeout(timer);
    return reply.status(ok ? 200 : 503).send({ ok });
  });
}
