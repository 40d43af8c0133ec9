import type { ValueNode } from 'kysely';
import { expect, it } from 'vitest';
import { locateRecords, rememberLayers } from './record-locator';

/** A database of records by id; tells what it was asked for. */
const records = (all: Record<number, number>) => {
  const queries: { ids: readonly number[]; everywhere: boolean }[] = [];
  return {
    asked: queries,
    ask: async (ids: readonly number[], where: Parameters<Parameters<typeof locateRecords>[1]>[1]) => {
      const [named] = where.toOperationNode().parameters;
      const layers = named ? ((named as ValueNode).value as number[]) : null;
      queries.push({ ids, everywhere: layers === null });
      return ids.flatMap((id) => {
        const layer_id = all[id];
        return layer_id !== undefined && (layers?.includes(layer_id) ?? true) ? [{ id, layer_id }] : [];
      });
    },
  };
};
/** Ids that no other test uses. */
const FAR = 9_000_000_000;

it('asks all layers once, and then those alone where the neighbours of a record were seen', async () => {
  const { ask: selectRows, asked: queries } = records({ [FAR]: 5, [FAR + 1]: 5, [FAR + 2]: 5 });
  expect(await locateRecords([FAR], selectRows)).toEqual([{ id: FAR, layer_id: 5 }]);
  expect(await locateRecords([FAR + 1, FAR + 2], selectRows)).toHaveLength(2);
  expect(queries).toEqual([
    { ids: [FAR], everywhere: true },
    { ids: [FAR + 1, FAR + 2], everywhere: false },
  ]);
});

it('finds what is somewhere else than its neighbours, and says once of nothing that it is nowhere', async () => {
  const at = FAR + 10_240;
  const { ask: selectRows, asked: queries } = records({ [at]: 6, [at + 1]: 7 });
  rememberLayers([{ id: at, layer_id: 6 }]);
  expect(await locateRecords([at, at + 1, at + 2], selectRows)).toEqual([
    { id: at, layer_id: 6 },
    { id: at + 1, layer_id: 7 },
  ]);
  expect(queries).toEqual([
    { ids: [at, at + 1, at + 2], everywhere: false },
    { ids: [at + 1, at + 2], everywhere: true },
  ]);
  expect(await locateRecords([at + 1], selectRows)).toHaveLength(1);
  expect(queries.at(-1)).toEqual({ ids: [at + 1], everywhere: false });
});

it('keeps no more than it may: the oldest is asked of all layers again, and still found', async () => {
  const at = FAR + 1_000_000;
  rememberLayers([{ id: at, layer_id: 8 }]);
  rememberLayers(Array.from({ length: 50_000 }, (_, i) => ({ id: at + (i + 1) * 1024, layer_id: 9 })));
  const { ask: selectRows, asked: queries } = records({ [at]: 8 });
  expect(await locateRecords([at], selectRows)).toEqual([{ id: at, layer_id: 8 }]);
  expect(queries).toEqual([{ ids: [at], everywhere: true }]);
});
