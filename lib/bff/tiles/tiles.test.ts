// Tiles from the memory of the web process: who gets them, for how long, and what is asked of the upstream all the same.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { tileTemplate } from '../../../contract/ogc';
import { createBrowser, createSession, startRogue, startWeb, startWebAt, type Web } from '../../../testing/web';
import { createWorld, type TestWorld } from '../../../testing/world';

let w: TestWorld;
let web: Web;
let clock = 0;
beforeAll(async () => {
  w = await createWorld();
});
afterAll(() => w.close());
beforeEach(async () => {
  clock = 0;
  web = await startWeb(w, {}, () => Date.now() + clock);
});
afterEach(() => web.close());

const address = (layer: number, z = 3, [x, y] = [5, 3], version = '') =>
  `${tileTemplate(layer).replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))}${version && `&V=${version}`}`;
const signedIn = async (name: string) => {
  const browser = createBrowser(web);
  expect((await browser.signIn(name)).status).toBe(200);
  return browser;
};
type Browser = Awaited<ReturnType<typeof signedIn>>;
/** A tile, and whether the upstream was asked for it: then the answer says how long that took. */
async function read(browser: Browser, path: string, headers: Record<string, string> = {}) {
  const answer = await browser.send('GET', path, undefined, headers);
  expect(answer.headers['x-tile-scope']).toBeUndefined();
  return { ...answer, isAsked: answer.headers['server-timing'] !== undefined, etag: String(answer.headers.etag) };
}

it('are shared by sessions that see the same, each of which the upstream is asked about', async () => {
  const [one, two] = [await signedIn('super'), await signedIn('super')];
  const path = address(w.ids.layer);
  const first = await read(one, path);
  expect([first.status, first.isAsked]).toEqual([200, true]);
  const again = await read(one, path);
  expect([again.status, again.isAsked, again.text, again.etag]).toEqual([200, false, first.text, first.etag]);
  expect(again.headers).toMatchObject({ 'content-type': first.headers['content-type'], 'content-length': first.headers['content-length'], 'cache-control': 'private, no-cache', 'x-thinned': '0' }); // biome-ignore format: one list
  const same = await read(one, path, { 'if-none-match': first.etag });
  expect([same.status, same.isAsked, same.text, same.etag]).toEqual([304, false, '', first.etag]);
  // A place that nobody has looked at, and one without records.
  expect(await read(one, address(w.ids.layer, 4, [10, 6]))).toMatchObject({ isAsked: true });
  expect(await read(one, address(w.ids.layer, 3, [0, 0]))).toMatchObject({ status: 204, isAsked: true });
  expect(await read(one, address(w.ids.layer, 3, [0, 0]))).toMatchObject({ status: 204, isAsked: false });
  expect(await read(two, address(w.ids.layer, 4, [10, 6]))).toMatchObject({ isAsked: true });
  expect(await read(two, path)).toMatchObject({ status: 200, isAsked: false, text: first.text });
});

it('are asked for again when a second has passed', async () => {
  const one = await signedIn('super');
  const path = address(w.ids.layer);
  await read(one, path);
  expect((await read(one, path)).isAsked).toBe(false);
  clock += 1001;
  expect((await read(one, path)).isAsked).toBe(true);
});

it('are never those of somebody who sees more', async () => {
  const [all, part] = [await signedIn('super'), await signedIn('regional')];
  const path = address(w.ids.layer);
  const whole = await read(all, path);
  const own = await read(part, path);
  expect([whole.status, own.status, own.isAsked, own.etag === whole.etag]).toEqual([200, 200, true, false]);
  for (let i = 0; i < 2; i++) {
    expect((await read(all, path)).etag).toBe(whole.etag);
    expect((await read(part, path)).etag).toBe(own.etag);
    expect((await createBrowser(web).send('GET', path)).status).toBe(401);
    expect((await read(all, address(w.ids.secret))).status).toBe(200);
    expect((await read(part, address(w.ids.secret))).status).toBe(404);
  }
});

it('end with the session, and within a second with the right', async () => {
  const [one, two] = [await signedIn('super'), await signedIn('editor')];
  const path = address(w.ids.layer);
  for (const browser of [one, two]) {
    await read(browser, path);
    expect((await read(browser, path)).isAsked).toBe(false);
  }
  expect((await one.send('POST', '/api/user/1/logout/', {})).status).toBeLessThan(500);
  expect((await read(one, path)).status).toBe(401);
  const { rows } = await w.engine.db.executeQuery(
    w.engine.db.updateTable('account').set({ locked: true }).where('username', '=', 'editor').returning('id').compile(),
  );
  const began = performance.now();
  try {
    expect(rows).toHaveLength(1);
    await expect.poll(async () => (await read(two, path)).status, { interval: 20, timeout: 5000 }).toBe(401);
    expect(performance.now() - began).toBeLessThan(2000);
  } finally {
    await w.engine.db.updateTable('account').set({ locked: false }).where('username', '=', 'editor').execute();
  }
});

it('show an edit at once to whoever asks with the version that it made', async () => {
  const one = await signedIn('super');
  const before = await read(one, address(w.ids.layer, 3, [5, 3], '1'));
  const { body } = await w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.layer, geometry: { type: 'Point', coordinates: [51.5, 35.6] }, value: { name: 'تازه' } }); // biome-ignore format: one call
  const after = await read(one, address(w.ids.layer, 3, [5, 3], '2'));
  expect([after.isAsked, after.etag === before.etag]).toEqual([true, false]);
  await w.call('super', 'DELETE', `/api/layerdata/${body.id}/`);
});

it('of an upstream that says nothing of them are asked for each time, and what it says wrongly is not believed', async () => {
  let scope: string | undefined;
  let count = 0;
  const upstream = await startRogue((_, response) => {
    count++;
    response
      .writeHead(200, { 'content-type': 'application/vnd.mapbox-vector-tile', 'cache-control': 'private, no-cache', etag: '"a"', 'content-length': '4', ...(scope ? { 'x-tile-scope': scope } : {}) }) // biome-ignore format: one list
      .end('tile');
  });
  const other = await startWebAt(upstream.origin, {}, () => Date.now() + clock);
  const { cookie } = await createSession(other);
  const ask = async () => {
    count = 0;
    for (let i = 0; i < 3; i++)
      await (await fetch(`http://${other.host}${address(1)}`, { headers: { cookie } })).text();
    return count;
  };
  for (const said of [
    undefined,
    '',
    'short 900',
    `${'s'.repeat(24)} 0`,
    `${'s'.repeat(24)} -5`,
    `${'s'.repeat(24)} 99999`,
    `${'s'.repeat(24)} x`,
  ]) {
    scope = said;
    expect([said, await ask()]).toEqual([said, 3]);
  }
  scope = `${'s'.repeat(24)} 9999`;
  expect(await ask()).toBe(1);
  // Whatever it says: a second.
  clock += 1001;
  expect(await ask()).toBe(1);
  await other.close();
  await upstream.close();
});
