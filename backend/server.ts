// The only file of the backend that listens.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildBackend } from './app';
import { serveCopies } from './backup/running';
import { readConfig } from './config';
import { connect } from './db/connect';
import type { EmbeddedEngine } from './db/engine';
import { openingServer } from './http/opening';
import { seedDemo } from './seed/demo';
import { openStorage } from './storage';

const config = readConfig(process.env);
const say = (line: string) => process.stdout.write(`${line}\n`);

const HOST = '127.0.0.1';
/** Seconds for running requests to end after a signal. */
const DRAIN_MS = 10_000;

try {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const embedded = config.engine === 'embedded';
  /** Our own database, which `npm start` has made on this computer. */
  const own = config.engine !== 'server';
  // The embedded data may take a minute to open. Before a server there may be a balancer, which asks another backend where nobody listens.
  const opening = embedded ? await openingServer(config.port, HOST) : null;
  const engine = await connect({
    url: config.databaseUrl,
    readUrls: config.databaseReadUrls,
    report: say,
    dir: embedded ? join(config.dataDir, 'db') : null,
    template: config.template,
  });
  if (own)
    await seedDemo(engine, {
      say: (line) => say(`seed ${line}`),
      files: { config, storage: await openStorage(config) },
    });
  // Only here, where the data are a demo of this computer, a code may be read on the console.
  if (own && !config.sms) config.onUnsentSms = (line) => say(`sms ${line} (no SMS gateway configured)`);
  const backend = await buildBackend(engine, config);
  if (embedded)
    await serveCopies(engine as EmbeddedEngine, config.dataDir).catch((error) =>
      say(`no backup while it runs: ${error.message}`),
    );
  await opening?.close();
  const address = await backend.app.listen({ host: HOST, port: opening?.port ?? config.port });
  say(`ready ${address}`);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    void backend.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The starter holds the other end of this channel: when it is gone, so are we.
  process.on('disconnect', stop);
} catch (error) {
  say(`failed ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
