// The web process: our own HTTP server (lib/bff/web-server.ts) with the BFF before Next's pages.
import { resolve } from 'node:path';
import next from 'next';
import { createHealthServer } from './lib/bff/health';
import { getInstance } from './lib/bff/instance';
import { createWebServer } from './lib/bff/web-server';
import { watchServer } from './lib/metrics/web-metrics';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { config, bff, baseMaps } = getInstance();
  const files = await baseMaps;
  const app = next({
    dev: process.env.NODE_ENV === 'development',
    dir: resolve('.'),
    hostname: config.host,
    port: config.port,
  });
  await app.prepare();
  const pages = app.getRequestHandler();
  const web = createWebServer(bff, (request, response) =>
    files.serves(request.url ?? '') ? files.serve(request, response, bff.person) : pages(request, response),
  );
  const failed = (error: NodeJS.ErrnoException) => {
    say(`failed ${error.code ?? error.message}`);
    process.exit(1);
  };
  web.server.on('error', failed);
  if (config.health)
    createHealthServer(bff.reachable, web.stopping, watchServer(web.server))
      .on('error', failed)
      .listen(config.health.port, config.health.host);
  web.server.listen(config.port, config.host, () => {
    const address = web.server.address();
    say(`ready http://${config.host}:${typeof address === 'object' && address ? address.port : config.port}`);
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    process.exit((await web.stop()) ? 0 : 1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
} catch (error) {
  say(`failed ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
