// No region lies in itself, however many change their parents at once.
import { expect, it } from 'vitest';
import { createWorld, ENGINES } from '../../../testing/world';

const ROUNDS = 12;
const geometry = { type: 'Polygon', coordinates: [[[50, 30], [51, 30], [51, 31], [50, 31], [50, 30]]] }; // biome-ignore format: a box

it.each(ENGINES)(
  'two who move regions into each other through a third make no circle on the %s engine',
  async (kind) => {
    const w = await createWorld(kind);
    try {
      const add = async (label: string, parent: number | null = null): Promise<number> =>
        (await w.call('super', 'POST', '/api/region/', { label, geometry, parent })).body.id;
      const move = (id: number, parent: number) => w.call('super', 'PUT', `/api/region/${id}/`, { parent });
      for (let i = 0; i < ROUNDS; i++) {
        const [a, b] = [await add('a'), await add('b')];
        const [inA, inB] = [await add('در a', a), await add('در b', b)];
        // Each writes a region that the other only reads: no row is held by both.
        const moves = await Promise.all([move(a, inB), move(b, inA)]);
        expect(moves.map(({ status }) => status).sort()).toEqual([200, 400]);
      }
    } finally {
      await w.close();
    }
  },
  60_000,
);
