// The web server as a process of its own, without pages: for tests that stop or kill one. Settings as in production.
import { createBff } from '../lib/bff/core';
import { createWebServer } from '../lib/bff/web-server';
import { readWebConfig } from '../lib/config/env';

const config = readWebConfig(process.env);
const web = createWebServer(createBff(config), async (_, response) => void response.end('a page'));
web.server.listen(config.port, config.host, () => {
  const at = web.server.address();
  process.stdout.write(`ready ${typeof at === 'object' && at ? at.port : ''}\n`);
});
const stop = async () => process.exit((await web.stop()) ? 0 : 1);
process.once('SIGTERM', stop);
// Whoever started it with a channel is gone.
process.once('disconnect', stop);
