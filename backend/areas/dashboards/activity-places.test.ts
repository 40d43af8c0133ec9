// What people did in regions against the same sum in JavaScript, on both engines: at the time of the act, and after the regions have changed.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { noteArrival, placeActs } from '../activity/places';
import { purge } from '../records/batch';
import { updateRegion } from '../regions/store';
import { activityByPlace } from './activity-places';
import type { Asked } from './store';
import { foldActivity } from './sweep';

type Box = [number, number, number, number];
/** A segment between two places, the same twice for a point. */
type Shape = [[number, number], [number, number]];
interface Act {
  day: string;
  layer: number;
  account: number;
  action: string;
  shape: Shape | null;
}

const DAYS = ['2024-03-18', '2024-03-19', '2024-03-20', '2024-03-21', '2024-04-19', '2024-04-20'] as const;
const ACTIONS = ['create', 'edit', 'delete', 'approve'] as const;
// Corners of regions are whole degrees; acts never lie on one of their sides.
const box = fc
  .tuple(
    fc.integer({ min: 40, max: 48 }),
    fc.integer({ min: 25, max: 33 }),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 5 }),
  )
  .map(([w, s, dx, dy]): Box => [w, s, w + dx, s + dy]);
const at = fc
  .tuple(fc.integer({ min: 40, max: 53 }), fc.integer({ min: 25, max: 38 }))
  .map(([x, y]): [number, number] => [x + 0.5, y + 0.25]);
/** Points, and lines along a parallel. */
const shape = fc.oneof(
  at.map((p): Shape => [p, p]),
  fc.tuple(at, fc.integer({ min: 1, max: 4 })).map(
    ([[x, y], more]): Shape => [
      [x, y],
      [x + more, y],
    ],
  ),
);
const geometryOf = ([a, b]: Shape) =>
  a[0] === b[0] ? { type: 'Point', coordinates: a } : { type: 'LineString', coordinates: [a, b] };
const polygon = ([w, s, e, n]: Box) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ] as [number, number][],
  ],
});
const meets = ([w, s, e, n]: Box, [a, b]: Shape) => a[1] > s && a[1] < n && a[0] < e && b[0] > w;

/** Looks up all places. On a server others may have transactions open that began before a region changed: the work waits for them. */
async function placeAll(w: TestWorld): Promise<void> {
  const isDone = async () => {
    await placeActs(w);
    return (await sql`select 1 from activity_recount`.execute(w.engine.db)).rows.length === 0;
  };
  await expect.poll(isDone, { timeout: 60_000 }).toBe(true);
}

describe.each(ENGINES)('activity by place on the %s engine', (kind) => {
  let w: TestWorld;
  const layers: number[] = [];
  const accounts = [901, 902, 903];
  const boxes = new Map<number, Box>();
  const acts: Act[] = [];
  let jobs = 0;
  beforeAll(async () => {
    w = await createWorld(kind);
    const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    for (const label of ['a', 'b'])
      layers.push(await make.createLayer(w.engine, { customer: w.ids.customer, owner, label, type: 1, form: [], records: [] })); // biome-ignore format: one layer
  });
  afterAll(() => w.close());

  const geometries = (shapes: readonly Shape[]) => shapes.map((s) => JSON.stringify(geometryOf(s)));

  async function write(more: readonly (Act & { isLoss: boolean })[]): Promise<void> {
    const step = (a: Act) => JSON.stringify({ value: {}, geometry: a.shape && geometryOf(a.shape) });
    await sql`insert into record_log (layer_id, record_id, account_id, at, action, before, after)
      select l, 1, a, (d || ' 00:10')::timestamp at time zone 'Asia/Tehran', c, b::jsonb, f::jsonb
        from unnest(${more.map((a) => a.layer)}::int[], ${more.map((a) => a.account)}::int[], ${more.map((a) => a.day)}::text[], ${more.map((a) => a.action)}::text[],
          ${more.map((a) => (a.isLoss ? step(a) : null))}::text[], ${more.map((a) => (a.isLoss ? null : step(a)))}::text[]) as t(l, a, d, c, b, f)`.execute(
      w.engine.db,
    );
    acts.push(...more);
  }

  /** Records that come by a job, as its commit notes them. */
  async function arrive(layer: number, day: string, shapes: readonly Shape[]): Promise<void> {
    const job = `job-${jobs++}`;
    const { rows } = await sql<{
      id: number;
    }>`select id from account where customer_id = ${w.ids.customer}::int order by id limit 1`.execute(w.engine.db);
    const account = rows[0]?.id ?? 0;
    await sql`insert into job (id, account_id, kind, state, label, "order", imported, layer_id, created)
      values (${job}, ${account}::int, 'import', 'done', 'x', '{}', ${shapes.length}::int, ${layer}::int, (${`${day} 23:50`}::timestamp at time zone 'Asia/Tehran'))`.execute(
      w.engine.db,
    );
    await w.engine.db.transaction().execute(async (tx) => {
      await sql`create temp table arrived on commit drop as select st_setsrid(st_geomfromgeojson(g), 4326) as geom from unnest(${geometries(shapes)}::text[]) as g`.execute(
        tx,
      );
      await noteArrival(tx, { job, customer: w.ids.customer, account, layer, table: 'arrived' });
    });
    acts.push(...shapes.map((one) => ({ day, layer, account, action: 'import', shape: one })));
  }

  const regionsOf = (only: readonly number[]) => only.map((id) => boxes.get(id) as Box);
  function oracle(a: Asked): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { day, layer, account, action, shape: one } of acts) {
      if (!one || day < a.from || day > a.to || !a.layers?.includes(layer)) continue;
      if (a.users && !a.users.includes(account)) continue;
      if (a.regions.length > 0 && !regionsOf(a.regions).some((b) => meets(b, one))) continue;
      if (a.own.length > 0 && !regionsOf(a.own).some((b) => meets(b, one))) continue;
      const period = a.starts.filter((start) => start <= day).length;
      const ids =
        a.by === 'region'
          ? a.regions.filter((id) => meets(boxes.get(id) as Box, one))
          : [a.by === 'user' ? account : a.by === 'layer' ? layer : null];
      for (const id of ids) sums[`${id} ${period} ${action}`] = (sums[`${id} ${period} ${action}`] ?? 0) + 1;
    }
    return sums;
  }
  async function agrees(question: Asked, maxFresh?: number): Promise<void> {
    const { rows, places } = await activityByPlace(w.engine.db, question, maxFresh);
    expect(places.pending).toBe(false);
    expect(Object.fromEntries(rows.map(({ id, period, action, n }) => [`${id} ${period} ${action}`, n]))).toEqual(
      oracle(question),
    );
  }

  const act = fc.record({
    day: fc.constantFrom(...DAYS),
    layer: fc.nat(1),
    account: fc.nat(2),
    action: fc.constantFrom(...ACTIONS),
    shape: fc.option(shape, { freq: 9 }),
    isLoss: fc.boolean(),
  });
  const step = fc.record({
    acts: fc.array(act, { maxLength: 40 }),
    arrivals: fc.option(
      fc.record({
        layer: fc.nat(1),
        day: fc.constantFrom(...DAYS),
        shapes: fc.array(shape, { minLength: 1, maxLength: 30 }),
      }),
    ),
    region: fc.record({ box, which: fc.nat(9), isNew: fc.boolean() }),
    isFolded: fc.boolean(),
    questions: fc.array(
      fc.record({
        by: fc.constantFrom('user', 'layer', 'region', undefined),
        days: fc.tuple(fc.nat(5), fc.nat(5)),
        users: fc.option(fc.subarray(accounts, { minLength: 1 }), { nil: undefined }),
        layers: fc.subarray([0, 1], { minLength: 1 }),
        regions: fc.array(fc.nat(9), { maxLength: 3 }),
        own: fc.array(fc.nat(9), { maxLength: 2 }),
        hasMonths: fc.boolean(),
      }),
      { minLength: 3, maxLength: 6 },
    ),
  });

  it('counts acts and imports where they were, in the regions as they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 3 }), async (steps) => {
        for (const one of steps) {
          const ids = [...boxes.keys()];
          const existing = ids[one.region.which % Math.max(ids.length, 1)];
          if (existing === undefined || (one.region.isNew && ids.length < 8))
            boxes.set(
              await make.createRegion(w.engine, w.ids.customer, `r${ids.length}`, polygon(one.region.box)),
              one.region.box,
            );
          else {
            await w.engine.db
              .transaction()
              .execute((tx) => updateRegion(tx, existing, { geometry: polygon(one.region.box) }));
            boxes.set(existing, one.region.box);
          }
          await placeAll(w);
          // What came since is counted by the report itself.
          await write(
            one.acts.map((a) => ({ ...a, layer: layers[a.layer] as number, account: accounts[a.account] as number })),
          );
          if (one.arrivals) {
            await arrive(layers[one.arrivals.layer] as number, one.arrivals.day, one.arrivals.shapes);
            await placeAll(w);
          }
          if (one.isFolded) await foldActivity({ engine: w.engine, now: () => new Date() });
          const all = [...boxes.keys()];
          const pick = (places: readonly number[]) => [...new Set(places.map((p) => all[p % all.length] as number))];
          for (const q of one.questions) {
            const [from, to] = q.days.map((d) => DAYS[d] as string).sort() as [string, string];
            const regions = q.by === 'region' && q.regions.length === 0 ? all : pick(q.regions);
            const own = regions.length === 0 && q.own.length === 0 ? [all[0] as number] : pick(q.own);
            await agrees({ customer: w.ids.customer, from, to, starts: q.hasMonths ? ['2024-02-20', '2024-03-20', '2024-04-20'] : [], by: q.by, users: q.users, layers: q.layers.map((l) => layers[l] as number), regions, own }); // biome-ignore format: one question
          }
        }
      }),
      { numRuns: kind === 'embedded' ? 6 : 10 },
    );
    // All of it was looked up in the end, and the report agrees without looking anything up.
    await placeAll(w);
    const all = [...boxes.keys()];
    await agrees({ customer: w.ids.customer, from: DAYS[0], to: DAYS[5], starts: [], by: 'region', users: undefined, layers, regions: all, own: [] }, 0); // biome-ignore format: one question
  });

  it('says that places are being looked up, and keeps what a record did after it went for ever', async () => {
    const region = await make.createRegion(w.engine, w.ids.customer, 'late', polygon([60, 20, 62, 22]));
    const question = { customer: w.ids.customer, from: '2020-01-01', to: '2030-12-31', starts: [], by: 'region', users: undefined, layers: [w.ids.layer], regions: [region], own: [] } as const; // biome-ignore format: one question
    const ask = async (most?: number) => {
      const { rows, places } = await activityByPlace(w.engine.db, question, most);
      return [places.pending, rows.reduce((sum, { n }) => sum + n, 0)];
    };
    expect(await ask()).toEqual([true, 0]);
    await placeAll(w);
    expect(await ask()).toEqual([false, 0]);
    const creation = await w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.layer, geometry: { type: 'Point', coordinates: [61, 21] }, value: { name: 'x' } }); // biome-ignore format: one line
    expect(creation.status).toBe(200);
    expect((await w.call('super', 'DELETE', `/api/layerdata/${creation.body.id}/`)).status).toBe(200);
    expect(await ask()).toEqual([false, 2]);
    expect((await ask(1))[0]).toBe(true);
    await w.engine.db.transaction().execute((tx) => purge(tx, w.ids.layer, [creation.body.id]));
    expect(await ask()).toEqual([false, 2]);
  });
});
