// An append whose rows name records of other layers: those that are not there, or not seen, are refused by number; files are not named at all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { waitForJob } from '../../../../testing/wait-for-job';
import { createWorld, ENGINES, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

describe.each(ENGINES)('references of appended rows on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  let hidden: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const form: Field[] = [
      { name: 'name', label: 'name', type: 'text' },
      { name: 'near', label: 'near', type: 'reference', reference: { layer: w.ids.layer } },
      { name: 'far', label: 'far', type: 'reference', reference: { layer: w.ids.secret } },
      { name: 'photo', label: 'photo', type: 'image' },
    ];
    const { customer } = w.ids;
    layer = await make.createLayer(w.engine, { customer, owner: 1, label: 'l', type: 0, form, records: [] });
    const roles = (await w.call('super', 'GET', '/api/group/?search=')).body.results.map(({ id }: { id: number }) => id); // biome-ignore format: one line
    for (const role of roles) await make.createPermission(w.engine, role, layer, { view: true, add: true });
    hidden = (await w.call('super', 'GET', `/api/layerdata/?layer=${w.ids.secret}`)).body.results[0].id;
  });
  afterAll(() => w.close());

  const order = async (as: string, text: string, mapping: Record<string, string>, more: object = {}) => {
    const { file_id, datasets } = await w.upload(as, 'a.csv', Buffer.from(text));
    const meta = { field_mapping: mapping, layer_id: layer, dataset_layer: datasets[0].name, geom_type: 0, file_id };
    return w.call(as, 'POST', '/api/layer_append/', { file_id, append_metadata: meta, ...more });
  };
  const MAPPING = { name: 'name', near: 'near', far: 'far' };
  const table = () =>
    `name,near,far\nboth,${w.ids.record},${hidden}\nnone,,\ngone,987654321,\nstranger,,${w.ids.record}\nhidden,,${hidden}\n`;

  it.each([
    ['super', [3, 4], ['near', 'far'], 3],
    ['editor', [1, 3, 4, 5], ['far', 'near', 'far', 'far'], 1],
  ])('takes what %s sees and refuses the rest by its row', async (as, rows, fields, added) => {
    for (const dry_run of [true, false]) {
      const started = await order(as, table(), MAPPING, { dry_run });
      const job = await waitForJob(w, started.body.id, as);
      expect([job.state, job.outcome.added, job.rejected]).toEqual(['done', added, rows.length]);
      const refused: [number, string][] = job.rejects.map(({ row, reason }: { row: number; reason: string }) => [row, reason]); // biome-ignore format: one line
      expect(refused.map(([row]) => row)).toEqual(rows);
      for (const [i, [, reason]] of refused.entries())
        expect(reason).toMatch(new RegExp(`^${fields[i]}: عارضه‌ای از لایه مرجع`));
    }
  });

  it('takes no column for files', async () => {
    const { status, body } = await order('super', 'name,photo\na,1\n', { name: 'name', photo: 'photo' });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['photo']]);
  });
});
