// The queue of heavy calls: few at once of one person, fair order among people, rejections beyond, and slots of those who left.
import { expect, it } from 'vitest';
import { api } from '../../contract/index';
import { heavyQueue, isHeavy, QueueFullError } from './heavy';

const stay = () => new AbortController().signal;
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Calls that end when they are told to; `started` lists who has begun. */
function calls() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        ends.set(name, () => resolve(name));
      }),
    async end(name: string) {
      ends.get(name)?.();
      await tick();
    },
  };
}

it('lets two calls of one person run and the third wait, while another person enters at once', async () => {
  const queue = heavyQueue({ maxRunning: 4 });
  const { started, work, end } = calls();
  const all = ['a1', 'a2', 'a3'].map((name) => queue.run('a', stay(), work(name)));
  all.push(queue.run('b', stay(), work('b1')));
  await tick();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'b1']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

it('gives turns by person: one who asks much delays another by one call', async () => {
  const queue = heavyQueue({ maxRunning: 1 });
  const { started, work, end } = calls();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void queue.run('a', stay(), work(name));
  for (const name of ['b1', 'b2']) void queue.run('b', stay(), work(name));
  await tick();
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

it('refuses beyond the queue and after the wait, and forgets who left', async () => {
  const queue = heavyQueue({ maxRunning: 1, maxWaitingEach: 2, waitMs: 30 });
  const { started, work, end } = calls();
  const first = queue.run('a', stay(), work('a1'));
  const leaving = new AbortController();
  const left = queue.run('a', leaving.signal, work('a2'));
  const late = queue.run('a', stay(), work('a3'));
  await expect(queue.run('a', stay(), work('a4'))).rejects.toBeInstanceOf(QueueFullError);
  leaving.abort();
  await expect(left).rejects.toBeInstanceOf(QueueFullError);
  await expect(late).rejects.toBeInstanceOf(QueueFullError);
  await end('a1');
  expect(await first).toBe('a1');
  const again = queue.run('a', stay(), work('a5'));
  await tick();
  expect(started).toEqual(['a1', 'a5']);
  await end('a5');
  await again;
});

it('does more of a call in a turn that nobody waits for, and gives it to the next who comes', async () => {
  const queue = heavyQueue({ maxRunning: 2 });
  const { started, work, end } = calls();
  void queue.run('a', stay(), work('a1'));
  await tick();
  void queue.runBeside(work('beside'));
  expect(queue.runBeside(work('more'))).toBeNull();
  void queue.run('b', stay(), work('b1'));
  await tick();
  expect(started).toEqual(['a1', 'beside']);
  await end('beside');
  expect(started).toEqual(['a1', 'beside', 'b1']);
  void queue.run('a', stay(), work('a2'));
  await end('b1');
  // The turn is free, yet another call of this person waits: it is not to be passed by.
  expect(queue.runBeside(work('more'))).toBeNull();
  await end('a1');
  expect(started).toEqual(['a1', 'beside', 'b1', 'a2']);
});

it.each([
  ['a point', { type: 'Point' }, 30, false],
  ['a point alone', { type: 'Point' }, undefined, false],
  ['all round a point', { type: 'Point' }, 5_000, true],
  ['a line', { type: 'LineString' }, 30, true],
  ['an area', { type: 'Polygon' }, undefined, true],
])('identify at %s waits for its turn only where it is wide', (_, geometry, tolerance, waits) => {
  const body = {
    geometry: { ...geometry, coordinates: [] },
    layers: [],
    ...(tolerance === undefined ? {} : { tolerance }),
  };
  expect(isHeavy(api.records.identify, { query: {}, body })).toBe(waits);
});
