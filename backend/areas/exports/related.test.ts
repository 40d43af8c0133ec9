// A layer with those that are related to it in one GeoPackage: which rows go, what others read of the relations, and what nobody may see.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { describeGpkg, hostOgrinfo, queryGpkg } from '../../../testing/gpkg-file';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const OFFICES: Field[] = [
  { name: 'code', label: 'کد', type: 'text', unique: true },
  { name: 'title', label: 'عنوان', type: 'text' },
];
const BRANCHES: Field[] = [
  { name: 'of', label: 'اداره', type: 'text' },
  { name: 'note', label: 'یادداشت', type: 'text' },
];
const CANARY = 'CANARY-LAYER';
const HOST = hostOgrinfo();

const point = (x: number, y = 35.5) => ({ type: 'Point' as const, coordinates: [x, y] });
const box = (x: number) => ({ type: 'Polygon' as const, coordinates: [[[x, 35], [x + 0.1, 35], [x + 0.1, 35.1], [x, 35]]] }); // biome-ignore format: a box

describe.each(ONE_ENGINE)(
  'related layers in a GeoPackage on the %s engine',
  (kind) => {
    let w: TestWorld;
    let folder: string;
    let offices: number;
    let branches: number;
    let letters: number;
    let secret: number;
    let closed: number;
    let role: number;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'related-'));
      w = await createWorld(kind);
      const { customer } = w.ids;
      const owner = (await w.call('super', 'GET', '/api/user/')).body.id as number;
      const layer = (label: string, type: 0 | 1 | 2 | 3, form: Field[], records: make.NewRecordData[]) =>
        make.createLayer(w.engine, { customer, owner, label, type, form, records });
      offices = await layer('اداره‌ها', 1, OFFICES, [
        { geometry: point(51.5), value: { code: 'a', title: 'یک' } },
        { geometry: point(51.6), value: { code: 'b', title: 'دو' } },
        { geometry: point(60), value: { code: 'far', title: 'دور' } },
      ]);
      branches = await layer('شعبه‌ها', 3, BRANCHES, [
        ...['a', 'a', 'b', 'far', 'nobody'].map((of, i) => ({ geometry: box(51.2), value: { of, note: `n${i}` } })),
        { geometry: box(60), value: { of: 'a', note: 'outside' } },
      ]);
      const ids = await idsOf(offices);
      letters = await layer('نامه‌ها', 0, [{ name: 'office', label: 'اداره', type: 'reference', reference: { layer: offices } }, { name: 'subject', label: 'موضوع', type: 'text' }], [
        { geometry: null, value: { office: ids[0] as number, subject: 's0' } },
        { geometry: null, value: { office: ids[1] as number, subject: 's1' } },
        { geometry: null, value: { subject: 'none' } },
      ]); // biome-ignore format: one layer
      secret = await layer(CANARY, 0, BRANCHES, [{ geometry: null, value: { of: 'a', note: 'CANARY-NOTE' } }]);
      closed = await layer('CLOSED-LAYER', 0, BRANCHES, [{ geometry: null, value: { of: 'a', note: 'CLOSED-NOTE' } }]);
      for (const child of [branches, secret, closed])
        expect((await w.call('super', 'POST', '/api/relation/', relation(child))).status).toBe(200);
      role = await make.createRole(w.engine, customer, 'takes related', []);
      await make.createPerson(w.engine, customer, { username: 'taker', password: PASSWORD, roles: [role] });
      await make.createPerson(w.engine, customer, { username: 'local', password: PASSWORD, roles: [role], regions: [w.ids.region] }); // biome-ignore format: one person
      for (const id of [offices, branches, letters]) await make.createPermission(w.engine, role, id, { view: true, export: true }); // biome-ignore format: one line
      await make.createPermission(w.engine, role, closed, { view: true });
    });
    afterAll(async () => {
      await w.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function idsOf(layer: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`select id::float8 as id from record where layer_id = ${layer}::int order by id`.execute(w.engine.db); // biome-ignore format: one query
      return rows.map(({ id }) => id);
    }
    const relation = (child: number) => ({
      name: `[${child}]`,
      parent_layer: offices,
      parent_field: 'code',
      child_layer: child,
      child_field: 'of',
      kind: 'many',
      on_delete: 'block',
      required: false,
      label: 'شعبه‌ها',
      back_label: 'اداره',
      title: 'title',
      columns: ['note'],
    });
    const order = (more: object = {}) => ({ format: 'gpkg', related: true, ...more });
    const losses = async (as: string, layer: number, more: object = {}) =>
      (await w.call(as, 'POST', `/api/export_losses/${layer}/`, { format: 'gpkg', ...more })).body;

    /** The file that an order gives, on this disk. */
    async function take(as: string, layer: number, more: object = {}): Promise<string> {
      const token = await w.call(as, 'POST', `/api/export_token/${layer}/`, order(more));
      expect(token.status).toBe(200);
      const file = await w.call(as, 'GET', `/api/export/layerdata/${token.body.name}/${token.body.token}/`);
      expect(file.status).toBe(200);
      const path = join(folder, `${as}-${layer}-${Math.random()}.gpkg`);
      writeFileSync(path, Buffer.from(file.body));
      return path;
    }
    /** Where no table is without shapes, GDAL lists those of pairs as well. */
    async function tables(path: string): Promise<Record<string, number>> {
      const { layers, relations } = await describeGpkg(path, folder);
      const own = layers.filter(({ name }) => !relations.some((one) => one.mapping_table_name === name));
      return Object.fromEntries(own.map(({ name, featureCount }) => [name, featureCount]));
    }
    const pairs = async (path: string, child: string) => {
      const { relations } = await describeGpkg(path, folder);
      const { mapping_table_name } = relations.find(({ right_table_name }) => right_table_name === child) as { mapping_table_name: string }; // biome-ignore format: one line
      return queryGpkg(path, folder, `select base_id || '-' || related_id as pair from "${mapping_table_name}" order by base_id, related_id`); // biome-ignore format: one line
    };

    it('holds the layers, the rows that belong together, and relations that GDAL reads', async () => {
      const path = await take('taker', offices);
      expect(await tables(path)).toEqual({ اداره‌ها: 3, شعبه‌ها: 5, نامه‌ها: 2 });
      const { relations } = await describeGpkg(path, folder);
      expect(
        relations.map((one) => [one.left_table_name, one.right_table_name, one.related_table_type]).sort(),
      ).toEqual(
        [
          ['اداره‌ها', 'شعبه‌ها', 'features'],
          ['اداره‌ها', 'نامه‌ها', 'attributes'],
        ].sort(),
      );
      const [parents, children, rows] = [await idsOf(offices), await idsOf(branches), await idsOf(letters)];
      const [a, b, far] = parents as [number, number, number];
      const own = children.map((id, i) => [[a, a, b, far, null, a][i], id]);
      expect((await pairs(path, 'شعبه‌ها')).sort()).toEqual(own.filter(([up]) => up).map(([up, id]) => `${up}-${id}`).sort()); // biome-ignore format: one line
      expect((await pairs(path, 'نامه‌ها')).sort()).toEqual([`${a}-${rows[0]}`, `${b}-${rows[1]}`].sort());
      // The key of a reference is the parent's own number, and not its title.
      expect(await queryGpkg(path, folder, 'select office from "نامه‌ها" order by fid')).toEqual([`${a}`, `${b}`]);
    });

    it.skipIf(HOST === null)(`is a GeoPackage to the host's GDAL as well (${HOST ?? 'GDAL is not installed here'})`, async () => {
      const path = await take('taker', offices);
      const text = execFileSync('ogrinfo', ['-so', '-al', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
      expect(text).toContain('Layer name: شعبه‌ها');
      expect(text).toContain('FID Column = fid');
      const statement = `select r.base_table_name || '/' || r.related_table_name || '/' || e.scope as t from gpkgext_relations r join gpkg_extensions e on e.table_name = r.mapping_table_name and e.extension_name = 'gpkg_related_tables' order by 1`; // biome-ignore format: one statement
      const rows = execFileSync('ogrinfo', [path, '-q', '-dialect', 'SQLITE', '-sql', statement], { encoding: 'utf8' });
      expect(rows).toContain('اداره‌ها/شعبه‌ها/read-write');
    }); // biome-ignore format: one title

    it('takes of related layers what belongs to the records that a filter leaves, from either end', async () => {
      const down = await take('taker', offices, { filter: { value__code: 'b' }, fields: ['title'] });
      expect(await tables(down)).toEqual({ اداره‌ها: 1, شعبه‌ها: 1, نامه‌ها: 1 });
      // A field that is a key comes along unasked.
      expect(await queryGpkg(down, folder, 'select code || title as t from "اداره‌ها"')).toEqual(['bدو']);
      const up = await take('taker', branches, { filter: { value__note: 'n2' } });
      expect(await tables(up)).toEqual({ شعبه‌ها: 1, اداره‌ها: 1 });
      expect((await pairs(up, 'شعبه‌ها')).length).toBe(1);
    });

    it('keeps people to their regions in every layer', async () => {
      const path = await take('local', offices);
      expect(await tables(path)).toEqual({ اداره‌ها: 2, شعبه‌ها: 3, نامه‌ها: 2 });
      expect((await pairs(path, 'شعبه‌ها')).length).toBe(3);
    });

    it('keeps work that waits for approval from those who only read', async () => {
      await sql`update layer set config = jsonb_set(config, '{supervised}', 'true') where id = ${branches}::int`.execute(w.engine.db); // biome-ignore format: one statement
      await sql`update record set status = 1 where layer_id = ${branches}::int and value->>'note' = 'n0'`.execute(w.engine.db); // biome-ignore format: one statement
      // Rights are read anew after a second.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect((await tables(await take('taker', offices))).شعبه‌ها).toBe(4);
      expect((await tables(await take('super', offices))).شعبه‌ها).toBe(5);
      await sql`update record set status = 3 where layer_id = ${branches}::int`.execute(w.engine.db);
      await sql`update layer set config = jsonb_set(config, '{supervised}', 'false') where id = ${branches}::int`.execute(w.engine.db); // biome-ignore format: one statement
      await new Promise((resolve) => setTimeout(resolve, 1100));
    });

    it('says nothing of a layer that is not seen or may not be exported, not even its name', async () => {
      const path = await take('taker', offices);
      const bytes = readFileSync(path).toString('latin1');
      expect(bytes).toContain(`[${branches}]`);
      for (const word of [CANARY, 'CANARY-NOTE', 'CLOSED-LAYER', 'CLOSED-NOTE', `[${secret}]`, `[${closed}]`])
        expect([word, bytes.includes(word)]).toEqual([word, false]);
      expect((await losses('taker', offices)).related.map(({ id }: { id: number }) => id).sort()).toEqual([branches, letters].sort()); // biome-ignore format: one line
      expect(Object.keys(await tables(await take('super', offices)))).toContain(CANARY);
      // From a child whose parents are open to nobody else there is nothing that can come along.
      expect((await losses('taker', letters)).related.map(({ id }: { id: number }) => id)).toEqual([offices]);
    });

    it('tells what will be lost as it is, with related layers and without', async () => {
      const without = await losses('super', offices);
      expect(without.warnings.join()).toContain('رابطه این لایه در فایل نمی‌آید');
      expect(without.related.map(({ count }: { count: number | null }) => count)).toEqual([null, null, null, null]);
      const all = await losses('super', offices, { related: true });
      expect([all.count, all.warnings]).toEqual([3, []]);
      expect(Object.fromEntries(all.related.map(({ id, count }: { id: number; count: number }) => [id, count]))).toEqual({ [branches]: 5, [letters]: 2, [secret]: 1, [closed]: 1 }); // biome-ignore format: one line
      const lossesRelated = await losses('taker', offices, { related: true });
      expect(lossesRelated.warnings).toEqual(['۲ رابطه با لایه‌هایی که اجازه خروجی آن‌ها را ندارید در فایل نمی‌آید.']);
      const far = await losses('taker', letters, { related: true });
      expect(far.warnings.join()).toContain('رابطه لایه‌های مربوط با لایه‌های دیگر');
      expect((await losses('taker', w.ids.spare)).related).toBeUndefined();
      for (const format of ['csv', 'geojson'])
        expect((await w.call('super', 'POST', `/api/export_token/${offices}/`, order({ format }))).status).toBe(400);
    });

    it('is made in the background the same way', async () => {
      const { body } = await w.call('taker', 'POST', `/api/layer_export/${offices}/`, order());
      const job = await waitForJob(w, body.id, 'taker');
      expect(job).toMatchObject({ state: 'done', read: 10, imported: 10 });
      const path = join(folder, 'job.gpkg');
      writeFileSync(path, Buffer.from((await w.call('taker', 'GET', `/api/job/${job.id}/file/`)).body));
      expect(await tables(path)).toEqual({ اداره‌ها: 3, شعبه‌ها: 5, نامه‌ها: 2 });
      expect((await pairs(path, 'نامه‌ها')).length).toBe(2);
    });
  },
  120_000,
);
