// News without asking, on both engines: in time, complete, once, and to nobody who may not know.
import { once } from 'node:events';
import { type AddressInfo, createConnection } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../../testing/database-server';
import { type Listening, listen } from '../../../testing/outside/listen';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { type Backend, buildBackend } from '../../app';
import { connect } from '../../db/connect';
import * as make from '../../seed/builders';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than two looks. */
const QUIET_MS = 1300;

describe.each(ENGINES)('news on the %s engine', (kind) => {
  let w: TestWorld;
  let origin: string;
  const open: Listening[] = [];
  beforeAll(async () => {
    w = await createWorld(kind);
    await w.backend.app.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(w.backend.app.server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    for (const one of open.splice(0)) one.cut();
  });
  afterAll(() => w.close());

  const listenAs = async (as: string, last?: string, at = origin) => {
    const one = await listen(at, {
      authorization: `Bearer ${await w.token(as)}`,
      ...(last === undefined ? {} : { 'last-event-id': last }),
    });
    open.push(one);
    await expect.poll(() => one.status !== 200 || one.id() !== '').toBe(true);
    return one;
  };
  const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
  const write = (layer: number, lon = 51.4, lat = 35.7, as = 'super') =>
    w.call(as, 'POST', '/api/layerdata/', { layer, value: { name: 'تازه' }, geometry: point(lon, lat) });
  const layersOf = (one: Listening) => one.news.flatMap(({ layers = [] }) => layers);

  it('tells of an edit within a second, with the box of what it touched', async () => {
    const one = await listenAs('viewer');
    expect(one.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const creation = await write(w.ids.layer, 51.5, 35.5);
    expect(await one.until(({ layers }) => layers?.[0]?.id === w.ids.layer)).toBeLessThan(1000);
    const layer = (await w.call('viewer', 'GET', `/api/layer/${w.ids.layer}/`)).body;
    expect(layersOf(one)).toEqual([{ id: w.ids.layer, rev: layer.rev, boxes: [[51.5, 35.5, 51.5, 35.5]] }]);
    // A move touches where it was and where it is.
    await w.call('super', 'PUT', `/api/layerdata/${creation.body.id}/`, { geometry: point(52.5, 35.5) });
    await one.until(({ layers }) => layers?.[0]?.rev === layer.rev + 1);
    expect(layersOf(one).at(-1)?.boxes?.flat().sort()).toEqual([35.5, 35.5, 35.5, 35.5, 51.5, 51.5, 52.5, 52.5]);
    expect((await sql`select touched from layer where touched is not null`.execute(w.engine.db)).rows).toEqual([]);
  });

  it('goes on where a stream was cut, without loss and without anything twice', async () => {
    const first = await listenAs('viewer');
    let [last, writes] = [first, 0];
    const writing = (async () => {
      for (; writes < 30; writes++) {
        await write(w.ids.layer);
        await pause(60);
      }
    })();
    const streams: Listening[] = [first];
    while (writes < 30) {
      await pause(250);
      last.cut();
      last = await listenAs('viewer', last.id());
      streams.push(last);
    }
    await writing;
    const { rev } = (await w.call('viewer', 'GET', `/api/layer/${w.ids.layer}/`)).body;
    // The newest may have come to a stream that was cut after it.
    const revs = () => streams.flatMap(layersOf).map((layer) => layer.rev);
    await expect.poll(() => revs().at(-1), { timeout: 5_000 }).toBe(rev);
    const boxes = streams.flatMap(layersOf).flatMap((layer) => layer.boxes ?? []);
    expect([...new Set(revs())].sort((a, b) => a - b)).toEqual(revs());
    expect(boxes).toHaveLength(30);
  });

  it('loses nothing of those that were written before and committed after', async () => {
    const other = (await w.call('super', 'GET', `/api/layer/${w.ids.lines}/`)).body.rev;
    let done: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      done = resolve;
    });
    const one = await listenAs('viewer');
    const late = w.engine.db.transaction().execute(async (tx) => {
      await sql`update layer set rev = rev + 1 where id = ${w.ids.lines}::int`.execute(tx);
      // The embedded engine has one connection: others wait for the transaction.
      if (kind === 'server') await gate;
    });
    await pause(50);
    await write(w.ids.layer);
    await one.until(({ layers }) => layers?.some(({ id }) => id === w.ids.layer) ?? false);
    const cut = one.id();
    one.cut();
    done();
    await late;
    const next = await listenAs('viewer', cut);
    await pause(QUIET_MS);
    const all = [...layersOf(one), ...layersOf(next)].filter(({ id }) => id === w.ids.lines);
    expect(all).toEqual([{ id: w.ids.lines, rev: other + 1, boxes: null }]);
  });

  it('says nothing of layers that its reader does not see, nor of places beyond what they see', async () => {
    const [viewer, stranger, regional, all] = [await listenAs('viewer'), await listenAs('stranger'), await listenAs('regional'), await listenAs('super')]; // biome-ignore format: one list
    await write(w.ids.secret);
    await write(w.ids.layer, 59.6, 36.3);
    for (const one of [viewer, regional, all])
      await one.until(({ layers }) => layers?.some(({ id }) => id === w.ids.layer) ?? false);
    await pause(QUIET_MS);
    expect(layersOf(all).map(({ id }) => id)).toContain(w.ids.secret);
    expect(layersOf(viewer).map(({ id }) => id)).toEqual([w.ids.layer]);
    expect(layersOf(regional)).toEqual([{ id: w.ids.layer, rev: expect.any(Number), boxes: null }]);
    expect(stranger.news).toEqual([]);
    // Somebody who comes later with an id from before is told no more.
    const again = await listenAs('stranger', stranger.id());
    expect(again.news).toEqual([]);
  });

  it('says that rights have changed, and from then on tells by the new ones', async () => {
    const one = await listenAs('viewer');
    const { id: role } = await w.engine.db.selectFrom('role').select('id').where('name', '=', 'viewing').executeTakeFirstOrThrow(); // biome-ignore format: one statement
    await make.createPermission(w.engine, role, w.ids.secret, { view: true });
    expect(await one.until(({ rights }) => rights === true)).toBeLessThan(1000);
    await write(w.ids.secret);
    await one.until(({ layers }) => layers?.some(({ id }) => id === w.ids.secret) ?? false);
    await w.engine.db.deleteFrom('layer_permission').where('layer_id', '=', w.ids.secret).execute();
    await write(w.ids.secret);
    const before = layersOf(one).length;
    await pause(QUIET_MS);
    expect(layersOf(one)).toHaveLength(before);
    expect(one.isOpen()).toBe(true);
  });

  it('hints at letters to those who have them, and never at what they say', async () => {
    const [sender, other] = [await listenAs('super'), await listenAs('editor')];
    const { id } = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow(); // biome-ignore format: one statement
    await sql`insert into message (sender_id, receiver_id, text, at) values ((select id from account where username = 'super'), ${id}::int, 'CANARY-LETTER', now())`.execute(
      w.engine.db,
    );
    const stranger = await listenAs('viewer');
    await Promise.all([sender, other].map((one) => one.until(({ messages }) => messages === true)));
    const notice = await w.call('super', 'POST', '/api/notiffication/', { subject: 'CANARY-LETTER', text: 'x', recipient_user: [id] }); // biome-ignore format: one call
    expect(notice.status).toBe(200);
    await other.until(({ notices }) => notices === true);
    expect(JSON.stringify(other.news)).not.toContain('CANARY');
    expect(stranger.news).toEqual([]);
  });

  it('tells of one’s own jobs', async () => {
    const [mine, others] = [await listenAs('super'), await listenAs('editor')];
    const job = await w.call('super', 'POST', '/api/layerdata/act/', { layer: w.ids.spare, filter: {}, act: 'delete', count: 0 }); // biome-ignore format: one call
    const ordered = job.status === 200 ? job : await w.call('super', 'POST', `/api/layer/${w.ids.layer}/form_job/`, { form: [] }); // biome-ignore format: one call
    expect([job.status, ordered.status]).toContain(200);
    await mine.until(({ jobs }) => jobs?.includes(ordered.body.id) ?? false);
    await pause(QUIET_MS);
    expect(others.news.filter(({ jobs }) => jobs)).toEqual([]);
  });

  it('ends with its session, within some seconds', async () => {
    const token = await w.token('editor');
    const one = await listenAs('editor');
    const other = await listenAs('viewer');
    await sql`update session set revoked_at = now() from account a where a.id = account_id and a.username = 'editor'`.execute(
      w.engine.db,
    );
    const began = Date.now();
    await one.ended;
    expect(Date.now() - began).toBeLessThan(3500);
    expect(other.isOpen()).toBe(true);
    expect((await listen(origin, { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('refuses one stream too many of a person clearly, and gives the place back', async () => {
    for (let i = 0; i < 10; i++) expect((await listenAs('regional')).status).toBe(200);
    const refused = await listenAs('regional');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    open.find(({ status }) => status === 200)?.cut();
    await expect.poll(async () => (await listenAs('regional')).status, { timeout: 3000 }).toBe(200);
  });

  it.each(['nonsense', '1.2.3', '1.5.3.', '1.2.9.4-3', `1.1.99999999999999999999.`, '999.1.1.'])(
    'takes the id %s for one that is lost: everything may have changed',
    async (id) => {
      expect((await listenAs('viewer', id)).news).toEqual([{ all: true }]);
    },
  );

  it.runIf(kind === 'server')('hears at one backend what was written at another', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(w.engine.db);
    const engine = await connect({ url: addressOf(rows[0]?.name ?? ''), dir: null, template: null });
    const second: Backend = await buildBackend(engine, w.config);
    try {
      const at = await second.app.listen({ host: '127.0.0.1', port: 0 });
      const one = await listenAs('viewer', undefined, at);
      await write(w.ids.layer);
      expect(await one.until(({ layers }) => layers !== undefined)).toBeLessThan(1000);
      // And goes on at the first from an id of the second.
      one.cut();
      await write(w.ids.polygons, 51.1, 35.1);
      const before = await w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.lines, value: { name: 'راه' }, geometry: { type: 'LineString', coordinates: [[51, 35], [52, 36]] } }); // biome-ignore format: one call
      expect(before.status).toBe(200);
      const next = await listenAs('viewer', one.id());
      await next.until(({ layers }) => layers?.some(({ id }) => id === w.ids.lines) ?? false);
      expect(layersOf(next).map(({ id }) => id)).toEqual([w.ids.lines]);
      // A line that its caller opened ahead, and never asked anything on, holds no end up.
      const { port } = second.app.server.address() as AddressInfo;
      await once(createConnection(port, '127.0.0.1'), 'connect');
    } finally {
      const began = performance.now();
      await second.close();
      expect(performance.now() - began).toBeLessThan(15_000);
    }
  });
});
