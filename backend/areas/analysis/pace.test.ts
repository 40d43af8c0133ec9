// On the embedded engine nobody waits long for an analysis: what is heavy goes to a job, in small statements with room between them.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, FORM, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { WAITED_MS } from './limits';
import { createPace } from './pace';

describe('a pace', () => {
  it('comes to the size whose statement takes a quarter of a second, whatever a feature costs', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 100, noNaN: true }), (each) => {
        const pace = createPace('embedded') ?? expect.fail();
        for (let i = 0; i < 40; i++) pace.took(pace.of(1000) * each);
        expect(pace.of(1000) * each).toBeGreaterThan(100);
        expect(pace.of(1000) * each).toBeLessThan(500);
      }),
    );
  });
  it('takes one at least and all at most, and begins small', () => {
    const pace = createPace('embedded') ?? expect.fail();
    expect(pace.of(250)).toBe(1);
    for (let i = 0; i < 40; i++) pace.took(0);
    expect(pace.of(250)).toBe(250);
    for (let i = 0; i < 40; i++) pace.took(100_000);
    expect(pace.of(250)).toBe(1);
    for (let i = 0; i < 40; i++) pace.took(0);
    pace.restart();
    expect(pace.of(250)).toBe(1);
  });
  it('is none where requests have connections of their own', () => expect(createPace('server')).toBeNull());
});

/** A ring that goes in and out, so that laying it over others is work. */
const star = (x: number, y: number, corners: number, r: number) => {
  const ring = Array.from({ length: corners }, (_, i) => {
    const turn = (i / corners) * 2 * Math.PI;
    const d = r * (0.7 + 0.3 * Math.sin(i * 7.3));
    return [x + d * Math.cos(turn), y + d * Math.sin(turn)];
  });
  return { type: 'Polygon' as const, coordinates: [[...ring, ring[0] as number[]]] };
};

describe('a heavy analysis on the embedded engine', () => {
  let w: TestWorld;
  let many: number;
  let heavy: number;
  beforeAll(async () => {
    w = await createWorld('embedded');
    const { engine, ids } = w;
    const { id: owner } = await engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow(); // biome-ignore format: one line
    const layer = (label: string, shapes: ReturnType<typeof star>[]) =>
      make.createLayer(engine, {
        customer: ids.customer,
        owner,
        label,
        type: 3,
        form: FORM,
        records: shapes.map((geometry, i) => ({ geometry, value: { name: `${label} ${i}`, population: i } })),
      });
    many = await layer(
      'many',
      Array.from({ length: 120 }, (_, i) => star(50 + (i % 15) / 20, 30 + Math.floor(i / 15) / 20, 24, 0.05)),
    );
    heavy = await layer('heavy', [star(50.3, 30.2, 600, 0.6), star(50.5, 30.4, 600, 0.6)]);
  });
  afterAll(() => w.close());

  it('is handed to a job after the time that others may wait, and leaves them room until it is done', async () => {
    const waited = WAITED_MS.embedded;
    WAITED_MS.embedded = 1;
    const of = { kind: 'layer', layer: many };
    const by = { kind: 'layer', layer: heavy };
    // What is little work is shown all the same.
    const few = { ...of, query: { field: 'population', is: 'lt', value: 5 } };
    const little = await w.call('super', 'POST', '/api/analysis/', { how: 'buffer', metres: 10, of: few, into: 'shapes' }); // biome-ignore format: one line
    expect([little.status, little.body.features.length]).toEqual([200, 5]);
    const answer = await w.call('super', 'POST', '/api/analysis/', { how: 'clip', of, by, into: 'shapes' });
    expect(answer.status).toBe(400);
    const { body } = await w.call('super', 'POST', '/api/analysis/', { how: 'clip', of, by, into: 'drawings' });
    WAITED_MS.embedded = waited;
    expect(body.job.kind).toBe('analysis');
    let over = false;
    const begun = performance.now();
    const job = waitForJob(w, body.job.id, 'super').finally(() => {
      over = true;
    });
    let longest = 0;
    let answered = 0;
    while (!over) {
      const startedAt = performance.now();
      await w.engine.db.selectFrom('account').select('id').limit(1).execute();
      longest = Math.max(longest, performance.now() - startedAt);
      answered++;
    }
    const took = performance.now() - begun;
    expect(await job).toMatchObject({ state: 'done' });
    expect(answered).toBeGreaterThan(10);
    expect(longest).toBeLessThan(took / 3);
  });
});
