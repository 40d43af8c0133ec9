// The check of a foreign upstream, proved on our own backend over HTTP: all in order there, and a server that is not gives findings.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkUpstream } from './upstream';
import { createWorld, ENGINE, PASSWORD, type TestWorld } from './world';

let w: TestWorld;
let base: string;
beforeAll(async () => {
  w = await createWorld(ENGINE, { captcha: 'auto' });
  base = await w.backend.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => w.close());

it('finds nothing wrong with the reference backend', async () => {
  const findings = await checkUpstream({
    base: base.replace('127.0.0.1', 'localhost'),
    username: 'super',
    password: PASSWORD,
  });
  expect(findings.filter((f) => f.outcome === 'failed')).toEqual([]);
  const done = findings.filter((f) => f.outcome === 'ok');
  expect(done.filter((f) => f.check === 'refuses nobody').length).toBeGreaterThan(100);
  expect(done.filter((f) => f.check === 'answers in shape').length).toBeGreaterThan(20);
});

it('names what a server does wrong', async () => {
  const at = new URL(base);
  // A server in front that answers everybody, and lists in another shape.
  const careless = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/api/layergroup/')) return void response.end('[]');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { authorization, 'content-type': type } = request.headers;
    const answer = await fetch(`http://localhost:${at.port}${path}`, {
      method: request.method ?? 'GET',
      headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
      ...(chunks.length ? { body: Buffer.concat(chunks) } : {}),
    });
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve));
  const { port } = careless.address() as AddressInfo;
  try {
    const findings = await checkUpstream({ base: `http://127.0.0.1:${port}`, username: 'super', password: PASSWORD });
    const wrong = findings.filter((f) => f.outcome === 'failed').map((f) => `${f.name} ${f.check}`);
    expect(wrong).toContain('groups.list answers in shape');
    expect(wrong).toContain('groups.list refuses nobody');
    expect(wrong).toContain('groups.list refuses an unknown key');
    expect(wrong.every((line) => line.startsWith('groups.'))).toBe(true);
  } finally {
    careless.close();
  }
});
