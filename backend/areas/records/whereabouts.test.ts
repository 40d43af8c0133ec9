import type { ValueNode } from 'kysely';
import { expect, it } from 'vitest';
import { anywhere, remember } from './whereabouts';

/** A database of records by id; tells what it was asked for. */
const records = (all: Record<number, number>) => {
  const asked: { ids: readonly number[]; everywhere: boolean }[] = [];
  return {
    asked,
    ask: async (ids: readonly number[], where: Parameters<Parameters<typeof anywhere>[1]>[1]) => {
      const [named] = where.toOperationNode().parameters;
      const layers = named ? ((named as ValueNode).value as number[]) : null;
      asked.push({ ids, everywhere: layers === null });
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
  const { ask, asked } = records({ [FAR]: 5, [FAR + 1]: 5, [FAR + 2]: 5 });
  expect(await anywhere([FAR], ask)).toEqual([{ id: FAR, layer_id: 5 }]);
  expect(await anywhere([FAR + 1, FAR + 2], ask)).toHaveLength(2);
  expect(asked).toEqual([
    { ids: [FAR], everywhere: true },
    { ids: [FAR + 1, FAR + 2], everywhere: false },
  ]);
});

it('finds what is somewhere else than its neighbours, and says once of nothing that it is nowhere', async () => {
  const at = FAR + 10_240;
  const { ask, asked } = records({ [at]: 6, [at + 1]: 7 });
  remember([{ id: at, layer_id: 6 }]);
  expect(await anywhere([at, at + 1, at + 2], ask)).toEqual([
    { id: at, layer_id: 6 },
    { id: at + 1, layer_id: 7 },
  ]);
  expect(asked).toEqual([
    { ids: [at, at + 1, at + 2], everywhere: false },
    { ids: [at + 1, at + 2], everywhere: true },
  ]);
  expect(await anywhere([at + 1], ask)).toHaveLength(1);
  expect(asked.at(-1)).toEqual({ ids: [at + 1], everywhere: false });
});

it('keeps no more than it may: the oldest is asked of all layers again, and still found', async () => {
  const at = FAR + 1_000_000;
  remember([{ id: at, layer_id: 8 }]);
  remember(Array.from({ length: 50_000 }, (_, i) => ({ id: at + (i + 1) * 1024, layer_id: 9 })));
  const { ask, asked } = records({ [at]: 8 });
  expect(await anywhere([at], ask)).toEqual([{ id: at, layer_id: 8 }]);
  expect(asked).toEqual([{ ids: [at], everywhere: true }]);
});
