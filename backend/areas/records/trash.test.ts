// A layer's records to the trash and back: every byte that people see is what it was. TRASH_ROWS asks for more in a long run.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_PER_CALL } from '../../../contract/schemas/record';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { partition } from '../../geo/tiles';
import * as make from '../../seed/builders';

const ROWS = Number(process.env.TRASH_ROWS ?? 3000);

describe.each(ONE_ENGINE)(
  'the trash on the %s engine',
  (kind) => {
    let w: TestWorld;
    beforeAll(async () => {
      w = await createWorld(kind);
    });
    afterAll(() => w.close());

    it('gives a layer of records back byte by byte', async () => {
      const layer = await make.createLayer(w.engine, {
        customer: w.ids.customer,
        owner: 1,
        label: 'l',
        type: 1,
        form: [{ name: 'name', label: 'نام', type: 'text' }],
        records: Array.from({ length: ROWS }, (_, i) => ({
          geometry: { type: 'Point', coordinates: [44 + (i % 997) / 70, 25 + (i % 991) / 70] },
          value: { name: `روستای ${i}` },
        })),
      });
      const checksum = async () => {
        const { rows } = await sql<{ n: number; h: string }>`
          select count(*)::int as n, md5(string_agg(id || value::text || search || st_asewkb(geom)::text || status || q || minz || created, ',' order by id)) as h
            from ${sql.table(partition(layer))} where deleted_at is null`.execute(w.engine.db);
        return rows[0];
      };
      const before = await checksum();
      expect(before?.n).toBe(ROWS);
      const ids = (await sql<{ id: number }>`select id::float8 as id from ${sql.table(partition(layer))} order by id`.execute(w.engine.db)).rows.map(({ id }) => id); // biome-ignore format: one query
      const pieces = Array.from({ length: Math.ceil(ROWS / MAX_PER_CALL) }, (_, i) => ids.slice(i * MAX_PER_CALL, (i + 1) * MAX_PER_CALL)); // biome-ignore format: one list
      for (const piece of pieces)
        expect((await w.call('super', 'DELETE', '/api/layerdata/delete_bulk/', { ids: piece })).status).toBe(200);
      expect((await checksum())?.n).toBe(0);
      const listed = await w.call('super', 'GET', `/api/deleted_layerdata/?layer=${layer}&limit=1`);
      expect(listed.body.count).toBe(Math.min(ROWS, listed.body.count_capped ? listed.body.count : ROWS));
      for (const piece of pieces)
        expect((await w.call('super', 'POST', '/api/layerdata/restore/', { ids: piece })).status).toBe(200);
      expect(await checksum()).toEqual(before);
      expect((await w.call('super', 'GET', `/api/layer/${layer}/`)).body.record_count).toBe(ROWS);
    });
  },
  600_000,
);
