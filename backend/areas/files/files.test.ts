// Files of records on both engines: what may be kept, who may reach it, how it is sent, and the customer's limit.
import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../../contract/fields/files/file';
import { JPEG, PNG } from '../../../testing/pictures';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { fileName, fits, MAX_FILES, oneLine, readFile } from './rules';
import { filesOf } from './store';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const XML_SVG = Buffer.concat([Buffer.from('<?xml version="1.0"?>'), SVG]);
const ZIP = Buffer.from(zipSync({ 'a.txt': Buffer.from('a') }));
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);

describe('what may hang on a record', () => {
  it.each([
    ['photo.jpg', JPEG, 'image/jpeg'],
    ['PHOTO.JPEG', JPEG, 'image/jpeg'],
    ['عکس.png', PNG, 'image/png'],
    ['plan.pdf', PDF, 'application/pdf'],
    ['a.zip', ZIP, 'application/zip'],
    ['a.kmz', ZIP, 'application/vnd.google-earth.kmz'],
    ['یادداشت.txt', Buffer.from('متن فارسی\r\n'), 'text/plain'],
    ['cp1256.csv', Buffer.from([0xc7, 0xe1, 0x2c, 0x31]), 'text/csv'],
    ['a.kml', Buffer.from('<?xml version="1.0"?><kml/>'), 'application/vnd.google-earth.kml+xml'],
  ])('%s is kept', async (name, bytes, type) => {
    expect((await readFile(name, bytes))?.type).toBe(type);
  });

  it.each([
    ['evil.svg', SVG],
    ['evil.svg', XML_SVG],
    ['evil.png', XML_SVG],
    ['evil.html', HTML],
    ['evil.htm', HTML],
    ['evil.jpg', PNG],
    ['evil.pdf', JPEG],
    ['evil.exe', EXE],
    ['evil.txt', EXE],
    ['evil.docx', ZIP],
    ['evil.png.html', PNG],
    ['evil', PNG],
    ['evil.__proto__', Buffer.from('a')],
    ['evil.toString', PNG],
    ['empty.txt', Buffer.alloc(0)],
    ['cut.jpg', JPEG.subarray(0, 300)],
    ['', PNG],
  ])('%s is refused', async (name, bytes) => {
    expect(await readFile(name, bytes)).toBeNull();
  });

  it('keeps nothing of what is hidden behind a picture', async () => {
    const cleaned = await readFile('a.png', Buffer.concat([PNG, HTML]));
    expect(cleaned?.bytes.includes('script')).toBe(false);
  });

  it('makes names that read as what they are', () => {
    expect(fileName('..\\..\\a/b/نقشه.pdf')).toBe('نقشه.pdf');
    expect(fileName('photo\u202egpj.exe')).toBe('photo gpj.exe');
    expect(fileName(`${'x'.repeat(300)}.pdf`)).toMatch(/^x{196}\.pdf$/);
    expect(oneLine('a\0b\r\nc\ud800')).toBe('a b  c');
    expect(() => encodeURIComponent(fileName('\ud83d.pdf'))).not.toThrow();
  });

  it('counts megabytes exactly', () => {
    expect([fits(null, 1e15, 1), fits(1, 0, 1024 * 1024), fits(1, 1, 1024 * 1024), fits(0, 0, 1)]).toEqual([true, true, false, false]); // biome-ignore format: one line
  });
});

describe.each(ONE_ENGINE)('files of records on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const send = (
    as: string,
    record: number | string,
    name: string,
    bytes: Uint8Array,
    more: Record<string, unknown> = {},
  ) => w.form(as, '/api/layerdatafile/', { layer_data: record, path: new File([bytes as BlobPart], name), ...more });
  const list = (as: string, record: number) => w.call(as, 'GET', `/api/layerdatafile/?layer_data=${record}`);
  const newRecord = async (as = 'editor', lon = 51.4) =>
    (
      await w.call(as, 'POST', '/api/layerdata/', {
        layer: w.ids.layer,
        value: { name: 'با فایل' },
        geometry: { type: 'Point', coordinates: [lon, 35.7] },
      })
    ).body.id as number;
  const keptBytes = async () =>
    (
      await w.engine.db
        .selectFrom('customer')
        .select('files_bytes')
        .where('id', '=', w.ids.customer)
        .executeTakeFirstOrThrow()
    ).files_bytes;
  const keys = async (record: number) =>
    (await w.engine.db.selectFrom('record_file').select('key').where('record_id', '=', record).execute()).map(
      (r) => r.key,
    );
  const limit = (megabytes: number | null) =>
    sql`update customer set config = ${megabytes === null ? sql`config - 'disk_limit'` : sql`config || jsonb_build_object('disk_limit', ${megabytes}::int)`} where id = ${w.ids.customer}::int`.execute(
      w.engine.db,
    );
  const exists = async (key: string) => {
    const { existsSync } = await import('node:fs');
    return existsSync(`${w.config.dataDir}/storage/${key}`);
  };

  it('keeps a file, lists it, gives it back whole and only as an attachment, and removes it', async () => {
    const record = await newRecord();
    const before = await keptBytes();
    const { status, body } = await send('editor', record, 'نقشه ملک.pdf', PDF, { label: ' سند ' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        label: 'سند',
        name: 'نقشه ملک.pdf',
        size: PDF.length,
        type: 'application/pdf',
        layer_data: record,
      }),
    ]);
    expect(body.user.username).toBe('editor');
    expect((await list('viewer', record)).body).toEqual([body]);
    expect((await w.call('viewer', 'GET', `/api/layerdata/${record}/`)).body.files).toBe(1);
    expect(await keptBytes()).toBe(before + PDF.length);
    const got = await w.call('viewer', 'GET', body.path);
    expect(got.status).toBe(200);
    expect(createHash('sha256').update(got.body).digest('hex')).toBe(createHash('sha256').update(PDF).digest('hex'));
    expect(got.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-length': String(PDF.length),
    });
    expect(got.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''%D9%86/);
    expect(got.headers['content-security-policy']).toContain('sandbox');
    const [key = ''] = await keys(record);
    expect(key).toMatch(/^files\/\d+\/[0-9a-f-]{36}$/);
    expect(await exists(key)).toBe(true);
    const remove = `/api/layerdatafile/${body.id}/?layer_data=${record}`;
    expect((await w.call('viewer', 'DELETE', remove)).status).toBe(403);
    expect((await w.call('editor', 'DELETE', remove)).status).toBe(200);
    expect([(await w.call('editor', 'DELETE', remove)).status, (await w.call('editor', 'GET', body.path)).status]).toEqual([404, 404]); // biome-ignore format: one line
    expect([await exists(key), await keptBytes()]).toEqual([false, before]);
  });

  it('takes the place out of a photo before it is kept', async () => {
    const record = await newRecord();
    const { body } = await send('editor', record, 'photo.jpg', JPEG);
    const got = await w.call('editor', 'GET', body.path);
    expect([got.body.length, got.body.includes('SecretPhone')]).toEqual([body.size, false]);
    expect(body.size).toBeLessThan(JPEG.length);
    expect(body.label).toBe('photo.jpg');
  });

  it('opens to nobody what his record does not', async () => {
    const record = await newRecord('editor', 51.5);
    const far = w.ids.spareRecord;
    const { body } = await send('editor', record, 'a.pdf', PDF);
    const other = await newRecord();
    const { rows } = await sql<{ id: number }>`select id from record where layer_id = ${w.ids.secret}::int`.execute(
      w.engine.db,
    );
    const secret = (rows[0] as { id: number }).id;
    const hidden = (await send('super', secret, 'secret.pdf', PDF)).body;
    for (const [as, id, status] of [
      ['viewer', record, 403],
      ['editor', secret, 404],
      ['regional', far, 404],
      ['regional', record, 200],
      ['editor', 999_999_999, 404],
    ] as const)
      expect([as, id, (await send(as, id, 'b.pdf', PDF)).status]).toEqual([as, id, status]);
    for (const [as, path] of [
      ['editor', hidden.path],
      ['editor', `/api/layerdatafile/${hidden.id}/content/?layer_data=${record}`],
      ['editor', `/api/layerdatafile/${body.id}/content/?layer_data=${other}`],
      ['stranger', body.path],
      ['editor', `/api/layerdatafile/-1/content/?layer_data=${record}`],
      ['editor', `/api/layerdatafile/9223372036854775808/content/?layer_data=${record}`],
      ['editor', `/api/layerdatafile/x/content/?layer_data=${record}`],
      ['editor', `/api/layerdatafile/?layer_data=${secret}`],
      ['stranger', `/api/layerdatafile/?layer_data=${record}`],
    ] as const)
      expect([path, (await w.call(as, 'GET', path)).status]).toEqual([path, 404]);
    for (const path of [
      `/api/layerdatafile/${hidden.id}/?layer_data=${secret}`,
      `/api/layerdatafile/${hidden.id}/?layer_data=${record}`,
    ])
      expect((await w.call('editor', 'DELETE', path)).status).toBe(404);
    expect((await list('super', secret)).body).toHaveLength(1);
    expect((await w.call('editor', 'GET', '/api/layerdatafile/')).status).toBe(400);
  });

  it('refuses what is no proper form, and leaves nothing behind', async () => {
    const record = await newRecord();
    const before = await keptBytes();
    const stored = async () =>
      (await import('node:fs')).readdirSync(`${w.config.dataDir}/storage/files/${w.ids.customer}`).length;
    const files = await stored();
    for (const [name, bytes, more, status] of [
      ['a.svg', SVG, {}, 400],
      ['a.pdf', PDF, { colour: 1 }, 400],
      ['a.pdf', PDF, { label: 'x'.repeat(201) }, 400],
      ['a.pdf', PDF, { other: new File([PDF as BlobPart], 'b.pdf') }, 400],
      ['a.txt', Buffer.alloc(MAX_FILE_BYTES + 1, 97), {}, 413],
    ] as const) {
      const answer = await send('editor', record, name, bytes, more);
      expect([name, answer.status, typeof answer.body.detail]).toEqual([name, status, 'string']);
    }
    for (const id of ['', 'x', '-1', '9223372036854775808', '1 or 1=1'])
      expect([id, (await send('editor', id, 'a.pdf', PDF)).status]).toEqual([id, 400]);
    expect((await w.form('editor', '/api/layerdatafile/', { layer_data: record, label: 'x' })).status).toBe(400);
    expect((await w.call('editor', 'POST', '/api/layerdatafile/', { layer_data: record })).status).toBe(400);
    expect([await keptBytes(), (await list('editor', record)).body, await stored()]).toEqual([before, [], files]);
    expect((await send('editor', '۱۲۳۴۵۶۷۸', 'a.pdf', PDF)).status).toBe(404);
  });

  it('holds the limits: files of a record, bytes of a customer, also for two at once', async () => {
    const record = await newRecord();
    await sql`insert into record_file (customer_id, layer_id, record_id, label, name, type, size, key)
      select ${w.ids.customer}::int, ${w.ids.layer}::int, ${record}::bigint, 'x', 'x.txt', 'text/plain', 0, 'none/' || i from generate_series(1, ${MAX_FILES - 1}::int) i`.execute(
      w.engine.db,
    );
    expect((await send('editor', record, 'a.pdf', PDF)).status).toBe(200);
    const many = await send('editor', record, 'a.pdf', PDF);
    expect([many.status, many.body.code]).toEqual([403, 412]);
    const other = await newRecord();
    const big = Buffer.alloc(700 * 1024, 97);
    const room = Math.ceil((await keptBytes()) / 1024 / 1024) + 1;
    await limit(room);
    const answers = await Promise.all([1, 2, 3].map((i) => send('editor', other, `${i}.txt`, big)));
    expect(answers.filter((a) => a.status === 200).length).toBeGreaterThan(0);
    const refused = answers.filter((a) => a.status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 412]);
    expect(await keptBytes()).toBeLessThanOrEqual(room * 1024 * 1024);
    await limit(null);
    expect((await send('editor', other, 'now.txt', big)).status).toBe(200);
  });

  it('keeps files through deletion and restoration; full deletion takes them and their bytes', async () => {
    const record = await newRecord();
    const before = await keptBytes();
    const { body } = await send('editor', record, 'a.pdf', PDF);
    const [key = ''] = await keys(record);
    expect((await w.call('editor', 'DELETE', `/api/layerdata/${record}/`)).status).toBe(200);
    expect([(await list('editor', record)).status, (await w.call('editor', 'GET', body.path)).status]).toEqual([
      404, 404,
    ]);
    expect((await send('editor', record, 'b.pdf', PDF)).status).toBe(404);
    expect((await w.call('editor', 'POST', '/api/layerdata/restore/', { ids: [record] })).status).toBe(200);
    expect((await list('editor', record)).body).toEqual([body]);
    await w.call('editor', 'DELETE', `/api/layerdata/${record}/`);
    expect((await w.call('super', 'POST', '/api/layerdata/full_delete/', { ids: [record] })).status).toBe(200);
    expect([await keys(record), await exists(key), await keptBytes()]).toEqual([[], false, before]);
  });

  it('forgets the bytes of a layer that is removed', async () => {
    const { body: layer } = await w.form('super', '/api/layer/', {
      label: 'going',
      type: 0,
      form: [{ name: 'name', label: 'n', type: 'text' }],
    });
    const { body: record } = await w.call('super', 'POST', '/api/layerdata/', {
      layer: layer.id,
      value: { name: 'x' },
      geometry: null,
    });
    const before = await keptBytes();
    expect((await send('super', record.id, 'a.pdf', PDF)).status).toBe(200);
    const [key = ''] = await keys(record.id);
    expect((await w.call('super', 'DELETE', `/api/layer/${layer.id}/`)).status).toBe(200);
    // In the trash it keeps them.
    expect(await exists(key)).toBe(true);
    expect((await w.call('super', 'DELETE', `/api/layer/${layer.id}/full_delete/`)).status).toBe(200);
    expect([await exists(key), await keptBytes()]).toEqual([false, before]);
  });

  describe('of approved records in a supervised layer', () => {
    let layer = 0;
    beforeAll(async () => {
      const { engine, ids } = w;
      const { customer } = ids;
      const config = { supervised: true };
      layer = await make.createLayer(engine, {
        customer,
        owner: 1,
        label: 'زیر نظر',
        type: 1,
        form: FORM,
        config,
        records: [],
      });
      const role = (name: string) => make.createRole(engine, customer, name, [4, 10]);
      const [approving, filing] = [await role('approving'), await role('filing')];
      await make.createPermission(engine, approving, layer, { add: true, edit: true, approve: true });
      await make.createPermission(engine, filing, layer, { add: true, edit: true, export: true });
      const person = (username: string, roles: number[]) => make.createPerson(engine, customer, { username, password: PASSWORD, roles }); // biome-ignore format: one call
      await person('approver', [approving]);
      await person('other', [approving]);
      await person('author', [filing]);
      await person('colleague', [filing]);
    });

    const judge = (record: number, action: string, as = 'approver') =>
      w.call(as, 'PUT', `/api/supervision/${record}/`, { action, reason: 'دلیل' });
    const approved = async () => {
      const { body } = await w.call('author', 'POST', '/api/layerdata/', {
        layer,
        value: { name: 'با فایل' },
        geometry: { type: 'Point', coordinates: [51.4, 35.7] },
      });
      await judge(body.id, 'approve');
      return body.id as number;
    };
    const read = async (as: string, record: number) => (await w.call(as, 'GET', `/api/layerdata/${record}/`)).body;
    const remove = (as: string, record: number, file: number) =>
      w.call(as, 'DELETE', `/api/layerdatafile/${file}/?layer_data=${record}`);
    const names = async (as: string, record: number) =>
      (await list(as, record)).body.map((f: { name: string; pending: string | null }) => [f.name, f.pending]);
    const steps = async (record: number) =>
      (await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${record}`)).body.map(
        (l: { action: string; file: string | null; user: { username: string } }) => [l.action, l.file, l.user.username],
      );

    it('lets a new file wait, seen by who brought it and approvers alone', async () => {
      const record = await approved();
      const { body } = await send('author', record, 'a.pdf', PDF, { label: 'سند' });
      expect(body.pending).toBe('add');
      for (const [as, expected] of [
        ['author', [['a.pdf', 'add']]],
        ['approver', [['a.pdf', 'add']]],
        ['colleague', []],
      ] as const) {
        expect([as, await names(as, record), (await read(as, record)).files]).toEqual([as, expected, expected.length]);
        expect([as, (await w.call(as, 'GET', body.path)).status]).toEqual([as, expected.length ? 200 : 404]);
      }
      expect((await remove('colleague', record, body.id)).status).toBe(404);
      expect((await remove('approver', record, body.id)).body.code).toBe(412);
      const { files } = await filesOf(w.engine.db, layer, sql`n.id = ${record}::bigint`, 'all');
      expect(files).toEqual([]);
      const waiting = await w.call('approver', 'GET', `/api/layerdata/?layer=${layer}&supervision=true&ids=${record}`);
      expect(waiting.body.results.map((r: { unconfiremed_value: unknown }) => r.unconfiremed_value)).toEqual([
        expect.objectContaining({ files: true }),
      ]);
      expect((await read('colleague', record)).unconfiremed_value).toBeNull();
      expect((await judge(record, 'approve', 'author')).status).toBe(403);
      expect((await judge(record, 'approve')).body).toMatchObject({ files: 1, unconfiremed_value: null });
      expect(await names('colleague', record)).toEqual([['a.pdf', null]]);
      expect((await w.call('colleague', 'GET', body.path)).status).toBe(200);
      expect(await steps(record)).toEqual([
        ['approve_file', 'سند', 'approver'],
        ['approve', null, 'approver'],
        ['ask_add_file', 'سند', 'author'],
        ['approve', null, 'approver'],
        ['create', null, 'author'],
      ]);
    });

    it('keeps a file whose removal waits, and removes it with its bytes when that is approved', async () => {
      const record = await approved();
      const { body } = await send('author', record, 'a.pdf', PDF);
      await judge(record, 'approve');
      const [key = ''] = await keys(record);
      expect((await remove('author', record, body.id)).body).toEqual({ pending: true });
      expect((await remove('author', record, body.id)).body).toEqual({ pending: true });
      expect(await names('author', record)).toEqual([['a.pdf', 'delete']]);
      expect(await names('colleague', record)).toEqual([['a.pdf', null]]);
      expect((await w.call('colleague', 'GET', body.path)).status).toBe(200);
      expect((await judge(record, 'reject')).body.unconfiremed_value).toBeNull();
      expect(await names('author', record)).toEqual([['a.pdf', null]]);
      await remove('author', record, body.id);
      expect((await judge(record, 'approve')).body.files).toBe(0);
      expect([await exists(key), (await list('author', record)).body]).toEqual([false, []]);
      expect((await steps(record)).slice(0, 5)).toEqual([
        ['approve_file', 'a.pdf', 'approver'],
        ['approve', null, 'approver'],
        ['ask_remove_file', 'a.pdf', 'author'],
        ['reject_file', 'a.pdf', 'approver'],
        ['reject', null, 'approver'],
      ]);
    });

    it('drops a new file with its bytes where it is rejected, taken back, or its record is deleted', async () => {
      const before = await keptBytes();
      for (const drop of [
        (record: number) => judge(record, 'reject'),
        (record: number, file: number) => remove('author', record, file),
        async (record: number) => {
          await w.call('super', 'DELETE', `/api/layerdata/${record}/`);
          return judge(record, 'approve');
        },
      ]) {
        const record = await approved();
        const { body } = await send('author', record, 'a.pdf', PDF);
        const [key = ''] = await keys(record);
        expect([await exists(key), (await drop(record, body.id)).status]).toEqual([true, 200]);
        expect([await exists(key), await keys(record), await keptBytes()]).toEqual([false, [], before]);
        const left = await w.call('super', 'GET', `/api/layerdata/${record}/`);
        if (left.status === 200) expect(left.body.unconfiremed_value).toBeNull();
      }
    });

    it('is judged with the edit that waits, and is its authors’ work', async () => {
      const record = await approved();
      await w.call('other', 'PUT', `/api/layerdata/${record}/`, { value: { name: 'تازه' } });
      const { body } = await send('author', record, 'a.pdf', PDF);
      expect((await judge(record, 'approve', 'other')).status).toBe(403);
      expect((await judge(record, 'return')).body.unconfiremed_value).toMatchObject({ files: true, returned: 'دلیل' });
      expect(await names('author', record)).toEqual([['a.pdf', 'add']]);
      // A change by one of the authors lets all of it wait again; the last file taken back leaves the edit.
      await send('author', record, 'b.pdf', PDF);
      await remove('author', record, body.id);
      const done = await judge(record, 'approve');
      expect([done.body.value.name, done.body.files]).toEqual(['تازه', 1]);
    });

    it('makes who changes the files of waiting work one of its authors', async () => {
      const { body } = await w.call('author', 'POST', '/api/layerdata/', { layer, value: { name: 'نو' }, geometry: { type: 'Point', coordinates: [51.4, 35.7] } }); // biome-ignore format: one call
      expect((await send('other', body.id, 'a.pdf', PDF)).body.pending).toBeNull();
      expect((await judge(body.id, 'approve', 'other')).status).toBe(403);
      await judge(body.id, 'reject');
      expect((await send('author', body.id, 'b.pdf', PDF)).body.code).toBe(412);
    });
  });

  it('lists the files of a deleted record and gives them to who may bring it back, and to nobody else', async () => {
    const record = await newRecord();
    const { body } = await send('editor', record, 'plan.pdf', PDF);
    const files = (as: string, layer = w.ids.layer) => w.call(as, 'GET', `/api/deleted_layerdata/${record}/files/?layer=${layer}`); // biome-ignore format: one call
    // A record that is there is none of these.
    expect((await files('super')).status).toBe(404);
    await w.call('editor', 'DELETE', `/api/layerdata/${record}/`);
    expect((await list('super', record)).status).toBe(404);
    const all = await files('super');
    expect(all.body).toMatchObject([{ id: body.id, name: 'plan.pdf', size: PDF.length, layer_data: record }]);
    const content = await w.call('super', 'GET', all.body[0].path);
    expect(content.body.equals(PDF)).toBe(true);
    expect(content.headers['content-disposition']).toMatch(/^attachment;/);
    expect((await files('super', w.ids.lines)).status).toBe(404);
    for (const [as, status] of [['viewer', 403], ['stranger', 404], ['nobody', 401]] as const)
      expect([as, (await files(as)).status, (await w.call(as, 'GET', all.body[0].path)).status]).toEqual([as, status, status]); // biome-ignore format: one line
    await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [record] });
    expect([(await files('super')).status, (await list('super', record)).body.length]).toEqual([404, 1]);
  });

  it('writes each act on a file into the history of its record', async () => {
    const record = await newRecord();
    const { body } = await send('editor', record, 'a.pdf', PDF, { label: 'سند' });
    await w.call('editor', 'DELETE', `/api/layerdatafile/${body.id}/?layer_data=${record}`);
    const log = (await w.call('editor', 'GET', `/api/layerdatalog/?layer_data=${record}`)).body;
    expect(log.map((l: { action: string; file: string | null }) => [l.action, l.file])).toEqual([
      ['remove_file', 'سند'],
      ['add_file', 'سند'],
      ['create', null],
    ]);
    const revert = await w.call('editor', 'POST', `/api/layerdata/${record}/revert/`, { log: log[0].id });
    expect(revert.status).toBe(404);
  });

  it('tells an export which files there are', async () => {
    const record = await newRecord();
    await send('editor', record, 'a.pdf', PDF);
    await send('editor', record, 'b.png', PNG, { label: 'نما' });
    const where = sql`n.id = ${record}::bigint and n.deleted_at is null`;
    const all = await filesOf(w.engine.db, w.ids.layer, where, 'all');
    expect([all.files.map((f) => f.name), all.capped]).toEqual([['a.pdf', 'b.png'], false]);
    const pictures = await filesOf(w.engine.db, w.ids.layer, where, 'image');
    expect(pictures.files).toEqual([
      {
        record_id: record,
        label: 'نما',
        name: 'b.png',
        key: expect.stringMatching(/^files\//),
        mime: 'image/png',
        size: expect.any(Number),
      },
    ]);
  });
});
