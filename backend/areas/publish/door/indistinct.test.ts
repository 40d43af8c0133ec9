// A layer of another customer is none: the same status, body and headers, and the same work, counted in statements and not by a clock.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { recordStatements } from '../../../../testing/statements';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const ALL = { add: true, edit: true, delete: true };
const NONE = 999_999;
const TILE = '/WebMercatorQuad/0/0/0';
/** Every address below a layer, and how it may be asked. */
const ASKED: [tail: string, methods: string][] = [
  ['', 'GET HEAD OPTIONS'],
  ['?f=html', 'GET'],
  ['/items', 'GET HEAD OPTIONS POST'],
  ['/items?limit=1&filter=name%20IS%20NULL', 'GET'],
  ['/items?bbox=51,35,52,36', 'GET'],
  ['/items/RECORD', 'GET HEAD OPTIONS PUT PATCH DELETE'],
  ['/items/unknown_id', 'OPTIONS'],
  ['/schema', 'GET'],
  ['/schema?f=feature', 'GET'],
  ['/queryables', 'GET'],
  ['/tilejson', 'GET'],
  ['/style.json', 'GET'],
  ['/style.qml', 'GET'],
  ['/style.sld', 'GET'],
  ['/items.csv', 'GET HEAD'],
  ['/snapshot.gpkg', 'GET'],
  ['/tiles', 'GET'],
  ['/tiles/WebMercatorQuad', 'GET'],
  [`/tiles${TILE}`, 'GET'],
  [`/map/tiles${TILE}`, 'GET'],
];
/** Statements by which a caller is looked up. */
const WORK: Record<string, number> = { 'a key with all rights': 3, 'a key with a region': 3, 'a key without layers': 3, 'a key in the address': 3, 'the open address': 2, 'a wrong key': 0 }; // biome-ignore format: one line
/** What differs from one answer to the next of the very same request. */
const OF_THE_MOMENT = ['date', 'x-request-id', 'server-timing'];

describe.each(ONE_ENGINE)('layers that are not the caller’s on the %s engine', (kind) => {
  let w: TestWorld;
  let foreign: number;
  let record: number;
  const doors: Record<string, { door: string; key?: string }> = {};

  beforeAll(async () => {
    w = await createWorld(kind);
    const other = (await sql<{ id: number }>`select id from customer where id <> ${w.ids.customer}::int`.execute(w.engine.db)).rows[0]?.id ?? 0; // biome-ignore format: one line
    foreign = await make.createLayer(w.engine, { customer: other, owner: 1, label: 'بیگانه', type: 1, form: FORM, records: [{ geometry: { type: 'Point', coordinates: [51, 35] }, value: { name: 'CANARY-FOREIGN' } }] }); // biome-ignore format: one line
    record = (await sql<{ id: number }>`select id from record where layer_id = ${foreign}::int`.execute(w.engine.db)).rows[0]?.id ?? 0; // biome-ignore format: one line
    await publishLayer(w, foreign, { customer: other, access: 1, writes: 7 });
    await publishLayer(w, w.ids.layer, { writes: 7 });
    await publishLayer(w, w.ids.lines, { access: 1 });
    await sql`update customer set open_key = 'abcdefghijkl' where id = ${w.ids.customer}::int`.execute(w.engine.db);
    Object.assign(doors, {
      'a key with all rights': { door: '/ogc', key: await createDoorKey(w, [{ layer: w.ids.layer, ...ALL }]) },
      'a key with a region': { door: '/ogc', key: await createDoorKey(w, [{ layer: w.ids.layer, ...ALL }], { regions: [w.ids.region] }) }, // biome-ignore format: one line
      'a key without layers': { door: '/ogc', key: await createDoorKey(w, []) },
      'a key in the address': { door: `/ogc/t/${await createDoorKey(w, [w.ids.layer], { inAddress: true })}` },
      'the open address': { door: '/ogc/o/abcdefghijkl' },
      'a wrong key': { door: '/ogc', key: 'pht_abcdefgh_wrong' },
    });
  });
  afterAll(() => w.close());

  async function look(name: string, layer: number, tail: string, method: string) {
    const { door, key } = doors[name] as { door: string; key?: string };
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { type: 'Feature', geometry: { type: 'Point', coordinates: [51, 35] }, properties: { name: 'x' } } : undefined; // biome-ignore format: one line
    const path = `${door}/collections/layer_${layer}${tail.replace('RECORD', String(record))}`;
    // Who asks is looked up each time, not once a second.
    w.backend.outside.callers.forget();
    const notes = recordStatements(w.engine);
    const answer = await askDoor(w, path, { ...(key ? { key } : {}), method, headers: { 'content-type': 'application/geo+json' }, body }); // biome-ignore format: one line
    notes.stop();
    const headers = Object.fromEntries(Object.entries(answer.headers).filter(([header]) => !OF_THE_MOMENT.includes(header))); // biome-ignore format: one line
    const statements = notes.statements.filter((_, i) => notes.requests[i] === answer.headers['x-request-id']);
    return { status: answer.status, reason: answer.reason, body: answer.text, headers, statements };
  }

  it.each(Object.keys(WORK))('are told apart by nothing: %s', async (name) => {
    for (const [tail, methods] of ASKED)
      for (const method of methods.split(' ')) {
        const [theirs, none, unpublished] = [await look(name, foreign, tail, method), await look(name, NONE, tail, method), await look(name, w.ids.secret, tail, method)]; // biome-ignore format: one line
        const at = [name, method, tail];
        expect([...at, theirs]).toEqual([...at, none]);
        expect([...at, unpublished]).toEqual([...at, none]);
        expect([...at, [401, 404, 405].includes(theirs.status)]).toEqual([...at, true]);
      }
    // Who asks is looked up, and that is all the work there is; a wrong key is not even that.
    const { statements } = await look(name, foreign, '/items', 'GET');
    expect(statements.length).toBe(WORK[name]);
  });

  it('are counted as a refusal of the key, and leave no line in the audit of anybody', async () => {
    const lines = async () => (await sql<{ n: number }>`select count(*)::int as n from audit`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one line
    const before = await lines();
    for (const layer of [foreign, NONE]) await look('a key with all rights', layer, '/items/RECORD', 'DELETE');
    expect(await lines()).toBe(before);
    // The own layer is work: the count above does not come of a counter that sees nothing.
    const own = await look('a key with all rights', w.ids.layer, '/items', 'GET');
    expect([own.status, own.statements.length > 3]).toEqual([200, true]);
  });
});
