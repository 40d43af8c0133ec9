// A GeoPackage of related layers there and back: counts, links and what a relation means are as before; files of others; what cannot be made.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import type { Dataset } from '../../../../contract/schemas/upload';
import { writeGpkg } from '../../../../testing/gpkg-file';
import { waitForJob } from '../../../../testing/wait-for-job';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';
import { keysTable } from './ties';

const OFFICES: Field[] = [
  { name: 'code', label: 'کد', type: 'integer', unique: true },
  { name: 'title', label: 'عنوان', type: 'text' },
];
const point = (x: number) => ({ type: 'Point' as const, coordinates: [x, 35.5] });
const box = (x: number) => ({ type: 'Polygon' as const, coordinates: [[[x, 35], [x + 0.1, 35], [x + 0.1, 35.1], [x, 35]]] }); // biome-ignore format: a box
const RULES = { kind: 'many', on_delete: 'cascade', required: false, label: 'شعبه‌ها', back_label: 'اداره', title: 'title', columns: ['note'] }; // biome-ignore format: one row

describe.each(ONE_ENGINE)(
  'related layers of a file on the %s engine',
  (kind) => {
    let w: TestWorld;
    let folder: string;
    const ids: Record<'offices' | 'branches' | 'letters', number> = { offices: 0, branches: 0, letters: 0 };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'related-in-'));
      w = await createWorld(kind);
      const { customer } = w.ids;
      const owner = (await w.call('super', 'GET', '/api/user/')).body.id as number;
      const layer = (label: string, type: 0 | 1 | 2 | 3, form: Field[], records: make.NewRecordData[]) =>
        make.createLayer(w.engine, { customer, owner, label, type, form, records });
      ids.offices = await layer('اداره‌ها', 1, OFFICES, Array.from({ length: 40 }, (_, i) => ({ geometry: point(50 + i / 100), value: { code: 100 + i, title: `o${i}` } }))); // biome-ignore format: one layer
      ids.branches = await layer('شعبه‌ها', 3, [{ name: 'of', label: 'اداره', type: 'integer' }, { name: 'note', label: 'یادداشت', type: 'text' }], Array.from({ length: 300 }, (_, i) => ({ geometry: box(50 + i / 100), value: { ...(i % 7 && { of: 100 + (i % 45) }), note: `b${i}` } }))); // biome-ignore format: one layer
      const { rows } = await sql<{ id: number }>`select id::float8 as id from record where layer_id = ${ids.offices}::int order by id`.execute(w.engine.db); // biome-ignore format: one query
      const reference = { layer: ids.offices, title: 'title' };
      ids.letters = await layer('نامه‌ها', 0, [{ name: 'office', label: 'اداره نامه', type: 'reference', reference }, { name: 'note', label: 'موضوع', type: 'text' }], Array.from({ length: 120 }, (_, i) => ({ geometry: null, value: { ...(i % 5 && { office: rows[i % 40]?.id as number }), note: `l${i}` } }))); // biome-ignore format: one layer
      const ends = { parent_layer: ids.offices, parent_field: 'code', child_layer: ids.branches, child_field: 'of' };
      expect((await w.call('super', 'POST', '/api/relation/', { name: 'شعبه‌های اداره', ...ends, ...RULES })).status).toBe(200); // biome-ignore format: one line
    });
    afterAll(async () => {
      await w.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function exported(layer: number): Promise<Buffer> {
      const { body } = await w.call('super', 'POST', `/api/export_token/${layer}/`, { format: 'gpkg', related: true });
      return Buffer.from((await w.call('super', 'GET', `/api/export/layerdata/${body.name}/${body.token}/`)).body);
    }
    const partOf = ({ name, type, fields }: Dataset, label = `${name} باز`) => ({
      dataset: name,
      type,
      label,
      fields: fields.map((field) => ({ source: field.name, label: field.name, type: field.type })),
    });
    async function importAll(
      content: Uint8Array,
      as = 'editor',
      change = (parts: ReturnType<typeof partOf>[]) => parts,
    ) {
      const upload = await w.upload(as, 'in.gpkg', content);
      const [first, ...related] = change(upload.datasets.map((dataset: Dataset) => partOf(dataset)));
      const order = { file_id: upload.file_id, ...first, related };
      const { status, body } = await w.call(as, 'POST', '/api/layer_import/', order);
      expect(status).toBe(200);
      return { upload, order, job: await waitForJob(w, body.id, as) };
    }
    /** Pairs of a parent's title and a child's note, as the relation joins them, whatever ids there are. */
    async function links(relation: {
      parent: { layer: number; field: string | null };
      child: { layer: number; field: string };
    }) {
      // biome-ignore format: one line
      const { parent, child } = relation;
      const own = parent.field === null ? sql`p.id::text` : sql`p.value->>${sql.lit(parent.field)}`;
      const { rows } = await sql<{ link: string }>`
        select concat(p.value->>'title', '/', c.value->>'note') as link from record p join record c on c.value->>${sql.lit(child.field)} = ${own}
          where p.layer_id = ${parent.layer}::int and c.layer_id = ${child.layer}::int order by 1`.execute(w.engine.db);
      return rows.map(({ link }) => link);
    }
    // biome-ignore lint/suspicious/noExplicitAny: relations of the wire
    const relationsOf = async (layer: number): Promise<any[]> =>
      (await w.call('super', 'GET', `/api/relation/?layer=${layer}&order=id`)).body.results;
    const layerOf = async (id: number, as = 'editor') => (await w.call(as, 'GET', `/api/layer/${id}/`)).body;
    const count = async () => Number((await w.engine.db.selectFrom('layer').select((b) => b.fn.countAll().as('n')).executeTakeFirstOrThrow()).n); // biome-ignore format: one query

    it.each(['with the GDAL of the host', 'with its own GDAL alone'])(
      'come back with equal counts, links and rules %s',
      async (how) => {
        const { PATH } = process.env;
        if (how.includes('own')) process.env.PATH = folder;
        const { upload, job } = await exported(ids.offices)
          .then((content) => importAll(content))
          .finally(() => {
            process.env.PATH = PATH;
          });
        expect(upload.datasets.map(({ name }: Dataset) => name).sort()).toEqual(['اداره‌ها', 'شعبه‌ها', 'نامه‌ها'].sort());
        expect(upload.relations.map(({ base, related }: { base: string; related: string }) => [base, related]).sort()).toEqual([['اداره‌ها', 'شعبه‌ها'], ['اداره‌ها', 'نامه‌ها']].sort()); // biome-ignore format: one list
        expect(job).toMatchObject({ state: 'done', rejected: 0, outcome: { relations: 2, unrelated: [] } });
        const newLayers = await Promise.all(job.outcome.layers.map((id: number) => layerOf(id)));
        const byLabel = (label: string) => newLayers.find((one) => one.label === `${label} باز`);
        const [offices, branches, letters] = ['اداره‌ها', 'شعبه‌ها', 'نامه‌ها'].map(byLabel);
        const before = await Promise.all([ids.offices, ids.branches, ids.letters].map((id) => layerOf(id, 'super')));
        // Of children only those that belong to a parent that left.
        const ofBranches = (await relationsOf(ids.branches))[0];
        const ofLetters = (await relationsOf(ids.letters))[0];
        expect([offices, branches, letters].map(({ record_count }) => record_count)).toEqual([before[0].record_count, (await links(ofBranches)).length, (await links(ofLetters)).length]); // biome-ignore format: one line
        expect([offices, branches, letters].map(({ type }) => type)).toEqual([1, 3, 0]);
        const [own] = await relationsOf(branches.id);
        expect(own).toMatchObject({ name: 'شعبه‌های اداره', ...RULES, parent: { layer: offices.id, field: 'code' }, child: { layer: branches.id, field: 'of' } }); // biome-ignore format: one row
        expect(await links(own)).toEqual(await links(ofBranches));
        const [named] = await relationsOf(letters.id);
        expect(named).toMatchObject({ id: null, parent: { layer: offices.id, field: null } });
        expect(await links(named)).toEqual(await links(ofLetters));
        expect(letters.config.form[0]).toMatchObject({ type: 'reference', reference: { layer: offices.id, title: 'title' } }); // biome-ignore format: one line
        expect(offices.config.form[0]).toMatchObject({ name: 'code', unique: true });
        // The database keeps the key apart, and nothing of the work is left.
        const twin = { layer: offices.id, value: { code: 100 }, geometry: point(50) };
        expect((await w.call('super', 'POST', '/api/layerdata/', twin)).status).toBe(400);
        // The job is told before its own tables are dropped.
        const left = async () => (await sql<{ n: number }>`select count(*)::int as n from pg_class where relname like ${`%${keysTable('')}%`} or relname like '%\\_pairs\\_%'`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one query
        await expect.poll(left, { timeout: 5000 }).toBe(0);
      },
    );

    it('come in without a relation whose key is not unique, and say so; where its column stays out the pairs make it', async () => {
      const path = join(folder, 'twins.gpkg');
      writeFileSync(path, await exported(ids.branches));
      const database = new sqlite.Database(path);
      // They call functions that GDAL alone has.
      for (const { name } of database.all("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
        database.exec(`DROP TRIGGER "${name}"`);
      database.exec('UPDATE "اداره‌ها" SET code = 101 WHERE code = 102');
      database.close();
      const { job } = await importAll(readFileSync(path));
      expect(job).toMatchObject({ state: 'done', outcome: { relations: 0, unrelated: ['شعبه‌های اداره'] } });
      const newLayers = await Promise.all(job.outcome.layers.map((id: number) => layerOf(id)));
      expect(newLayers.some(({ config }) => config.form.some(({ unique }: Field) => unique))).toBe(false);
      const { job: other } = await importAll(await exported(ids.branches), 'editor', (parts) =>
        parts.map((part) => ({ ...part, fields: part.fields.filter(({ source }) => source !== 'of') })),
      );
      // The pairs of the file tell the parents all the same.
      expect(other).toMatchObject({ state: 'done', outcome: { relations: 1, unrelated: [] } });
      const child = (await Promise.all(other.outcome.layers.map((id: number) => layerOf(id)))).find(
        ({ type }) => type === 3,
      );
      expect((await links((await relationsOf(child.id))[0])).length).toBe((await links((await relationsOf(ids.branches))[0])).length); // biome-ignore format: one line
    });

    it('of another program get a field that names the parent, unless a child has several', async () => {
      const lines = [1, 2, 3].map((i) => JSON.stringify({ type: 'Feature', properties: { title: `p${i}`, note: `c${i}` }, geometry: point(50 + i) })); // biome-ignore format: one list
      const path = await writeGpkg(folder, lines, 'parcels');
      const database = new sqlite.Database(path);
      database.exec(`
        CREATE TABLE visits (fid INTEGER PRIMARY KEY, note TEXT);
        INSERT INTO visits VALUES (10, 'v10'), (20, 'v20'), (30, 'v30');
        INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('visits', 'attributes', 'visits');
        CREATE TABLE gpkgext_relations (id INTEGER PRIMARY KEY AUTOINCREMENT, base_table_name TEXT NOT NULL, base_primary_column TEXT NOT NULL DEFAULT 'id',
          related_table_name TEXT NOT NULL, related_primary_column TEXT NOT NULL DEFAULT 'id', relation_name TEXT NOT NULL, mapping_table_name TEXT NOT NULL UNIQUE);
        CREATE TABLE one (base_id INTEGER, related_id INTEGER); INSERT INTO one VALUES (2, 10), (2, 20), (1, 30), (99, 30);
        CREATE TABLE several (base_id INTEGER, related_id INTEGER); INSERT INTO several VALUES (1, 10), (2, 10);
        INSERT INTO gpkgext_relations (base_table_name, base_primary_column, related_table_name, related_primary_column, relation_name, mapping_table_name)
          VALUES ('parcels', 'fid', 'visits', 'fid', 'attributes', 'several'), ('parcels', 'fid', 'visits', 'fid', 'attributes', 'one');
        INSERT INTO gpkg_extensions VALUES ('gpkgext_relations', NULL, 'gpkg_related_tables', 'http://www.geopackage.org/18-000.html', 'read-write'),
          ('one', NULL, 'gpkg_related_tables', 'http://www.geopackage.org/18-000.html', 'read-write'),
          ('several', NULL, 'gpkg_related_tables', 'http://www.geopackage.org/18-000.html', 'read-write');
        DELETE FROM one WHERE base_id = 99;`);
      database.close();
      const { job, upload } = await importAll(readFileSync(path), 'super');
      expect(upload.datasets.map(({ name }: Dataset) => name)).toEqual(['parcels', 'visits']);
      expect(job).toMatchObject({ state: 'done', outcome: { relations: 1 } });
      expect(job.outcome.unrelated).toHaveLength(1);
      const visits = job.outcome.layers[1] as number;
      const [relation, ...more] = await relationsOf(visits);
      expect([await links(relation), more]).toEqual([['p1/v30', 'p2/v10', 'p2/v20'], []]);
    });

    it('are all there or none, and are no dry run', async () => {
      const content = await exported(ids.offices);
      const before = await count();
      const upload = await w.upload('editor', 'in.gpkg', content);
      const [first, ...related] = upload.datasets.map((dataset: Dataset) => partOf(dataset));
      const order = { file_id: upload.file_id, ...first, related };
      for (const bad of [{ dry_run: true }, { related: [] }, { related: [{ ...related[0], dataset: 'nothing' }] }, { related: [{ ...related[0], fields: [{ source: 'nothing', label: 'x', type: 'text' }] }] }]) // biome-ignore format: one list
        expect((await w.call('editor', 'POST', '/api/layer_import/', { ...order, ...bad })).status).toBe(400);
      expect((await w.call('viewer', 'POST', '/api/layer_import/', order)).status).toBe(403);
      // The last part has no row that comes in.
      const broken = related.map((part: ReturnType<typeof partOf>, i: number) => (i === related.length - 1 ? { ...part, fields: part.fields.map((field) => ({ ...field, type: 'boolean' })) } : part)); // biome-ignore format: one list
      const { body } = await w.call('editor', 'POST', '/api/layer_import/', { ...order, related: broken });
      const job = await waitForJob(w, body.id, 'editor');
      const rejects = await w.call('editor', 'GET', `/api/job/${job.id}/rejects/`);
      expect([job.state, job.rejected > 0, String(rejects.body).includes(related.at(-1).dataset)]).toEqual(['done', true, true]); // biome-ignore format: one line
      expect(await count()).toBe(before + 3);
    });
  },
  180_000,
);
