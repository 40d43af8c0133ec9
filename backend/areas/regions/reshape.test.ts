// A region that is split, or takes others in: all of it at once, or nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ENGINES, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon' as const,
  coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // biome-ignore format: a box
});
const bad = { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [2, 2], [0, 0]]] }; // biome-ignore format: a line

describe.each(ENGINES)('regions made and ended in one act on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
    const keeping = await make.createRole(w.engine, w.ids.customer, 'keeping', [16]);
    await person('bound', { roles: [keeping], regions: [w.ids.region] });
  });
  afterAll(() => w.close());
  const person = (username: string, options: object) =>
    make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, ...options });
  const add = async (label: string, geometry: unknown, more: object = {}) =>
    (await w.call('super', 'POST', '/api/region/', { label, geometry, ...more })).body.id as number;
  const read = async (id: number) => (await w.call('super', 'GET', `/api/region/${id}/`)).body;
  const labels = async () =>
    (await w.call('super', 'GET', '/api/region/?limit=1000')).body.results.map((r: { label: string }) => r.label);
  const reshape = (id: number, body: object, as = 'super', headers: Record<string, string> = {}) =>
    w.call(as, 'POST', `/api/region/${id}/reshape/`, body, headers);

  it('splits a region, the parts beside it', async () => {
    const top = await add('بالا', box(10, 10, 14, 14));
    const id = await add('زمین', box(10, 10, 12, 11), { parent: top, colour: '#aa00ff' });
    const parts = [{ label: 'زمین ۲', geometry: box(11, 10, 12, 11) }];
    const { status, body } = await reshape(id, { geometry: box(10, 10, 11, 11), parts });
    expect([status, body.extent, body.made.map((m: { label: string }) => m.label)]).toEqual([200, [10, 10, 11, 11], ['زمین ۲']]); // biome-ignore format: one line
    expect(await read(body.made[0].id)).toMatchObject({ extent: [11, 10, 12, 11], parent: top, colour: '#aa00ff' });
  });

  it('writes nothing where one of the parts is no shape, or the region is another one by now', async () => {
    const id = await add('همه یا هیچ', box(10, 20, 12, 21));
    const before = await w.call('super', 'GET', `/api/region/${id}/`);
    const names = await labels();
    const half = { geometry: box(10, 20, 11, 21), parts: [{ label: 'خوب', geometry: box(11, 20, 12, 21) }, { label: 'بد', geometry: bad }] }; // biome-ignore format: one body
    expect((await reshape(id, half)).status).toBe(400);
    await w.call('super', 'PUT', `/api/region/${id}/`, { note: 'x' });
    const stale = await reshape(id, { ...half, parts: half.parts.slice(0, 1) }, 'super', {
      'if-match': String(before.headers.etag),
    });
    expect([stale.status, stale.body.current.note]).toEqual([412, 'x']);
    const missing = await reshape(id, { geometry: box(10, 20, 11, 21), absorb: [w.ids.region, 2 ** 31 - 1] });
    expect(missing.status).toBe(404);
    expect((await read(id)).extent).toEqual([10, 20, 12, 21]);
    expect(await labels()).toEqual(names);
  });

  it('takes regions in with their people and their parts', async () => {
    const [one, two] = [await add('یک', box(20, 10, 21, 11)), await add('دو', box(21, 10, 22, 11))];
    const part = await add('بخش دو', box(21, 10, 21.5, 11), { parent: two });
    await person('of-one', { regions: [one] });
    await person('of-two', { regions: [two] });
    await person('of-both', { regions: [one, two] });
    const { status, body } = await reshape(one, { geometry: box(20, 10, 22, 11), absorb: [two] });
    expect([status, body.people, body.made]).toEqual([200, 3, []]);
    expect((await w.call('super', 'GET', `/api/region/${two}/`)).status).toBe(404);
    expect((await read(part)).parent).toBe(one);
    const bound = (await w.call('super', 'GET', `/api/region/${one}/people/`)).body.results;
    expect(bound.map((p: { username: string; only: boolean }) => [p.username, p.only]).sort()).toEqual([['of-both', true], ['of-one', true], ['of-two', true]]); // biome-ignore format: one line
  });

  it('a region that takes in what it lies in moves up, without a circle', async () => {
    const top = await add('استان', box(30, 10, 34, 11));
    const middle = await add('شهرستان', box(30, 10, 32, 11), { parent: top });
    const low = await add('بخش', box(30, 10, 31, 11), { parent: middle });
    const other = await add('بخش دیگر', box(31, 10, 32, 11), { parent: middle });
    const { status } = await reshape(low, { geometry: box(30, 10, 32, 11), absorb: [middle] });
    expect(status).toBe(200);
    expect([(await read(low)).parent, (await read(other)).parent]).toEqual([top, top]);
    expect((await reshape(low, { geometry: box(30, 10, 34, 11), absorb: [low] })).status).toBe(400);
  });

  it('refuses to end the bounds of an open project, and names it', async () => {
    const [one, two] = [await add('ماندنی', box(40, 10, 41, 11)), await add('مرز طرح', box(41, 10, 42, 11))];
    const project = (await w.call('super', 'POST', '/api/project/', { name: 'طرح', region: two })).body.id;
    const { body } = await reshape(one, { geometry: box(40, 10, 42, 11), absorb: [two] });
    expect([body.code, body.projects, body.people]).toEqual([412, [{ id: project, name: 'طرح' }], []]);
    expect((await read(one)).extent).toEqual([40, 10, 41, 11]);
  });

  it('who is bound neither changes the own regions so, nor gives people another one', async () => {
    const [one, two] = [await add('بیگانه', box(44, 10, 45, 11)), await add('دیگری', box(45, 10, 46, 11))];
    const shape = { geometry: box(44, 10, 46, 11) };
    expect((await reshape(w.ids.region, shape, 'bound')).body.code).toBe(412);
    expect((await reshape(one, { ...shape, absorb: [w.ids.region] }, 'bound')).body.code).toBe(412);
    await person('of-other', { regions: [two] });
    expect((await reshape(one, { ...shape, absorb: [two] }, 'bound')).body.code).toBe(412);
    expect((await reshape(one, shape, 'stranger')).status).toBe(403);
    expect((await reshape(one, { ...shape, absorb: [two] })).status).toBe(200);
  });
});
