// A store that speaks the S3 protocol, as a process of its own on the loopback.
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { freePort } from '../postgres.mjs';
import { waitForPort } from './pooler';

export interface Store {
  /** What a backend is told of it. */
  env: Record<string, string>;
  process: ChildProcess;
}

const BUCKET = 'pahneh';
const KEY = 'S3RVER';

/** The package's own program would need a library that nothing else does; this is all that it would do with it. */
const PROGRAM = (file: string, folder: string, port: number) => `
const Server = require(${JSON.stringify(file)});
new Server({ address: '127.0.0.1', port: ${port}, silent: true, directory: ${JSON.stringify(folder)},
  allowMismatchedSignatures: true, configureBuckets: [{ name: '${BUCKET}' }] }).run();
process.once('disconnect', () => process.exit());`;

/** Starts one with an empty bucket in an existing folder. */
export async function startStore(folder: string): Promise<Store> {
  const port = await freePort();
  const file = createRequire(import.meta.url).resolve('@20minutes/s3rver');
  const child = spawn(process.execPath, ['-e', PROGRAM(file, folder, port)], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await waitForPort(port, 'the store');
  return {
    process: child,
    env: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_KEY: KEY,
      S3_SECRET: KEY,
    },
  };
}
