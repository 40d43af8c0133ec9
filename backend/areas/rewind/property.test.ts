// Three people act at random; what one of them did in a time is rewound. Nothing of that is left, all else is as it was to the byte,
// and the undo brings back what was there before.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const PEOPLE = ['super', 'editor', 'second'] as const;
const act = fc.record({
  who: fc.constantFrom(...PEOPLE),
  what: fc.constantFrom('create', 'edit', 'edit', 'move', 'delete', 'restore', 'approve', 'return', 'withdraw'),
  which: fc.nat(100),
  n: fc.nat(9),
  supervised: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** A record's row: what a rewind gives back, and what tells one write from the next. */
interface Row {
  id: number;
  data: string;
  deleted: boolean;
  whole: string;
}

describe.each(ONE_ENGINE)('a rewind on the %s engine', (kind) => {
  let w: TestWorld;
  const accounts: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const { db } = w.engine;
    const role = await make.createRole(w.engine, w.ids.customer, 'judging', [1, 2, 3, 4, 10]);
    accounts.second = await make.createPerson(w.engine, w.ids.customer, { username: 'second', password: PASSWORD, roles: [role] }); // biome-ignore format: one person
    for (const row of await db.selectFrom('account').select(['id', 'username']).where('customer_id', '=', w.ids.customer).execute()) accounts[row.username] = row.id; // biome-ignore format: one loop
  });
  afterAll(() => w.close());

  const rowsOf = async (layers: number[]): Promise<Map<number, Row>> => {
    const { rows } = await sql<Row>`
      select n.id::float8 as id, n.deleted_at is not null as deleted, to_jsonb(n)::text || coalesce(n.geom::text, '') as whole,
        ((to_jsonb(n) - '{version,modified,modifier_id,deleted_at,geom}'::text[]) || jsonb_build_object('shape', n.geom::text))::text as data
        from record n where n.layer_id = any(${layers}::int[]) order by n.id`.execute(w.engine.db);
    return new Map(rows.map((row) => [row.id, row]));
  };
  /** A moment between two acts. */
  const moment = async () => {
    await new Promise((resolve) => setTimeout(resolve, 4));
    const { rows } = await sql<{ at: Date }>`select date_trunc('milliseconds', clock_timestamp()) as at`.execute(w.engine.db); // biome-ignore format: one query
    await new Promise((resolve) => setTimeout(resolve, 4));
    return (rows[0] as { at: Date }).at.toISOString();
  };

  async function createLayers(): Promise<[number, number]> {
    const ids: number[] = [];
    const roles = await w.engine.db.selectFrom('role').select('id').where('customer_id', '=', w.ids.customer).execute();
    for (const supervised of [false, true]) {
      const records = [0, 1, 2, 3, 4, 5].map((i) => ({ geometry: { type: 'Point' as const, coordinates: [51 + i / 10, 35] }, value: { name: `n${i}` } })); // biome-ignore format: one list
      const id = await make.createLayer(w.engine, { customer: w.ids.customer, owner: accounts.super ?? 0, label: `l${supervised}`, type: 1, form: FORM, records }); // biome-ignore format: one layer
      if (supervised) await sql`update layer set config = config || '{"supervised": true}' where id = ${id}`.execute(w.engine.db); // biome-ignore format: one statement
      for (const role of roles)
        await make.createPermission(w.engine, role.id, id, { view: true, add: true, edit: true, delete: true, approve: true }); // biome-ignore format: one line
      ids.push(id);
    }
    // Rights are read at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    return ids as [number, number];
  }

  async function perform(one: Act, layers: [number, number]): Promise<void> {
    const layer = layers[one.supervised ? 1 : 0] as number;
    const all = [...(await rowsOf([layer])).values()];
    const living = all.filter(({ deleted }) => !deleted);
    const trash = all.filter(({ deleted }) => deleted);
    // The history keeps nine decimals of a degree.
    const at = { type: 'Point', coordinates: [51 + one.n / 8, 35 + one.which / 256] };
    const id = (living[one.which % Math.max(1, living.length)] ?? { id: 0 }).id;
    const url = `/api/layerdata/${id}/`;
    if (one.what === 'create') await w.call(one.who, 'POST', '/api/layerdata/', { layer, value: { name: `c${one.n}` }, geometry: at }); // biome-ignore format: one call
    if (one.what === 'edit') await w.call(one.who, 'PUT', url, { value: one.n % 2 ? { population: one.n } : { name: `e${one.n}` } }); // biome-ignore format: one call
    if (one.what === 'move') await w.call(one.who, 'PUT', url, { geometry: at });
    if (one.what === 'delete') await w.call(one.who, 'DELETE', url);
    if (one.what === 'withdraw') await w.call(one.who, 'POST', `${url}withdraw/`);
    if (one.what === 'restore' && trash.length > 0)
      await w.call(one.who, 'POST', '/api/layerdata/restore/', { ids: [trash[one.which % trash.length]?.id] });
    if (one.what === 'approve' || one.what === 'return')
      await w.call(one.who, 'PUT', `/api/supervision/${id}/`, { action: one.what, ...(one.what === 'return' ? { reason: 'x' } : {}) }); // biome-ignore format: one call
  }

  it('leaves nothing of the time, and everything else to the byte', async () => {
    const totals = { rewound: 0, conflicts: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 40, maxLength: 60 }),
        fc.constantFrom(...PEOPLE),
        async (acts, person) => {
          const layers = await createLayers();
          const [first, last] = [Math.floor(acts.length / 4), Math.floor((3 * acts.length) / 4)];
          let from = '';
          let to = '';
          /** What each record was before the person's first act in the time; null: nothing. */
          const origin = new Map<number, Row | null>();
          const touchedSince = new Set<number>();
          for (const [i, one] of acts.entries()) {
            if (i === first) from = await moment();
            if (i === last) to = await moment();
            const before = await rowsOf(layers);
            await perform(one, layers);
            const isOwn = i >= first && i < last && one.who === person;
            for (const row of (await rowsOf(layers)).values()) {
              const was = before.get(row.id);
              if (was?.whole === row.whole) continue;
              // A deletion that is approved is in the name of who asked for it.
              const { rows } = await sql<{ others: boolean }>`
                select account_id <> ${accounts[one.who]}::int as others from record_log where record_id = ${row.id} order by id desc limit 1`.execute(w.engine.db); // biome-ignore format: one query
              const others = rows[0]?.others === true;
              if (isOwn && !origin.has(row.id)) origin.set(row.id, was ?? null);
              else if (
                !isOwn &&
                !origin.has(row.id) &&
                others &&
                i >= first &&
                i < last &&
                accounts[person] !== undefined
              ) {
                const { rows: by } = await sql<{ own: boolean }>`select account_id = ${accounts[person]}::int as own from record_log where record_id = ${row.id} order by id desc limit 1`.execute(w.engine.db); // biome-ignore format: one query
                if (by[0]?.own) origin.set(row.id, was ?? null);
              }
              if (origin.has(row.id) && (!isOwn || others)) touchedSince.add(row.id);
            }
          }
          const before = await rowsOf(layers);
          const selection = { person: accounts[person], from, to, layers };
          const preview = await w.call('super', 'POST', '/api/rewind/preview/', selection);
          expect(preview.status).toBe(200);
          const { totals: planned } = preview.body;
          totals.rewound += planned.change;
          totals.conflicts += planned.skip;
          if (planned.change === 0) return;
          const job = await w.call('super', 'POST', '/api/rewind/', { ...selection, count: planned.change });
          expect([job.status, job.body.detail]).toEqual([200, undefined]);
          const done = await waitForJob(w, job.body.id, 'super');
          expect([done.state, done.error, done.outcome.left]).toEqual(['done', null, 0]);
          const after = await rowsOf(layers);
          for (const row of after.values()) {
            const was = before.get(row.id) as Row;
            if (!origin.has(row.id) || touchedSince.has(row.id)) {
              if (row.whole !== was.whole) expect(row.whole).toBe(was.whole);
              continue;
            }
            const start = origin.get(row.id) ?? null;
            if (start === null || start.deleted) expect(row.deleted).toBe(true);
            else expect([row.deleted, row.data]).toEqual([false, start.data]);
          }
          const undo = await w.call('super', 'POST', `/api/job/${done.id}/undo/`);
          expect(undo.status).toBe(200);
          expect((await waitForJob(w, undo.body.id, 'super')).state).toBe('done');
          for (const row of (await rowsOf(layers)).values())
            expect([row.deleted, row.data]).toEqual([before.get(row.id)?.deleted, before.get(row.id)?.data]);
          const counts = await w.engine.db.selectFrom('layer').select(['id', 'record_count']).where('id', 'in', layers).execute(); // biome-ignore format: one query
          const living = [...(await rowsOf(layers)).values()].filter(({ deleted }) => !deleted).length;
          expect(counts.reduce((sum, { record_count }) => sum + Number(record_count), 0)).toBe(living);
        },
      ),
      { numRuns: Number(process.env.REWINDS ?? 5), seed: 1404, endOnFailure: true },
    );
    expect(totals.rewound).toBeGreaterThan(0);
    expect(totals.conflicts).toBeGreaterThan(0);
  });
});
