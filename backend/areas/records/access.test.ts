// Two who write to one layer at once: neither waits for all of the other's work, and the layer counts both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { runWrite, type TileChange } from './access';

describe.each(ENGINES)('writes on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  // The embedded engine has one connection, and one transaction at a time.
  it.skipIf(kind === 'embedded')('hold the layer for their last statement alone', async () => {
    const dropped: unknown[] = [];
    const acting = { engine: w.engine, tiles: { touched: (...args: unknown[]) => void dropped.push(args) } } as never;
    const layerNow = () =>
      w.engine.db
        .selectFrom('layer')
        .select(['rev', 'record_count'])
        .where('id', '=', w.ids.layer)
        .executeTakeFirstOrThrow();
    const { rev, record_count } = await layerNow();
    const change: TileChange = { layer: w.ids.layer, more: 1, before: [], now: [[51, 35, 51, 35]] };
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = runWrite(acting, async (_, touch) => {
      touch(change);
      await finished;
      return 'slow';
    });
    expect(await runWrite(acting, async (_, touch) => touch(change))).toBeUndefined();
    expect(dropped).toEqual([[w.ids.layer, rev + 1, [[51, 35, 51, 35]]]]);
    finish();
    expect(await slow).toBe('slow');
    expect(await layerNow()).toEqual({ rev: rev + 2, record_count: record_count + 2 });
  });
});
