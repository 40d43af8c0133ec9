// When a plan is full, by the pace of its last thirty days.
import { expect, it } from 'vitest';
import { fullAt } from './forecast';

const NOW = Date.parse('2026-11-01T00:00:00Z');
const day = (before: number, disk_used: number, layers_used = 1) => ({ date: new Date(NOW - before * 86_400_000).toISOString().slice(0, 10), disk_used, layers_used }); // biome-ignore format: one day
const disk = (used: number, total = 200) => ({ key: 'disk_used' as const, used, total });

it('goes by the pace of the last thirty days, whatever was before', () => {
  // 2 a day for thirty days; 100 are left.
  const history = [day(60, 0), day(30, 40), day(10, 80)];
  expect(fullAt(history, disk(100), NOW)).toBe('2026-12-21T00:00:00.000Z');
  expect(fullAt([day(20, 1, 2), day(1, 1, 3)], { key: 'layers_used', used: 4, total: 5 }, NOW)).toBe(
    '2026-11-11T00:00:00.000Z',
  );
});

it('says nothing of what does not grow, is full, is far away, has no limit, or has been noted for less than a week', () => {
  for (const limit of [disk(40), disk(30), disk(200), disk(250), disk(41, 1000), disk(100, 0)])
    expect([limit, fullAt([day(30, 40)], limit, NOW)]).toEqual([limit, null]);
  expect(fullAt([day(6, 40)], disk(100), NOW)).toBeNull();
  expect(fullAt([], disk(100), NOW)).toBeNull();
});
