// Ways to measure: requests from another process, and the middle of several timings.
import { fork } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Load {
  origin: string;
  paths: readonly string[];
  headers?: Record<string, string>;
  connections: number;
  /** How long at least; a pass through the list that has begun is finished. */
  seconds?: number;
  /** How long at most. */
  most?: number;
  /** A fixed time with the cheapest client instead of whole passes: for servers that answer thousands a second. */
  cheap?: boolean;
}
export interface Loaded {
  rate: number;
  /** Milliseconds; not kept by the cheap client. */
  p50: number;
  p95: number;
  /** Bytes of one answer, on average. */
  bytes: number;
}

/** Loads a server. Throws when any answer was not a success: then the figures mean nothing. */
export function load({ headers = {}, seconds = 3, most = 25, cheap = false, ...rest }: Load): Promise<Loaded> {
  const child = fork(new URL('./load-worker.mjs', import.meta.url), { execArgv: [] });
  child.send({ ...rest, headers, seconds, most, cheap });
  return new Promise<Loaded & { bad: number }>((resolve, reject) => {
    child.once('message', (result) => resolve(result as Loaded & { bad: number }));
    child.once('exit', (code) => reject(new Error(`the requests to ${rest.origin} ended with code ${code}`)));
  }).then((result) => {
    if (result.bad > 0) throw new Error(`${result.bad} answers of ${rest.origin} were no success`);
    return result;
  });
}

/** A plain server on a free port of the loopback. */
export async function serving(listener: RequestListener): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** The middle of `n` timings, after one that does not count. */
export async function typical(n: number, work: (i: number) => Promise<unknown>): Promise<number> {
  await work(-1);
  const times: number[] = [];
  for (let i = 0; i < n; i++) times.push(await timed(() => work(i)));
  return median(times);
}
