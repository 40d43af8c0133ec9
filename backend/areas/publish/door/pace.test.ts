// Who asks too fast is slowed down, and refused only where they flood.
import { expect, it } from 'vitest';
import { createPace, createWayForPeople } from './pace';

it('slows a key down beyond 600 requests a minute, and refuses beyond 6,000; tiles have ten times that', async () => {
  let at = 0;
  const delays: number[] = [];
  const pace = createPace(
    () => at,
    async (ms) => delays.push(ms),
  );
  for (let i = 0; i < 600; i++) await pace('a', false);
  expect(delays).toEqual([]);
  await pace('a', false);
  expect(delays).toEqual([250]);
  // Others, and tiles, count for themselves.
  await pace('b', false);
  for (let i = 0; i < 6000; i++) await pace('a', true);
  expect(delays).toHaveLength(1);
  for (let i = 601; i < 6000; i++) await pace('a', false);
  await expect(pace('a', false)).rejects.toMatchObject({ status: 429 });
  at = 60_000;
  delays.length = 0;
  await pace('a', false);
  expect(delays).toEqual([]);
});

it('lets a page rest twice as long as it took while the interface is in use, and no longer than a second', async () => {
  let at = 0;
  const rests: number[] = [];
  const people = createWayForPeople(
    () => at,
    async (ms) => rests.push(ms),
  );
  const page = (ms: number) =>
    people.thenRest(async () => {
      at += ms;
    });
  await page(20);
  expect([people.isInUse(), rests]).toEqual([false, []]);
  people.called();
  expect(people.isInUse()).toBe(true);
  await page(20);
  await page(900);
  expect(rests).toEqual([40, 1000]);
  at += 80;
  expect(people.isInUse()).toBe(false);
  await page(20);
  expect(rests).toHaveLength(2);
});
