// Who asks too fast is slowed down, and refused only where they flood.
import { expect, it } from 'vitest';
import { createPace } from './pace';

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
