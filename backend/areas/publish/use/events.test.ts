// What the system log is told of keys: where they come from for the first time, and how often they are refused.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';

describe.each(ONE_ENGINE)('events of keys on the %s engine', (kind) => {
  let w: TestWorld;
  let id: string;
  beforeAll(async () => {
    w = await createWorld(kind);
    await publishLayer(w, w.ids.layer);
    id = (await createDoorKey(w, [w.ids.layer])).split('_')[1] as string;
  });
  afterAll(() => w.close());
  const use = (ip: string, refused = false, keyId: string | null = id) =>
    w.backend.outside.uses.countUse({ customerId: w.ids.customer, keyId, layerId: w.ids.layer, kind: 'features', ip, refused }); // biome-ignore format: one line
  const flush = () => w.backend.outside.uses.flush();
  const lines = async () =>
    (
      await sql<{ line: string }>`select a.call || ' ' || a.ip || ' ' || a.status as line from audit a where a.object = ${id} order by a.id`.execute(w.engine.db) // biome-ignore format: one line
    ).rows
      .map(({ line }) => line);

  it('tell of the first use once, and of each other network once', async () => {
    use('203.0.113.9');
    use('203.0.113.77');
    await flush();
    expect(await lines()).toEqual(['publishKeys.firstUse 203.0.113.9 200']);
    use('203.0.113.5');
    use('198.51.100.1');
    use('2001:db8:1:2::3');
    use('2001:db8:1:ffff::4');
    await flush();
    expect((await lines()).slice(1).sort()).toEqual(['publishKeys.newNetwork 198.51.100.1 200', 'publishKeys.newNetwork 2001:db8:1:2::3 200']); // biome-ignore format: one line
    use('198.51.100.200');
    use('203.0.113.9', false, null);
    await flush();
    expect(await lines()).toHaveLength(3);
  });

  it('tell of a hundred refusals in a day, once', async () => {
    const refusals = async () => (await lines()).filter((line) => line.startsWith('publishKeys.refusals'));
    for (let i = 0; i < 99; i++) use('203.0.113.9', true);
    await flush();
    expect(await refusals()).toEqual([]);
    use('203.0.113.9', true);
    use('203.0.113.9', true);
    await flush();
    expect(await refusals()).toEqual(['publishKeys.refusals 203.0.113.9 403']);
    for (let i = 0; i < 150; i++) use('203.0.113.9', true);
    await flush();
    expect(await refusals()).toHaveLength(1);
  });

  it('stand in the system log under the name of the key', async () => {
    const { body } = await w.call('super', 'GET', '/api/systemlog/?call=publishKeys.firstUse');
    expect(body.results).toMatchObject([{ call: 'publishKeys.firstUse', object: id, user: { username: `pht_${id}` } }]);
  });
});
