// The demo: what it holds, and that seeding anew changes nothing.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../testing/world';
import type { Engine } from '../db/engine';
import { seedDemo } from './demo';

let engine: Engine;
const steps: string[] = [];
beforeAll(async () => {
  engine = await createEngine('embedded');
  await seedDemo(engine, { say: (step) => steps.push(step), only: 'IR' });
}, 120_000);
afterAll(() => engine.close());

const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(engine.db)).rows;

test("towns of Iran are read in Persian, and their layer's labels too", async () => {
  const [towns] = await rows(sql<{ count: number; persian: number }>`
    select count(*)::int count, (count(*) filter (where value->>'name' ~ '^[^a-zA-Z]+$'))::int persian
    from record join layer on layer.id = layer_id where label = 'شهرهای جهان'`);
  expect(towns?.count).toBeGreaterThan(400);
  expect(towns?.persian).toBeGreaterThan((towns?.count ?? 0) * 0.99);
  const [layer] = await rows(sql<{ field: string }>`select config->'labels'->>'field' field from layer where label = 'شهرهای جهان'`); // biome-ignore format: one question
  expect(layer?.field).toBe('name');
});

test('every province of Iran holds the town that it is governed from, a seaport within 3 km', async () => {
  const provinces = await rows(sql<{ name: string; seats: number; valid: boolean }>`
    select p.value->>'name' name, st_isvalid(p.geom) valid, (select count(*)::int from record t join layer on layer.id = t.layer_id
      where label = 'شهرهای جهان' and t.value->>'name' = p.value->>'seat' and st_dwithin(p.geom, t.geom, 0.03)) seats
    from record p join layer l on l.id = p.layer_id where l.label = 'استان‌های ایران'`);
  expect(provinces).toHaveLength(31);
  expect(provinces.filter(({ seats, valid }) => seats === 0 || !valid)).toEqual([]);
});

test('a database with a customer is left as it is', async () => {
  const before = steps.length;
  await seedDemo(engine, { say: (step) => steps.push(step), only: 'IR' });
  expect(steps).toHaveLength(before);
});
