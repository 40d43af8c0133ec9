// Rows with values of their own: all of them or none, by version, by right, and by the form of the layer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import { createLayer } from '../../seed/builders';

describe.each(ENGINES)(
  'rows on the %s engine',
  (kind) => {
    let w: TestWorld;
    let layer = 0;
    let rows: { id: number; version: number }[] = [];
    const COUNT = 1000;
    beforeAll(async () => {
      w = await createWorld(kind);
      layer = await createLayer(w.engine, {
        customer: w.ids.customer,
        owner: (await w.call('super', 'GET', '/api/user/')).body.id,
        label: 'cells',
        type: 0,
        form: [...FORM, { name: 'fixed', label: 'fixed', type: 'text', read_only: true }],
        records: Array.from({ length: COUNT }, (_, i) => ({ geometry: null, value: { name: `n${i}`, population: i } })),
      });
      rows = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=1000&order=id`)).body.results;
    });
    afterAll(() => w.close());

    const edit = (as: string, body: object) => w.call(as, 'PATCH', '/api/layerdata/edit_rows/', { layer, ...body });
    const valuesOf = async (id: number) => (await w.call('super', 'GET', `/api/layerdata/${id}/`)).body;
    const of = (at: number, value: object, version?: number) => ({ id: rows[at]?.id, version: version ?? rows[at]?.version, value }); // biome-ignore format: one row

    it('writes 2,000 cells at once, and takes them back by the versions that it answered', async () => {
      const all = rows.map((row, i) => ({
        id: row.id,
        version: row.version,
        value: { name: `new ${i}`, population: i + 1 },
      }));
      const trial = await edit('super', { rows: all, dry_run: true });
      expect([trial.status, trial.body.count]).toEqual([200, COUNT]);
      expect((await valuesOf(rows[5]?.id as number)).value.name).toBe('n5');
      const done = await edit('super', { rows: all });
      expect([done.status, done.body.count]).toEqual([200, COUNT]);
      expect((await valuesOf(rows[5]?.id as number)).value).toMatchObject({ name: 'new 5', population: 6 });
      const versions = new Map(done.body.rows.map((row: { id: number; version: number }) => [row.id, row.version]));
      const back = rows.map(({ id }, i) => ({
        id,
        version: versions.get(id),
        value: { name: `n${i}`, population: i },
      }));
      expect((await edit('super', { rows: back })).body.count).toBe(COUNT);
      expect((await valuesOf(rows[5]?.id as number)).value).toMatchObject({ name: 'n5', population: 5 });
      rows = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=1000&order=id`)).body.results;
    });

    it('writes none where one is refused, and names each with its reason', async () => {
      const bad = [of(0, { name: 'x' }), of(1, { population: 'many' }), of(2, { name: 'y' }, 1), of(3, { fixed: 'z' })];
      for (const dry_run of [true, false]) {
        const { status, body } = await edit('super', { rows: bad, dry_run });
        expect(status).toBe(dry_run ? 200 : 400);
        expect(
          body.rows.map((row: { problem?: string; problems?: object }) => [
            Object.keys(row.problems ?? {}),
            row.problem !== undefined,
          ]),
        ).toEqual([
          [[], false],
          [['population'], false],
          [[], true],
          [['fixed'], false],
        ]);
      }
      expect((await valuesOf(rows[0]?.id as number)).value.name).toBe('n0');
    });

    it('changes nothing where nothing is another, and refuses too much', async () => {
      const same = await edit('super', { rows: [of(0, { name: 'n0' })] });
      expect([same.body.count, same.body.rows[0].changed]).toEqual([0, []]);
      expect((await valuesOf(rows[0]?.id as number)).version).toBe(rows[0]?.version);
      expect((await edit('super', { rows: [of(0, { name: 'a' }), of(0, { name: 'b' })] })).status).toBe(400);
      const wide = rows.map((row) => ({ ...row, value: { name: 'a', population: 1, fixed: null } })).map(({ id, version, value }) => ({ id, version, value })); // biome-ignore format: one list
      expect((await edit('super', { rows: wide })).status).toBe(400);
    });

    it('asks for the right to edit, and knows only what the person sees', async () => {
      const own = (await w.call('super', 'GET', `/api/layerdata/?layer=${w.ids.layer}`)).body.results;
      const body = (some: { id: number; version: number }[]) => ({
        layer: w.ids.layer,
        rows: some.map(({ id, version }) => ({ id, version, value: { population: 5 } })),
        dry_run: true,
      });
      expect((await edit('viewer', body(own))).status).toBe(403);
      expect((await edit('stranger', body(own))).status).toBe(404);
      expect((await edit('regional', body(own))).status).toBe(404);
      const visible = (await w.call('regional', 'GET', `/api/layerdata/?layer=${w.ids.layer}`)).body.results;
      expect((await edit('regional', body(visible))).status).toBe(200);
      // Records of another layer than the named one.
      expect((await edit('super', { ...body(own), layer: w.ids.lines })).status).toBe(404);
    });
  },
  60_000,
);
