// A stream of events through the walls: as it comes, for its session alone, and ended with it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../testing/outside/listen';
import { createBrowser, createSession, startRogue, startWeb, startWebAt } from '../../testing/web';
import { createWorld } from '../../testing/world';
import { IDLE_MINUTES } from '../config/constants';

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A stream that the test writes, behind the web process. */
async function startStream(now?: () => number) {
  const streams: { request: IncomingMessage; response: ServerResponse; isClosed: boolean }[] = [];
  const upstream = await startRogue((request, response) => {
    if (request.url !== '/api/events/')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    const one = { request, response, isClosed: false };
    response.once('close', () => {
      one.isClosed = true;
    });
    streams.push(one);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'private, no-store, no-transform', 'x-accel-buffering': 'no' }); // biome-ignore format: one line
    response.write(':\nid: 1\n\n');
  });
  const web = await startWebAt(upstream.origin, {}, now);
  open.push(upstream.close, web.close);
  return { web, streams, origin: `http://${web.host}` };
}

describe('a stream of events', () => {
  it('comes part by part, neither packed nor held back, and goes on from an id', async () => {
    const { web, streams, origin } = await startStream();
    const me = await createSession(web);
    const one = await listen(origin, { cookie: me.cookie, 'last-event-id': '1.2.3.', 'accept-encoding': 'gzip, br' });
    open.push(one.cut);
    await expect.poll(one.id).toBe('1');
    const [stream] = streams;
    expect(stream?.request.headers['last-event-id']).toBe('1.2.3.');
    expect([one.headers.get('content-type'), one.headers.get('content-encoding'), one.headers.get('x-accel-buffering')]).toEqual(['text/event-stream', null, 'no']); // biome-ignore format: one list
    for (const n of [2, 3]) {
      stream?.response.write(`id: ${n}\ndata: {"jobs":["${n}"]}\n\n`);
      expect(await one.until(({ jobs }) => jobs?.[0] === String(n))).toBeLessThan(500);
    }
  });

  it('keeps no session alive', async () => {
    const { web, origin } = await startStream();
    const me = await createSession(web, {}, Date.now() - (IDLE_MINUTES - 1) * 60_000);
    const one = await listen(origin, { cookie: me.cookie });
    open.push(one.cut);
    expect([one.status, one.headers.get('set-cookie')]).toEqual([200, null]);
    // The same question without a stream, by somebody who is there, does.
    const read = await fetch(`${origin}/api/layer/`, { headers: { cookie: me.cookie } });
    expect(String(read.headers.get('set-cookie'))).toContain('gis_i');
  });

  it('ends when its session would for want of use', async () => {
    const { web, origin, streams } = await startStream();
    const me = await createSession(web, {}, Date.now() - IDLE_MINUTES * 60_000 + 1500);
    const one = await listen(origin, { cookie: me.cookie });
    expect(one.status).toBe(200);
    const began = Date.now();
    await one.ended;
    expect(Date.now() - began).toBeLessThan(3000);
    await expect.poll(() => streams[0]?.isClosed).toBe(true);
    expect((await listen(origin, { cookie: me.cookie })).status).toBe(401);
  });

  it('is nobody’s without a session, nor another site’s', async () => {
    const { web, origin, streams } = await startStream();
    const me = await createSession(web);
    expect((await listen(origin, {})).status).toBe(401);
    expect((await createBrowser(web).send('GET', '/api/events/', undefined, { cookie: me.cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403); // biome-ignore format: one call
    expect(streams).toEqual([]);
  });

  it('ends upstream when its reader leaves, and for its reader when the process stops', async () => {
    const { web, origin, streams } = await startStream();
    const me = await createSession(web);
    const one = await listen(origin, { cookie: me.cookie });
    const other = await listen(origin, { cookie: me.cookie });
    one.cut();
    await expect.poll(() => streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    web.bff.endStreams();
    await other.ended;
    await expect.poll(() => streams.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  });

  it('ends with the sign-out, within some seconds', async () => {
    const w = await createWorld();
    open.push(w.close);
    const web = await startWeb(w);
    open.push(web.close);
    const { id } = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow(); // biome-ignore format: one statement
    const me = await createSession(web, { at: await w.token('editor'), uid: id });
    const one = await listen(`http://${web.host}`, { cookie: me.cookie });
    expect(one.status).toBe(200);
    const out = await createBrowser(web).send('POST', `/api/user/${id}/logout/`, {}, { cookie: me.cookie, 'x-csrftoken': me.csrf }); // biome-ignore format: one call
    expect(out.status).toBe(200);
    const began = Date.now();
    await one.ended;
    expect(Date.now() - began).toBeLessThan(4000);
  });
});
