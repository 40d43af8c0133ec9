// What the room of boundaries reads first, with as many of them as its tree holds: bounded in bytes, whatever their corners.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createWorld, ONE_ENGINE } from '../../../testing/world';

const REGIONS = 10_000;
const CORNERS = 100;
/** Bytes of one region's row in the tree, and of one in the view of a country and of a province; with all its corners it has 2,500. */
const MAX_ROW_BYTES = 200;
const VIEWS = [
  { box: '40,20,67,44', zoom: 6, maxBytes: 450 },
  { box: '48,28,55,35', zoom: 8, maxBytes: 700 },
] as const;

it.each(ONE_ENGINE)(
  'ten thousand boundaries are names first, and shapes as the map shows them, on the %s engine',
  async (kind) => {
    const w = await createWorld(kind);
    try {
      await sql`insert into region (customer_id, label, geom, area, note)
        select ${w.ids.customer}::int, 'ناحیه ' || i, st_multi(st_buffer(st_setsrid(st_makepoint(44.1 + (i % 100) * 0.18, 25.1 + (i / 100) * 0.14), 4326), 0.06, ${CORNERS / 4}::int)), 1000000 + i, ''
          from generate_series(1, ${REGIONS}::int) i`.execute(w.engine.db);
      const bytes = async (path: string) => {
        const { status, body } = await w.call('super', 'GET', path);
        expect(status).toBe(200);
        return { body, size: Buffer.byteLength(JSON.stringify(body)) };
      };
      const tree = await bytes('/api/region/tree/');
      expect(tree.body.length).toBe(REGIONS);
      expect(tree.size).toBeLessThan(REGIONS * MAX_ROW_BYTES);
      for (const { box, zoom, maxBytes } of VIEWS) {
        const shapes = await bytes(`/api/region/?bbox=${box}&zoom=${zoom}&is_detailed=true&limit=1000&order=-area`);
        expect(shapes.body.results.length).toBe(1000);
        expect(shapes.size / 1000, `zoom ${zoom}`).toBeLessThan(maxBytes);
      }
      // Who draws a boundary reads it as it is.
      const one = (await bytes(`/api/region/${tree.body[9].id}/`)).body;
      expect(one.geometry.coordinates[0][0].length).toBe(CORNERS + 1);
    } finally {
      await w.close();
    }
  },
  60_000,
);
