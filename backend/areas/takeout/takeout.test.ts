// Bundles made, checked, put back and compared; and customers erased only when all is as it was counted. On both engines.
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelationInput } from '../../../contract/schemas/layers/relation';
import { PNG } from '../../../testing/pictures';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { insertRelation } from '../layers/relation/store';
import { startTrial } from '../subscription/service';
import { erase, planErasures } from './erase';
import { verify } from './open-bundle';
import { restore } from './restore';

const DAY_MS = 86_400_000;

describe.each(ONE_ENGINE)('takeout on the %s engine', (kind) => {
  let w: TestWorld;
  let time: Date | null = null;
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-takeout-'));
  const zip = join(folder, 'all.zip');
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => time ?? new Date());
  });
  afterAll(async () => {
    await w.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const world = () => ({ ...w.backend.world, now: () => time ?? new Date() });
  const count = async (table: string) => (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one line

  it('holds all that an organisation has, in forms that others read too', async () => {
    const record = w.ids.record;
    await w.call('super', 'PUT', `/api/layerdata/${record}/`, {
      value: { name: 'تهران بزرگ', population: 9_007_199_254_740 },
    });
    await w.call('super', 'DELETE', `/api/layerdata/${w.ids.spareRecord}/`);
    await w.form('super', '/api/layerdatafile/', {
      layer_data: record,
      label: 'عکس',
      path: new File([PNG as BlobPart], 'عکس.png'),
    });
    const group: object = {
      label: 'زیرگروه',
      description: 'شرح',
      parent: w.ids.group,
      layer: [w.ids.lines, w.ids.layer],
    };
    expect((await w.call('super', 'POST', '/api/layergroup/', group)).status).toBe(200);
    const relation: RelationInput = { name: 'راه‌های شهر', parent_layer: w.ids.layer, parent_field: 'name', child_layer: w.ids.lines, child_field: 'name', kind: 'many', on_delete: 'block', required: false, label: 'راه‌ها', back_label: 'شهر', title: null, columns: [] }; // biome-ignore format: one row
    const tie = await insertRelation(w.engine.db, w.ids.customer, relation);
    const save = (as: string, name: string, query: object, more: object = {}) =>
      w.call(as, 'POST', '/api/layerview/', { layer: w.ids.layer, name, query, ...more });
    const { id: superuser } = (await w.call('super', 'GET', '/api/user/')).body;
    const own = { column: 'creator', is: 'in', value: [superuser] };
    for (const answer of [
      await save(
        'super',
        'از من',
        { and: [own, { field: 'population', is: 'ge', value: 1 }] },
        { shared: true, order: '-id' },
      ),
      // Where the bundle is put back these records, this relation, this region and this person are others; ids have another order.
      await save('super', 'یک عارضه', { not: { column: 'id', is: 'in', value: [record] } }),
      await save('super', 'با راه', {
        relation: String(tie),
        side: 'children',
        related: { field: 'name', is: 'not_empty' },
      }),
      await save('super', 'در مرز', { place: 'within', region: w.ids.region }),
      await save('super', 'پیش از یکی', { column: 'id', is: 'lt', value: record }),
      await save('editor', 'از دیگری', { and: [] }),
    ])
      expect(answer.status).toBe(200);
    // What waits for approval, with whose work it is.
    await sql`update record set authors = '[1, 999]', first_id = 1, verdict = '{"action":"return","user":1,"reason":"x"}',
      unconfirmed = '{"value":{"name":"y"},"authors":[1,999],"at":"2026-01-01T00:00:00Z","first":999}' where id = ${record}::bigint`.execute(
      w.engine.db,
    );
    await sql`update record_file set pending = 'add'`.execute(w.engine.db);
    const { db } = w.engine;
    const role = await make.createRole(w.engine, w.ids.customer, 'آموزش‌دیدگان', [2]);
    for (const [key, text] of [['announcements/a', 'picture'], ['tutorials/1/a', 'film']] as const)
      await w.backend.world.storage.put(key, Buffer.from(text)); // biome-ignore format: two files
    await sql`insert into announcement (customer_id, creator_id, title, text, at, pinned, audience, image)
      values (${w.ids.customer}::int, ${superuser}::int, 'خبر', 'متن خبر', now(), true, 'roles', 'announcements/a')`.execute(
      db,
    );
    await sql`insert into announcement_role (announcement_id, role_id) select max(id), ${role}::int from announcement`.execute(
      db,
    );
    await sql`insert into tutorial (customer_id, creator_id, title, text, at, position, video_key, video_name, video_type, video_size)
      values (${w.ids.customer}::int, ${superuser}::int, 'آموزش', '# متن', now(), 3, 'tutorials/1/a', 'a.mp4', 'video/mp4', 4)`.execute(
      db,
    );
    const ordered = await w.call('super', 'POST', '/api/takeout/', {});
    expect(ordered.status).toBe(200);
    let job = ordered.body;
    for (let i = 0; i < 200 && (job.state === 'waiting' || job.state === 'running'); i++) {
      await new Promise((r) => setTimeout(r, 100));
      job = (await w.call('super', 'GET', `/api/job/${job.id}/`)).body;
    }
    expect(job).toMatchObject({ state: 'done', kind: 'export' });
    const fetched = await w.call('super', 'GET', `/api/takeout/${job.id}/`);
    expect(fetched.status).toBe(200);
    writeFileSync(zip, fetched.body);
    for (const [as, status] of [['viewer', 403], ['stranger', 404]] as const)
      expect((await w.call(as, 'GET', `/api/takeout/${job.id}/`)).status).toBe(status); // biome-ignore format: two people
    const manifest = await verify(zip);
    expect(manifest.layers.map((l) => l.label)).toEqual(['شهرها', 'راه‌ها', 'زمین‌ها', 'یدکی', 'محرمانه']);
    expect(manifest.layers[0]).toMatchObject({ records: 3, files: 1, logged: 3 });
    const inside = unzipSync(readFileSync(zip));
    const gpkg = join(folder, 'layer.gpkg');
    writeFileSync(gpkg, inside[`layers/${w.ids.layer}/layer.gpkg`] as Uint8Array);
    try {
      const said = execFileSync('ogrinfo', ['-ro', '-al', '-so', gpkg], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      expect(said).toMatch(/Feature Count: 2/);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
    expect(new TextDecoder().decode(inside[`layers/${w.ids.layer}/style.sld`])).toContain('StyledLayerDescriptor');
    const whole = Object.values(inside)
      .map((part) => new TextDecoder().decode(part))
      .join('\n');
    expect(whole).not.toMatch(/argon2/);
  });

  it('comes back whole into another organisation, or not at all', async () => {
    const other = await make.createCustomer(w.engine, 'back.test', {});
    const again = await make.createPerson(w.engine, other, { username: 'super', password: 'Clear-Water-7' });
    const role = await make.createRole(w.engine, other, 'آموزش‌دیدگان', [2]);
    const before = await count('record');
    const { layers, records, files } = await restore(world(), other, zip);
    expect([layers.size, records, files]).toEqual([5, 6 + 1 - 1, 1]);
    const id = layers.get(w.ids.layer);
    const { rows } = await sql<{ same: number; mine: number; gone: number }>`
      select (select count(*)::int from record a join record b on b.layer_id = ${id}::int and a.layer_id = ${w.ids.layer}::int
                and a.value = b.value and a.geom = b.geom and a.status = b.status and a.created = b.created and a.version = b.version and a.search = b.search) as same,
             (select count(*)::int from record where layer_id = ${id}::int and creator_id = ${again}::int) as mine,
             (select count(*)::int from record where layer_id = ${id}::int and deleted_at is not null) as gone`.execute(
      w.engine.db,
    );
    expect(rows[0]).toEqual({ same: 3, mine: 3, gone: 1 });
    const { rows: ties } = await sql<{ description: string; parent: string; layers: string[]; relation: object }>`
      select g.description, p.label as parent,
          (select jsonb_agg(l.label order by m.position) from layer_group_layer m join layer l on l.id = m.layer_id where m.group_id = g.id) as layers,
          (select jsonb_build_object('name', r.name, 'parent', a.label, 'child', b.label) from layer_relation r join layer a on a.id = r.parent_layer
            join layer b on b.id = r.child_layer where r.customer_id = g.customer_id) as relation
        from layer_group g join layer_group p on p.id = g.parent_id where g.customer_id = ${other}::int and g.label = 'زیرگروه'`.execute(
      w.engine.db,
    );
    const relation = { name: 'راه‌های شهر', parent: 'شهرها', child: 'راه‌ها' };
    expect(ties).toMatchObject([{ description: 'شرح', layers: ['راه‌ها', 'شهرها'], relation }]);
    const { rows: views } = await sql`
      select v.name, v.query, v.sort, v.shared from layer_view v where v.layer_id = ${id}::int and v.account_id = ${again}::int order by v.id`.execute(
      w.engine.db,
    );
    const mine = [
      { column: 'creator', is: 'in', value: [again] },
      { field: 'population', is: 'ge', value: 1 },
    ];
    const { record } = w.ids;
    const { rows: now } = await sql<{ record: number; relation: string; region: number }>`
      select (select b.id::float8 from record a join record b on b.layer_id = ${id}::int and b.created = a.created and b.value = a.value where a.id = ${record}::bigint) as record,
        (select r.id::text from layer_relation r where r.customer_id = ${other}::int) as relation,
        (select b.id from region a join region b on b.customer_id = ${other}::int and b.label = a.label where a.id = ${w.ids.region}::int) as region`.execute(w.engine.db); // biome-ignore format: one query
    const { record: freshRecord, relation: freshRelation, region } = now[0] as (typeof now)[number];
    expect(freshRecord).not.toBe(record);
    expect(views).toEqual([
      { name: 'از من', query: { and: mine }, sort: '-id', shared: true },
      { name: 'یک عارضه', query: { not: { column: 'id', is: 'in', value: [freshRecord] } }, sort: null, shared: false },
      { name: 'با راه', query: { relation: freshRelation, side: 'children', related: { field: 'name', is: 'not_empty' } }, sort: null, shared: false },
      { name: 'در مرز', query: { place: 'within', region }, sort: null, shared: false },
    ]); // biome-ignore format: four rows
    const { rows: fileRows } = await sql<{
      key: string;
      name: string;
      pending: string | null;
    }>`select key, name, pending from record_file where layer_id = ${id}::int`.execute(w.engine.db);
    expect(fileRows[0]).toMatchObject({ name: 'عکس.png', pending: 'add' });
    const { rows: step } = await sql`select action, file from record_log where layer_id = ${id}::int and file is not null`.execute(w.engine.db); // biome-ignore format: one query
    expect(step).toEqual([{ action: 'add_file', file: 'عکس' }]);
    expect((await world().storage.getBytes(fileRows[0]?.key ?? '')).length).toBeGreaterThan(20);
    expect(await count('record')).toBe((before ?? 0) + records);

    const { rows: newsRows } = await sql<{ key: string }>`
      select title, text, creator_id, pinned, audience, image as key, (select array_agg(role_id) from announcement_role where announcement_id = n.id) as roles
        from announcement n where customer_id = ${other}::int
      union all select title, text, creator_id, null, audience, video_key, null from tutorial where customer_id = ${other}::int and position = 3`.execute(w.engine.db); // biome-ignore format: one query
    expect(newsRows).toMatchObject([
      { title: 'خبر', text: 'متن خبر', creator_id: again, pinned: true, audience: 'roles', roles: [role] },
      { title: 'آموزش', text: '# متن', creator_id: again, audience: 'all' },
    ]);
    const bytesOf = async (key: string) => Buffer.from(await world().storage.getBytes(key)).toString();
    expect([await bytesOf(newsRows[0]?.key ?? ''), await bytesOf(newsRows[1]?.key ?? '')]).toEqual(['picture', 'film']);
    expect(Number((await w.engine.db.selectFrom('customer').select('files_bytes').where('id', '=', other).executeTakeFirst())?.files_bytes)).toBeGreaterThan(4); // biome-ignore format: one question

    // One changed byte: nothing of it comes in.
    const bytes = readFileSync(zip);
    const at = bytes.indexOf(Buffer.from('records.ndjson')) + 40;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    const broken = join(folder, 'broken.zip');
    writeFileSync(broken, bytes);
    await expect(restore(world(), other, broken)).rejects.toThrow(/damaged|manifest|missing/);
    writeFileSync(broken, 'no zip');
    await expect(verify(broken)).rejects.toThrow(/no zip/);
    await expect(restore(world(), 999_999, zip)).rejects.toThrow(/no such organisation/);
    expect(await count('record')).toBe((before ?? 0) + records);
  });

  it('is made before a customer is erased, who goes only as counted, and alone', async () => {
    const trial = await make.createCustomer(w.engine, 'trial.test', {});
    const owner = await make.createPerson(w.engine, trial, { username: 'guest', password: 'Clear-Water-7' });
    const layer = await make.createLayer(w.engine, { customer: trial, owner, label: 'کوتاه', type: 1, form: [], records: [{ geometry: { type: 'Point', coordinates: [51, 35] }, value: {} }] }); // biome-ignore format: one layer
    await startTrial(w.engine.db, trial, new Date());
    const others = async () => (await sql<{ t: string }>`select md5(string_agg(r::text, '' order by r.id)) as t from record r where layer_id <> ${layer}::int`.execute(w.engine.db)).rows[0]?.t; // biome-ignore format: one line
    const hash = await others();
    const on = (days: number) => {
      time = new Date(Date.now() + days * DAY_MS);
    };
    on(29);
    expect(await planErasures(world())).toEqual([]);
    on(30.1);
    expect(await planErasures(world())).toEqual([trial]);
    expect(await planErasures(world())).toEqual([]);
    expect(await erase(world())).toEqual([]);
    // Something came in since it was counted: it is counted again.
    await make.createRegion(w.engine, trial, 'تازه', { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] }); // biome-ignore format: a triangle
    on(31.2);
    expect(await erase(world())).toEqual([]);
    expect(await planErasures(world())).toEqual([trial]);
    // Whoever pays stays.
    await sql`update subscription set ends = ends + interval '30 days' where customer_id = ${trial}::int`.execute(
      w.engine.db,
    );
    on(33);
    expect(await erase(world())).toEqual([]);
    expect(await planErasures(world())).toEqual([]);
    on(61);
    expect(await planErasures(world())).toEqual([trial]);
    const { rows } = await sql<{ backup: string; counted: Record<string, number> }>`select backup, counted from erasure where customer_id = ${trial}::int`.execute(w.engine.db); // biome-ignore format: one line
    expect(rows[0]?.counted).toEqual({ layers: 1, records: 1, files: 0, people: 1, regions: 1, logged: 0 });
    on(62.1);
    expect(await erase(world())).toEqual([trial]);
    expect((await sql`select 1 from customer where id = ${trial}::int`.execute(w.engine.db)).rows).toEqual([]);
    expect((await sql`select 1 from pg_class where relname = ${`record_${layer}`}`.execute(w.engine.db)).rows).toEqual(
      [],
    );
    expect(await others()).toBe(hash);
    const { rows: auditRows } = await sql<{ object: string }>`select object from audit where call = 'subscription.erase' and customer_id = ${trial}::int`.execute(w.engine.db); // biome-ignore format: one line
    expect(auditRows[0]?.object).toContain(rows[0]?.backup);
    // The bundle of the one who is gone can be put back.
    const path = join(folder, 'gone.zip');
    await pipeline(await world().storage.getStream(rows[0]?.backup ?? ''), createWriteStream(path));
    const back = await make.createCustomer(w.engine, 'trial-again.test', {});
    expect((await restore(world(), back, path)).records).toBe(1);
    time = null;
  });
});
