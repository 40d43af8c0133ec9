// The queue in front of a map service of somebody else.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchRemote } from './remote';

const PICTURE = /^image\//;
const config = { serviceHosts: new Set(['127.0.0.1']) };
/** Answers that wait until they are let go, oldest first. */
const pending: ServerResponse[] = [];
let requests = 0;
let dropped = 0;
const server = createServer((_request, response) => {
  requests++;
  pending.push(response);
  response.once('close', () => !response.writableFinished && dropped++);
});
let url: URL;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (signal?: AbortSignal) =>
  fetchRemote({ config }, url, PICTURE, 1000, { signal }).then(
    ({ body }) => body.toString(),
    (error: { wording: string }) => error.wording,
  );
const requestsReach = (n: number) => expect.poll(() => requests).toBe(n);
const answerOne = () => pending.shift()?.writeHead(200, { 'content-type': 'image/png' }).end('x');

it('gives the places of those who hang up to those who still look, and holds it against no service', async () => {
  const left = new AbortController();
  const leavers = Array.from({ length: 30 }, () => ask(left.signal));
  // Six are asked at once; the others wait.
  await requestsReach(6);
  left.abort();
  await Promise.all(leavers);
  await expect.poll(() => dropped).toBe(6);
  pending.length = 0;
  // A map of a wide screen, after it was moved: six at a time, none refused.
  const stayers = Array.from({ length: 30 }, () => ask());
  for (let n = 6; n < 36; n++) {
    await requestsReach(Math.min(n + 6, 36));
    answerOne();
  }
  expect(await Promise.all(stayers)).toEqual(Array(30).fill('x'));
  expect(requests).toBe(36);
});

it('asks nothing for somebody who has hung up already', async () => {
  const before = requests;
  expect(await ask(AbortSignal.abort())).toBe('serviceSilent');
  expect(requests).toBe(before);
});
