// A change is told once, however many parts tell it, and reaches exactly what depends on it.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidate } from './keys';

/** A client with a watched read that depends on these tags; answers how often it was read, and its call-offs. */
function watched(client: QueryClient, path: string, tags: readonly string[]) {
  const counts = { reads: 0, cancelled: 0 };
  const observer = new QueryObserver(client, {
    queryKey: [path, tags, null],
    queryFn: ({ signal }) => {
      counts.reads += 1;
      signal.addEventListener('abort', () => {
        counts.cancelled += 1;
      });
      return new Promise((resolve) => setTimeout(() => resolve(counts.reads), 5));
    },
  });
  return { seen: counts, stop: observer.subscribe(() => {}) };
}
const rest = () => new Promise((resolve) => setTimeout(resolve, 40));

test('what is told twice within one turn is read once, and again when it is told later', async () => {
  const client = new QueryClient();
  const records = watched(client, 'a/', ['record']);
  const layers = watched(client, 'b/', ['layer']);
  const people = watched(client, 'c/', ['user']);
  await rest();
  void invalidate(client, ['record']);
  await Promise.resolve();
  await invalidate(client, ['record', 'layer']);
  await rest();
  expect(records.seen).toEqual({ reads: 2, cancelled: 0 });
  expect(layers.seen).toEqual({ reads: 2, cancelled: 0 });
  expect(people.seen.reads).toBe(1);
  await invalidate(client, ['record']);
  expect(records.seen.reads).toBe(3);
  for (const { stop } of [records, layers, people]) stop();
});
