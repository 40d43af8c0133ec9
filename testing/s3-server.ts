// A server that speaks the S3 protocol (signatures are checked) on the loopback, with a line to it that can be cut or made to hang.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../backend/config';

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
/** The package brings no types. */
const Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: {
  address: string;
  port: number;
  silent: boolean;
  directory: string;
  allowMismatchedSignatures: boolean;
  configureBuckets: { name: string }[];
}) => S3rver;

/** How the line behaves: as it should, refusing every connection, taking everything and answering nothing, or answering so many bytes and no more. */
export type Line = 'good' | 'cut' | 'silent' | { bytes: number };

export interface S3Server {
  /** What a backend is told of it. */
  config: Config['s3'] & object;
  line(how: Line): void;
  close(): Promise<void>;
}

/**
 * An empty bucket. This server reckons the signature of a bucket's own address without its last slash: lists are had from it only
 * where wrong signatures are let through (`lenient`).
 */
export async function startS3Server({ idleMs = 1000, lenient = false } = {}): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'pahneh-s3-'));
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: lenient,
    configureBuckets: [{ name: 'pahneh' }],
  });
  const { port } = await server.run();
  let how: Line = 'good';
  const open = new Set<Socket>();
  const front = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client)).on('error', () => {});
    if (how === 'cut') return void client.destroy();
    const behind = connect(port, '127.0.0.1');
    behind.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => behind.destroy());
    client.on('data', (chunk) => void (how === 'silent' || behind.write(chunk)));
    let left = typeof how === 'object' ? how.bytes : Number.POSITIVE_INFINITY;
    behind.on('data', (chunk) => {
      if (how === 'silent') return;
      const some = chunk.subarray(0, left);
      left -= some.length;
      if (some.length) client.write(some);
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    config: { bucket: 'pahneh', endpoint, region: 'us-east-1', key: 'S3RVER', secret: 'S3RVER', idleMs },
    line(next) {
      how = next;
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => front.close(resolve));
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
