// What is saved on the server, against the real backend behind a network that fails as it is told to: order, retries, lost answers, two windows.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Drawing } from '@/contract/schemas/drawing';
import type { DrawingData } from '@/map/geo/drawings';
import { addDrawings, changeDrawings, NO_DRAWINGS, useDrawings } from '@/map/state/drawings';
import { planOf, receiveDrawings } from '@/map/state/drawings-sync';
import { createWorld, type TestWorld } from '@/testing/world';
import { type DrawingsSaver, saveDrawings } from './drawings-saver';

/** What the network does with a call: nothing, loses it, loses its answer, or answers by itself. */
type Fault = 'offline' | 'lost' | number | undefined;

let world: TestWorld;
let keeper: DrawingsSaver | null = null;
let calls: string[] = [];
let fault: (call: string) => Fault | Promise<Fault> = () => undefined;
let saved = 0;
let beside = 0;
const bus = new EventTarget();

const server = (method: string, path: string, body?: unknown) =>
  world.call('viewer', method, `/api/drawing/${path}`, body);
const list = async () => (await server('GET', '')).body as Drawing[];
const labels = async () => (await list()).map(({ label }) => label);
const now = () => useDrawings.getState();
const point = (label: string, lng = 51.123_456_789_123): DrawingData => ({ type: 'point', geometry: { type: 'Point', coordinates: [lng, 35] }, label, style: { width: 2, color: '#112233' }, radius: null }); // biome-ignore format: one drawing
const named = (label: string) => (d: DrawingData) => ({ ...d, label });
const waiting = () => {
  const { create, edit, remove } = planOf(now());
  return create.length + edit.length + remove.length;
};
const keep = (waits = { rest: 10, again: 60 }) => {
  keeper = saveDrawings('viewer', { onSaved: () => (saved += 1), onConflict: (n) => (beside += n) }, waits);
};
const settled = () =>
  vi.waitFor(() => expect([waiting(), now().saving, now().failure]).toEqual([0, false, null]), { timeout: 20_000 });
const rest = (ms: number) => new Promise((done) => setTimeout(done, ms));

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await server('DELETE', 'delete_all/');
  [calls, saved, beside, fault] = [[], 0, 0, () => undefined];
  useDrawings.setState({ ...NO_DRAWINGS, owner: 'viewer' }, true);
  vi.stubGlobal('addEventListener', bus.addEventListener.bind(bus));
  vi.stubGlobal('removeEventListener', bus.removeEventListener.bind(bus));
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const call = `${method} ${url.replace('/api/drawing/', '')}`;
    calls.push(call);
    const what = await fault(call);
    if (what === 'offline') throw new TypeError('offline');
    if (typeof what === 'number') return new Response('{"detail":"no","code":1}', { status: what });
    const answer = await world.call('viewer', method, url, body === undefined ? undefined : JSON.parse(body));
    if (what === 'lost') throw new TypeError('lost');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => {
  keeper?.stop();
  keeper = null;
  vi.unstubAllGlobals();
});

it('sends what rests: edits in quick succession are one call, and one made meanwhile follows', async () => {
  keep();
  const [a] = addDrawings([point('1')]) as [number];
  for (const label of ['2', '3']) changeDrawings([a], named(label));
  await settled();
  expect([calls, await labels()]).toEqual([['POST '], ['3']]);

  let let_: () => void = () => undefined;
  fault = (call) => (call.startsWith('PATCH') ? new Promise((go) => { let_ = () => go(undefined); }) : undefined); // biome-ignore format: a gate
  changeDrawings([a], named('4'));
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  changeDrawings([a], named('5'));
  await rest(40);
  expect(calls).toHaveLength(2);
  fault = () => undefined;
  let_();
  await settled();
  expect(calls.slice(1)).toEqual([calls[1], calls[1]]);
  expect(await labels()).toEqual(['5']);
  expect([saved, beside]).toEqual([3, 0]);
});

it('takes away first, then changes, then adds; the order of drawing stays', async () => {
  keep();
  const [a, b] = addDrawings([point('a'), point('b')]) as [number, number];
  await settled();
  calls = [];
  addDrawings([point('c'), point('d')]);
  changeDrawings([a], () => null);
  changeDrawings([b], named('B'));
  await settled();
  expect(calls.map((call) => call.split(' ')[0])).toEqual(['DELETE', 'PATCH', 'POST']);
  expect(await labels()).toEqual(['B', 'c', 'd']);
  expect(now().items.map(({ drawing }) => drawing.label)).toEqual(['B', 'c', 'd']);
});

it('tries again after the server has failed, and says so meanwhile', async () => {
  let times = 2;
  fault = (call) => (call.startsWith('POST') && times-- > 0 ? 503 : undefined);
  keep();
  addDrawings([point('a')]);
  await vi.waitFor(() => expect(now().failure).toMatchObject({ status: 503 }));
  await settled();
  expect(await labels()).toEqual(['a']);
});

it('waits while the network is away and sends at once when it is back', async () => {
  fault = () => 'offline';
  keep({ rest: 10, again: 1_000_000 });
  const [a] = addDrawings([point('a')]) as [number];
  await vi.waitFor(() => expect(now().failure).not.toBeNull());
  changeDrawings([a], named('b'));
  await rest(60);
  expect(await labels()).toEqual([]);
  fault = () => undefined;
  bus.dispatchEvent(new Event('online'));
  await settled();
  expect(await labels()).toEqual(['b']);
});

it('does not save twice what was saved but not heard of', async () => {
  let lose = true;
  fault = (call) => (lose && !call.startsWith('GET') ? 'lost' : undefined);
  keep();
  const [a] = addDrawings([point('a'), point('b', 52)]) as [number];
  await vi.waitFor(() => expect(now().failure).not.toBeNull());
  lose = false;
  await settled();
  expect(await labels()).toEqual(['a', 'b']);
  lose = true;
  changeDrawings([a], named('A'));
  await vi.waitFor(() => expect(now().failure).not.toBeNull());
  lose = false;
  await settled();
  lose = true;
  changeDrawings([a], () => null);
  await vi.waitFor(() => expect(now().failure).not.toBeNull());
  lose = false;
  await settled();
  expect([await labels(), now().items.length, beside]).toEqual([['b'], 1, 0]);
});

it('brings five thousand in five calls, each with its own number, and changes them in as many', async () => {
  keep();
  addDrawings(Array.from({ length: 5000 }, (_, i) => point(String(i), 44 + i / 500)));
  await settled();
  expect(calls).toEqual(Array(5).fill('POST '));
  expect(await labels()).toEqual(now().items.map(({ drawing }) => drawing.label));
  calls = [];
  changeDrawings(now().items.map(({ key }) => key), (d) => ({ ...d, style: { ...d.style, width: 7 } })); // biome-ignore format: one call
  await settled();
  expect(calls).toEqual(Array(5).fill('PATCH edit_bulk/'));
  expect((await list()).every(({ style }) => style.width === 7)).toBe(true);
});

it('never writes over what another window has changed: both stay, and the person hears of it', async () => {
  keep();
  const [a, b] = addDrawings([point('a'), point('b')]) as [number, number];
  await settled();
  const [id] = (await list()).map((one) => one.id);
  await server('PATCH', `${id}/`, { label: 'theirs' });
  changeDrawings([a], named('ours'));
  await settled();
  expect([await labels(), beside]).toEqual([['theirs', 'b', 'ours'], 1]);
  expect(now().items.map(({ drawing }) => drawing.label)).toEqual(['theirs', 'b', 'ours']);
  // Many at once: only the one that was changed elsewhere goes beside.
  await server('PATCH', `${id}/`, { label: 'theirs again' });
  changeDrawings([a, b], named('both'));
  await settled();
  expect((await labels()).sort()).toEqual(['both', 'both', 'ours', 'theirs again']);
  expect(beside).toBe(2);
  // What follows on it is an ordinary change.
  changeDrawings([a], named('after'));
  await settled();
  expect((await labels()).sort()).toEqual(['after', 'both', 'both', 'ours']);
});

it('makes a new one of what was taken away elsewhere while it was changed here', async () => {
  keep();
  const [a] = addDrawings([point('a')]) as [number];
  await settled();
  await server('DELETE', 'delete_all/');
  changeDrawings([a], named('A'));
  await settled();
  expect(await labels()).toEqual(['A']);
});

it('does not send again what was refused, and lets the rest through', async () => {
  keep();
  const [a] = addDrawings([point('a')]) as [number];
  await settled();
  const [bad] = addDrawings([point('x'.repeat(300))]) as [number];
  changeDrawings([a], named('A'));
  await vi.waitFor(() => expect(now().failure).toMatchObject({ status: 400 }));
  const so = calls.length;
  await rest(150);
  expect([calls.length, await labels()]).toEqual([so, ['A']]);
  changeDrawings([bad], named('good'));
  await settled();
  expect(await labels()).toEqual(['A', 'good']);
});

it('sends nothing of another person, and the last change of one who leaves', async () => {
  keep({ rest: 1_000_000, again: 1_000_000 });
  await rest(20);
  addDrawings([point('a')]);
  keeper?.stop();
  await settled();
  expect(await labels()).toEqual(['a']);
  keep();
  receiveDrawings([], 'somebody else');
  addDrawings([point('theirs')]);
  await rest(80);
  expect(await labels()).toEqual(['a']);
});
