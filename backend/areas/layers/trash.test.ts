// A layer in the trash and back: every byte of its records, what waits, what was deleted and its history are what they were.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createWorld, FORM, ONE_ENGINE } from '../../../testing/world';
import { partition } from '../../geo/tiles';
import * as make from '../../seed/builders';

const COUNT = 10_000;

it.each(ONE_ENGINE)('%s engine: a layer comes back byte for byte', async (kind) => {
  const w = await createWorld(kind);
  try {
    const { id: owner } = (await w.call('editor', 'GET', '/api/user/')).body;
    const layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner,
      label: 'بزرگ',
      type: 1,
      form: FORM,
      records: Array.from({ length: COUNT }, (_, i) => ({
        geometry: { type: 'Point' as const, coordinates: [50 + (i % 1000) / 1000, 32 + Math.floor(i / 1000) / 1000] },
        value: { name: `عارضه ${i}`, population: i, founded: '2020-01-01' },
      })),
    });
    const [first, second] = (await w.call('editor', 'GET', `/api/layerdata/?layer=${layer}&order=id&limit=2`)).body
      .results;
    await w.call('editor', 'DELETE', `/api/layerdata/${first.id}/`);
    const supervised = { config: { supervised: true } };
    expect((await w.call('super', 'PATCH', `/api/layer/${layer}/`, supervised)).status).toBe(200);
    const waits = await w.call('editor', 'PUT', `/api/layerdata/${second.id}/`, { value: { name: 'تازه' } });
    expect([waits.status, waits.body.unconfiremed_value.value.name]).toEqual([200, 'تازه']);
    // Where a step was is looked up beside the calls, in its own time.
    const bytes = async () => {
      const { rows } = await sql<{ records: string; n: number; log: string; config: string }>`
        select (select md5(string_agg(md5(r::text), '' order by id)) from ${sql.table(partition(layer))} r) as records,
          (select count(*)::int from ${sql.table(partition(layer))}) as n,
          (select md5(string_agg((to_jsonb(g) - 'place_id')::text, '' order by id)) from record_log g where layer_id = ${layer}::int) as log,
          (select md5(concat(config, extent, record_count, label, owner_id)) from layer where id = ${layer}::int) as config`.execute(
        w.engine.db,
      );
      return rows[0];
    };
    const list = async () =>
      (await w.call('editor', 'GET', `/api/layerdata/?layer=${layer}&order=id&limit=1000&offset=${COUNT - 1001}`)).body;
    const before = [await bytes(), await list()];
    expect([before[0].n, before[1].count, before[1].results.length]).toEqual([COUNT, COUNT - 1, 1000]);
    expect((await w.call('editor', 'DELETE', `/api/layer/${layer}/`)).status).toBe(200);
    expect((await w.call('editor', 'GET', `/api/layerdata/?layer=${layer}`)).status).toBe(404);
    expect((await w.call('editor', 'PUT', `/api/layerdata/${second.id}/`, { value: { name: 'x' } })).status).toBe(404);
    expect((await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [first.id] })).status).toBe(404);
    expect((await w.call('editor', 'POST', `/api/layer/${layer}/restore/`, {})).status).toBe(200);
    expect([await bytes(), await list()]).toEqual(before);
  } finally {
    await w.close();
  }
});
