// Sessions and keys never stand for each other: not at the backend, and not through the web process, where a browser brings its cookies along.
import { fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../../../../bench/web-call';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { startWeb, type Web } from '../../../../testing/web';
import { createWorld, ENGINE, PASSWORD, type TestWorld } from '../../../../testing/world';

const CHALLENGE = 'Basic realm="Pahneh", charset="UTF-8"';
const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

let w: TestWorld;
let web: Web;
let key: string;
let session: string;
let items: string;
beforeAll(async () => {
  w = await createWorld(ENGINE);
  web = await startWeb(w);
  await publishLayer(w, w.ids.layer, { writes: 7 });
  key = await createDoorKey(w, [{ layer: w.ids.layer, add: true, edit: true, delete: true }]);
  session = await w.token('super');
  items = `/ogc/collections/layer_${w.ids.layer}/items`;
});
afterAll(async () => {
  await web.close();
  await w.close();
});

const through = async (path: string, headers: Record<string, string>, method = 'GET', body?: string) => {
  const answer = await fetch(`http://${web.host}${path}`, { method, headers: { host: web.host, ...headers }, ...(body === undefined ? {} : { body }) }); // biome-ignore format: one call
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), cookies: answer.headers.getSetCookie(), text: await answer.text() }; // biome-ignore format: one line
};

describe('a session at the outside door', () => {
  it('opens nothing in any place where a key may stand', async () => {
    for (const headers of [
      { authorization: `Bearer ${session}` },
      { authorization: basic('super', session) },
      { authorization: basic(session, '') },
      { authorization: basic('super', PASSWORD) },
      { 'x-api-key': session },
      { cookie: `session=${session}; access=${session}; token=${session}` },
    ] as Record<string, string>[])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, headers: back } = await askDoor(w, items, { method, headers, ...(method === 'POST' ? { body: {} } : {}) }); // biome-ignore format: one line
        expect([Object.keys(headers), method, status, back['www-authenticate']]).toEqual([Object.keys(headers), method, 401, CHALLENGE]); // biome-ignore format: one line
      }
    // In the address it is not even an address.
    expect((await askDoor(w, `/ogc/t/${session}${items.slice(4)}`)).status).toBe(404);
  });

  it('of a signed-in browser is passed over by the web process, with and without a key', async () => {
    const { cookie = '' } = await signedIn(web.config, web.host, session);
    // The cookie is a good one.
    expect((await through('/api/layer/?limit=1', { cookie })).status).toBe(200);
    const bare = await through(items, { cookie });
    expect([bare.status, bare.challenge, bare.cookies]).toEqual([401, CHALLENGE, []]);
    expect((await through(items, { cookie }, 'POST', '{}')).status).toBe(401);
    const keyed = await through(items, { cookie, 'x-api-key': key });
    expect([keyed.status, keyed.cookies]).toEqual([200, []]);
    expect((await through(items, { authorization: `Bearer ${session}` })).status).toBe(401);
  });
});

describe('a key at the calls of the interface', () => {
  const PLACES = () =>
    [
      { authorization: `Bearer ${key}` },
      { authorization: `Token ${key}` },
      { authorization: basic('any', key) },
      { 'x-api-key': key },
      { cookie: `session=${key}; access=${key}; token=${key}` },
    ] as Record<string, string>[];
  const CALLS = () =>
    [
      ['GET', '/api/user/'],
      ['GET', '/api/layer/'],
      ['GET', `/api/layer/${w.ids.layer}/`],
      ['GET', `/api/layerdata/?layer=${w.ids.layer}`],
      ['POST', '/api/layerdata/'],
      ['PUT', `/api/layerdata/${w.ids.record}/`],
      ['DELETE', `/api/layerdata/${w.ids.record}/`],
      ['GET', '/api/publish_key/'],
      ['GET', '/api/own_key/'],
    ] as const;

  it('is none of theirs: 401 at the backend, whatever is called', async () => {
    for (const headers of PLACES())
      for (const [method, url] of CALLS()) {
        const { statusCode } = await w.backend.app.inject({ method, url, headers: { host: 'localhost', ...headers }, ...(method === 'POST' || method === 'PUT' ? { payload: {} } : {}) }); // biome-ignore format: one call
        expect([Object.keys(headers), method, url, statusCode]).toEqual([Object.keys(headers), method, url, 401]);
      }
  });

  it('is none of theirs through the web process, nor a way to the tiles of the interface', async () => {
    for (const headers of PLACES()) {
      for (const [method, url] of CALLS()) {
        const { status } = await through(
          url,
          headers,
          method,
          method === 'GET' || method === 'DELETE' ? undefined : '{}',
        );
        // What writes needs the header of the interface besides, and is refused for that first.
        expect([method, url, [401, 403].includes(status)]).toEqual([method, url, true]);
      }
      expect([401, 403, 404]).toContain((await through(`/geoserver/gwc/service/tms/1.0.0/layer_${w.ids.layer}/0/0/0.pbf`, headers)).status); // biome-ignore format: one line
    }
  });
});
