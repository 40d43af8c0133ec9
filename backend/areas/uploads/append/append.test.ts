// Rows of a file into a layer that exists: nothing doubled, nothing half done, and taken back as one act.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { waitForJob } from '../../../../testing/wait-for-job';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import * as make from '../../../seed/builders';

const FORM: Field[] = [
  { name: 'code', label: 'کد', type: 'text', required: true },
  { name: 'name', label: 'نام', type: 'text' },
  { name: 'n', label: 'شمار', type: 'integer' },
  { name: 'kind', label: 'گونه', type: 'choice', choices: [{ value: 'w', label: 'چاه' }, { value: 's', label: 'چشمه' }] }, // biome-ignore format: one field
];
type Row = [code: string, name: string, n: number, lon?: number];
const csv = (rows: readonly Row[]) =>
  ['code,name,n,lon,lat', ...rows.map(([code, name, n, lon = 51.5]) => `${code},${name},${n},${lon},35.5`)].join('\n');
const many = (count: number, of: (i: number) => Row = (i) => [`c${i}`, `نام ${i}`, i]) =>
  Array.from({ length: count }, (_, i) => of(i));

describe.each(ONE_ENGINE)(
  'appends with a match on the %s engine',
  (kind) => {
    let w: TestWorld;
    let role: number;
    let regionalLayer: number;
    /** A layer to which the editors may only add. */
    let adding: number;
    beforeAll(async () => {
      w = await createWorld(kind);
      role = (await w.engine.db.selectFrom('role').select('id').where('name', '=', 'editing').executeTakeFirstOrThrow())
        .id;
      // Before anybody has signed in: what a person may do is remembered for a while.
      adding = await newLayer([]);
      await sql`update layer_permission set edit = false where layer_id = ${adding}::int`.execute(w.engine.db);
      regionalLayer = await newLayer([['in', 'یک', 1, 51.5], ['out', 'دو', 2, 59]]); // biome-ignore format: two rows
    });
    afterAll(() => w.close());

    const newLayer = async (rows: readonly Row[], form = FORM) => {
      const layer = await make.createLayer(w.engine, {
        customer: w.ids.customer,
        owner: 1,
        label: 'l',
        type: 1,
        form,
        records: rows.map(([code, name, n, lon = 51.5]) => ({
          geometry: { type: 'Point', coordinates: [lon, 35.5] },
          value: { code, name, n },
        })),
      });
      await make.createPermission(w.engine, role, layer, { view: true, add: true, edit: true, delete: true });
      return layer;
    };
    const MAPPING = { code: 'code', name: 'name', n: 'n' };
    const order = async (layer: number, rows: readonly Row[] | string, more: object = {}, as = 'super') => {
      const text = typeof rows === 'string' ? rows : csv(rows);
      const file = await w.upload(as, 'a.csv', Buffer.from(text));
      const { dry_run, ...meta } = more as { dry_run?: boolean };
      return w.call(as, 'POST', '/api/layer_append/', {
        file_id: file.file_id,
        srid: 4326,
        place: { x: 'lon', y: 'lat', notation: 'decimal' },
        ...(dry_run ? { dry_run } : {}),
        append_metadata: { field_mapping: MAPPING, layer_id: layer, dataset_layer: file.datasets[0].name, geom_type: 1, file_id: file.file_id, ...meta }, // biome-ignore format: one object
      });
    };
    const append = async (layer: number, rows: readonly Row[] | string, more: object = {}, as = 'super') => {
      const started = await order(layer, rows, more, as);
      expect([started.status, started.body.detail]).toEqual([200, undefined]);
      return waitForJob(w, started.body.id, as);
    };
    const undo = async (id: string) => {
      const started = await w.call('super', 'POST', `/api/job/${id}/undo/`);
      return started.status === 200 ? waitForJob(w, started.body.id, 'super') : started;
    };
    const values = async (layer: number) =>
      (await sql<{ v: Record<string, unknown>; x: number }>`select value as v, st_x(geom) as x from ${sql.table(partition(layer))} where deleted_at is null order by value->>'code', id`.execute(w.engine.db)).rows.map(({ v, x }) => [v.code, v.name, v.n, x]); // biome-ignore format: one query
    /** Every byte of the records that are there, their history and their version left out. */
    const bytes = async (layer: number) =>
      (await sql<{ h: string }>`select md5(string_agg(id || value::text || search || st_asewkb(geom)::text || status || coalesce(unconfirmed::text, ''), ',' order by id)) as h from ${sql.table(partition(layer))} where deleted_at is null`.execute(w.engine.db)).rows[0]?.h; // biome-ignore format: one query
    const count = async (layer: number) => (await w.call('super', 'GET', `/api/layer/${layer}/`)).body.record_count;
    const update = { match: { field: 'code', on: 'update' } };

    it('tells keys apart that begin alike for longer than an index follows them', async () => {
      const start = 'ک'.repeat(300);
      const layer = await newLayer([[`${start}1`, 'یک', 1], [`${start}2`, 'دو', 2]]); // biome-ignore format: two rows
      const job = await append(layer, [[`${start}2`, 'تازه', 2], [`${start}3`, 'سه', 3]], update); // biome-ignore format: two rows
      expect(job.outcome).toEqual({ added: 1, changed: 1, same: 0, skipped: 0 });
      expect((await values(layer)).map(([, name]) => name)).toEqual(['یک', 'تازه', 'سه']);
    });

    it('tells new, changed and same before it writes, and changes nothing the second time', async () => {
      const rows = many(1200);
      const layer = await newLayer(rows.slice(0, 800));
      const next = rows.map(([code, name, n], i): Row => [code, i < 500 ? `${name} تازه` : name, n, i === 700 ? 51.6 : 51.5]); // biome-ignore format: one row
      const split = { added: 400, changed: 501, same: 299, skipped: 0 };
      const before = await bytes(layer);
      const dry = await append(layer, next, { ...update, dry_run: true });
      expect([dry.outcome, dry.can_undo, await bytes(layer)]).toEqual([split, false, before]);
      const job = await append(layer, next, update);
      expect([job.state, job.outcome, job.imported, job.can_undo]).toEqual(['done', split, 901, true]);
      expect((await values(layer)).map(([code]) => code)).toEqual(rows.map(([code]) => code).sort());
      expect((await values(layer)).filter(([, , n]) => n === 499 || n === 700)).toEqual([['c499', 'نام 499 تازه', 499, 51.5], ['c700', 'نام 700', 700, 51.6]]); // biome-ignore format: two rows
      expect(await count(layer)).toBe(1200);
      const after = await bytes(layer);
      const again = await append(layer, next, update);
      expect(again.outcome).toEqual({ added: 0, changed: 0, same: 1200, skipped: 0 });
      expect([await bytes(layer), await count(layer)]).toEqual([after, 1200]);
      const steps = await sql<{ n: number }>`select count(*)::int as n from record_log where layer_id = ${layer}::int and action = 'edit'`.execute(w.engine.db); // biome-ignore format: one query
      expect(steps.rows[0]?.n).toBe(501);
      // Taken back as one act: what was changed is what it was, what was added lies in the trash.
      const back = await undo(job.id);
      expect([back.kind, back.state, back.outcome]).toEqual(['undo', 'done', expect.objectContaining({ removed: 400, restored: 501, left: 0 })]); // biome-ignore format: one line
      expect([await bytes(layer), await count(layer)]).toEqual([before, 800]);
      expect((await undo(job.id)).status).toBe(409);
    });

    it('leaves what was changed since, and lists it', async () => {
      const layer = await newLayer(many(3));
      const job = await append(layer, many(5, (i) => [`c${i}`, 'تازه', i]), update); // biome-ignore format: one call
      const [first] = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&value__code=c1`)).body.results;
      expect((await w.call('super', 'PUT', `/api/layerdata/${first.id}/`, { value: { name: 'دستی' } })).status).toBe(200); // biome-ignore format: one call
      const back = await undo(job.id);
      expect([back.outcome.removed, back.outcome.restored, back.outcome.left_ids]).toEqual([2, 2, [first.id]]);
      expect((await values(layer)).map(([code, name]) => [code, name])).toEqual([['c0', 'نام 0'], ['c1', 'دستی'], ['c2', 'نام 2']]); // biome-ignore format: three rows
    });

    it('skips, adds, and refuses rows that do not know one record', async () => {
      const layer = await newLayer([['a', 'یک', 1], ['b', 'دو', 2], ['b', 'دو', 3]]); // biome-ignore format: three rows
      const rows: Row[] = [['a', 'دیگر', 1], ['b', 'دیگر', 1], ['c', 'سه', 1], ['c', 'سه', 2], ['', 'بی‌کد', 1]]; // biome-ignore format: five rows
      const skipped = await append(layer, rows, { match: { field: 'code', on: 'skip' }, dry_run: true });
      expect([skipped.outcome, skipped.rejected]).toEqual([{ added: 1, changed: 0, same: 0, skipped: 2 }, 2]);
      const updated = await append(layer, rows, { ...update, dry_run: true });
      expect([updated.outcome, updated.rejects.map((r: { row: number }) => r.row).sort()]).toEqual([{ added: 1, changed: 1, same: 0, skipped: 0 }, [2, 4, 5]]); // biome-ignore format: one line
      const added = await append(layer, rows.slice(0, 3), { match: { field: 'code', on: 'add' } });
      expect([added.outcome.added, await count(layer)]).toEqual([3, 6]);
    });

    it('changes fields that the file has alone, and adds nothing that lacks a required one', async () => {
      const layer = await newLayer([['a', 'یک', 1]], [{ name: 'name', label: 'نام', type: 'text', required: true }, { name: 'code', label: 'کد', type: 'text', unique: true }, FORM[2] as Field]); // biome-ignore format: one form
      const job = await append(layer, [['a', '', 7], ['z', '', 8]], { ...update, field_mapping: { code: 'code', n: 'n' } }); // biome-ignore format: one call
      expect([job.outcome, job.rejected]).toEqual([{ added: 0, changed: 1, same: 0, skipped: 0 }, 1]);
      expect(await values(layer)).toEqual([['a', 'یک', 7, 51.5]]);
    });

    it('reads words of the file as choices', async () => {
      const layer = await newLayer([]);
      const text = 'code,k,lon,lat\na,آب‌چاه,51.5,35.5\nb,هیچ,51.5,35.5\n';
      const job = await append(layer, text, { field_mapping: { code: 'code', k: 'kind' }, words: { kind: { آب‌چاه: 'w', هیچ: '' } } }); // biome-ignore format: one call
      expect([job.imported, job.rejected]).toEqual([2, 0]);
      const { results } = (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body;
      expect(results.map((r: { value: { kind: unknown } }) => r.value.kind)).toEqual(['w', null]);
    });

    it('lets changes of a supervised layer wait, and takes them back whole', async () => {
      const layer = await newLayer(many(2));
      await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { supervised: true } });
      const before = await bytes(layer);
      const rows = many(3, (i) => [`c${i}`, 'تازه', i]);
      const job = await append(layer, rows, update);
      expect(job.outcome).toEqual({ added: 1, changed: 2, same: 0, skipped: 0 });
      expect((await values(layer)).map(([, name]) => name)).toEqual(['نام 0', 'نام 1', 'تازه']);
      // What waits lies over what is published: the second time nothing differs.
      expect((await append(layer, rows, update)).outcome).toEqual({ added: 0, changed: 0, same: 3, skipped: 0 });
      const back = await undo(job.id);
      expect([back.outcome.removed, back.outcome.restored, await bytes(layer)]).toEqual([1, 2, before]);
    });

    it('changes nothing outside of a person\u2019s regions, and nothing without the right to edit', async () => {
      const layer = regionalLayer;
      const job = await append(layer, [['in', 'تازه', 1, 51.5], ['out', 'تازه', 2, 51.5]], update, 'regional'); // biome-ignore format: one call
      expect([job.outcome.changed, job.rejected]).toEqual([1, 1]);
      expect((await values(layer)).map(([, name]) => name)).toEqual(['تازه', 'دو']);
      expect((await order(adding, [['in', 'دیگر', 1]], update, 'editor')).status).toBe(403);
      const unmapped = await order(layer, [['in', 'دیگر', 1]], { match: { field: 'kind', on: 'skip' } });
      expect([unmapped.status, Object.keys(unmapped.body.fields)]).toEqual([400, ['append_metadata.match.field']]);
    });

    it('doubles nothing when four appends of the same file are ordered at once', async () => {
      const layer = await newLayer(many(50));
      const rows = many(400);
      const answers = await Promise.all([1, 2, 3, 4].map(() => order(layer, rows, update))); // biome-ignore format: one call
      const jobs = await Promise.all(answers.map(({ body }) => waitForJob(w, body.id, 'super')));
      expect(jobs.map((j) => j.state)).toEqual(['done', 'done', 'done', 'done']);
      expect(jobs.map((j) => j.outcome.added).sort((a, b) => a - b)).toEqual([0, 0, 0, 350]);
      expect([await count(layer), (await values(layer)).length]).toEqual([400, 400]);
    });
  },
  120_000,
);
