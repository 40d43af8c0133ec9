// Layers on both engines: made, copied, changed under their records, styled, removed; and who may not.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countRowsRead, recordStatements } from '../../../testing/statements';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const dataUri = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const at = (lon: number, lat: number) => ({ type: 'Point' as const, coordinates: [lon, lat] });
const wms = {
  kind: 'wms',
  url: 'https://maps.example.com/wms?map=iran',
  layers: 'a,b',
  version: '1.3.0',
  format: 'image/png',
};
/** As people see it. */
const shownWms = { ...wms, url: 'https://maps.example.com/wms', has_secret: true };

describe.each(ONE_ENGINE)('layers on the %s engine', (kind) => {
  let w: TestWorld;
  let own: number;
  const RECORDS: make.NewRecordData[] = [
    { geometry: at(51.5, 35.5), value: { name: 'درون', population: 1, founded: '2020-01-01' } },
    { geometry: at(59, 36), value: { name: 'بیرون', population: 20 } },
    { geometry: null, value: { name: '۳۰' } },
  ];
  beforeAll(async () => {
    // Nobody listens at the services' address.
    w = await createWorld(kind, {
      serviceHosts: new Set(['maps.example.com', 'other.example.com']),
      resolveHost: async (host) => (host === 'inside.example.com' ? ['10.0.0.7'] : ['127.0.0.1']),
    });
  });
  afterAll(() => w.close());
  beforeEach(async () => {
    const { id } = await w.engine.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow();
    own = await make.createLayer(w.engine, { customer: w.ids.customer, owner: id, label: 'آزمایش', type: 1, form: FORM, records: RECORDS }); // biome-ignore format: one layer
  });
  const patch = (body: unknown, as = 'editor', headers = {}) =>
    w.call(as, 'PATCH', `/api/layer/${own}/`, body, headers);
  const recordsOf = async (layer: number) =>
    (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id&limit=100`)).body;
  const tables = async (layer: number) => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from pg_class where relname = ${`record_${layer}`})::int + (select count(*) from layer where id = ${layer}::int)::int
        + (select count(*) from record where layer_id = ${layer}::int)::int + (select count(*) from record_log where layer_id = ${layer}::int)::int
        + (select count(*) from layer_permission where layer_id = ${layer}::int)::int as n`.execute(w.engine.db);
    return rows[0]?.n;
  };

  describe('services', () => {
    it('are made of their source and have no records', async () => {
      const { status, body } = await w.form('editor', '/api/layer/', { label: 'سرویس', type: 4, source: wms });
      expect([status, body.type, body.config.source, body.config.form]).toEqual([200, 4, shownWms, []]);
      expect((await w.call('editor', 'GET', `/api/layerdata/?layer=${body.id}`)).status).toBe(400);
      const moved = { ...wms, url: 'http://other.example.com/' };
      const edited = await w.call('editor', 'PATCH', `/api/layer/${body.id}/`, { config: { source: moved } });
      expect(edited.body.config.source).toEqual({ ...moved, has_secret: false });
      const bad = await w.call('editor', 'PATCH', `/api/layer/${body.id}/`, { config: { source: { ...wms, url: 'file:///etc/passwd' } } }); // biome-ignore format: one call
      expect(bad.status).toBe(400);
    });

    it.each([
      'javascript:alert(1)',
      'file:///etc/passwd',
      'ftp://x.example.com',
      'https://user:pass@x.example.com/',
      'https://x.example.com/#a',
      'not an address',
      `https://x.example.com/${'a'.repeat(2000)}`,
    ])('the address %s is refused', async (url) => {
      expect((await w.form('editor', '/api/layer/', { label: 'x', type: 4, source: { ...wms, url } })).status).toBe(
        400,
      );
    });

    it('a host that may not be asked is refused when it is named, in one sentence for all, and no layer is made', async () => {
      const before = (await w.call('editor', 'GET', '/api/layer/?type=4')).body.length;
      const said = new Set<string>();
      for (const url of [
        'http://inside.example.com/wms',
        'http://127.0.0.1/',
        'http://[fd00::1]/',
        'https://maps.invalid:7/',
      ]) {
        const source = { ...wms, url };
        const creation = await w.form('editor', '/api/layer/', { label: 'x', type: 4, source });
        expect([url, creation.status]).toEqual([url, 400]);
        expect(creation.body.detail).toMatch(/^میزبان این نشانی/);
        said.add(JSON.stringify(creation.body));
      }
      expect(said.size).toBe(1);
      expect((await w.call('editor', 'GET', '/api/layer/?type=4')).body.length).toBe(before);
      const { body } = await w.form('editor', '/api/layer/', { label: 'x', type: 4, source: wms });
      const moved = { config: { source: { ...wms, url: 'http://inside.example.com/wms' } } };
      expect((await w.call('editor', 'PATCH', `/api/layer/${body.id}/`, moved)).status).toBe(400);
    });

    it('kind and type must agree, and a layer of records takes no source', async () => {
      for (const body of [
        { type: 5, source: wms },
        { type: 4 },
        { type: 1, form: [], source: wms },
        { type: 1 },
        { type: 6, source: wms },
      ])
        expect((await w.form('editor', '/api/layer/', { label: 'x', ...body })).status).toBe(400);
      // A raster's key or a file's name cannot be written by hand: it would open another's file.
      expect((await patch({ config: { source: { kind: 'raster', key: 'files/1/x' } } })).status).toBe(400);
      expect((await patch({ config: { source: {} } })).status).toBe(200);
    });
  });

  describe('pictures', () => {
    it('come as data addresses or names, and are served as what they are', async () => {
      const creation = await w.form('editor', '/api/layer/', { label: 'تصویر', type: 0, form: [], logo: dataUri(PNG, 'text/html'), icon: 'pin' }); // biome-ignore format: one call
      expect([creation.body.logo, creation.body.icon, creation.body.marker]).toEqual([
        `layer/${creation.body.id}/logo/`,
        'pin',
        null,
      ]);
      const logo = await w.call('editor', 'GET', `/api/${creation.body.logo}`);
      expect([logo.status, logo.headers['content-type'], logo.headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff']); // biome-ignore format: one line
      expect(Buffer.compare(logo.body, PNG)).toBe(0);
      expect((await w.call('viewer', 'GET', `/api/${creation.body.logo}`)).status).toBe(404);
      expect((await w.call('editor', 'GET', `/api/layer/${creation.body.id}/icon/`)).status).toBe(404);
      const removal = await w.call('editor', 'PATCH', `/api/layer/${creation.body.id}/`, { logo: null });
      expect(removal.body.logo).toBeNull();
      expect((await w.call('editor', 'GET', `/api/layer/${creation.body.id}/logo/`)).status).toBe(404);
    });

    it('come as file parts too', async () => {
      const form = new FormData();
      for (const [k, v] of Object.entries({ label: 'پرونده', type: '0', form: '[]' })) form.append(k, v);
      form.append('marker', new Blob([PNG], { type: 'image/png' }), 'm.png');
      const request = new Request('http://localhost/', { method: 'POST', body: form });
      const response = await w.backend.app.inject({
        method: 'POST',
        url: '/api/layer/',
        payload: Buffer.from(await request.arrayBuffer()),
        headers: {
          host: 'localhost',
          authorization: `Bearer ${await w.token('editor')}`,
          'content-type': request.headers.get('content-type') ?? '',
        },
      });
      expect([response.statusCode, response.json().marker]).toEqual([200, expect.stringMatching(new RegExp(`^layer/${response.json().id}/marker/#[0-9a-f]{8}$`))]); // biome-ignore format: one line
    });

    it.each([
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image/svg+xml'],
      ['SVG that says PNG', Buffer.from('<svg/>'), 'image/png'],
      ['HTML', Buffer.from('<script>1</script>'), 'image/png'],
      ['GIF', Buffer.from('GIF89a'), 'image/gif'],
      ['more than 512 kB', Buffer.concat([PNG, Buffer.alloc(512 * 1024)]), 'image/png'],
      ['nothing', Buffer.alloc(0), 'image/png'],
    ])('%s is refused', async (_, bytes, type) => {
      expect((await patch({ logo: dataUri(bytes, type) })).status).toBe(400);
    });

    it.each(['layers/1/logo-00000000-0000-0000-0000-000000000000', '../x', 'http://x.example.com/a.png', 'A B'])(
      'the name %s is refused',
      async (name) => {
        expect((await patch({ icon: name })).status).toBe(400);
      },
    );
  });

  describe('a copy', () => {
    it('has form, style and records of its own, found on map and in search', async () => {
      await w.call('editor', 'DELETE', `/api/layerdata/${(await recordsOf(own)).results[0].id}/`);
      const { status, body } = await w.call('editor', 'POST', '/api/copylayer/', { layer: own });
      expect([status, body.record_count, body.extent, body.config.form]).toEqual([200, 2, [59, 36, 59, 36], FORM]);
      expect(body.label).toContain('آزمایش');
      const copied = await recordsOf(body.id);
      expect(copied.results.map((r: { value: { name: string } }) => r.value.name)).toEqual(['بیرون', '۳۰']);
      const search = await w.call('editor', 'POST', '/api/search/?search=بیرون', { layers: [body.id] });
      expect(search.body.length).toBe(1);
      expect((await w.call('viewer', 'GET', `/api/layer/${body.id}/`)).status).toBe(404);
    });

    it('without records is empty; of a service is the service', async () => {
      const empty = await w.call('editor', 'POST', '/api/copylayer/', { layer: own, label: 'خالی', records: false });
      expect([empty.body.label, empty.body.record_count, (await recordsOf(empty.body.id)).count]).toEqual([
        'خالی',
        0,
        0,
      ]);
      const service = await w.form('editor', '/api/layer/', { label: 's', type: 4, source: wms });
      const copy = await w.call('editor', 'POST', '/api/copylayer/', { layer: service.body.id });
      expect(copy.body.config.source).toEqual(shownWms);
    });

    it('takes only what the regions show', async () => {
      const { body } = await w.call('regional', 'POST', '/api/copylayer/', { layer: w.ids.layer });
      expect([body.record_count, (await recordsOf(body.id)).count]).toEqual([1, 1]);
    });

    it('needs module, view and export', async () => {
      expect((await w.call('viewer', 'POST', '/api/copylayer/', { layer: w.ids.layer })).body.code).toBe(403);
      expect((await w.call('editor', 'POST', '/api/copylayer/', { layer: w.ids.secret })).status).toBe(404);
      expect((await w.call('stranger', 'POST', '/api/copylayer/', { layer: w.ids.layer })).status).toBe(404);
      await sql`update layer_permission set export = false where layer_id = ${w.ids.spare}::int`.execute(w.engine.db);
      await new Promise((r) => setTimeout(r, 1100));
      expect((await w.call('editor', 'POST', '/api/copylayer/', { layer: w.ids.spare })).body.code).toBe(403);
    });
  });

  describe('a changed form', () => {
    it('a new label touches no value; a removed field with values asks first and comes back whole', async () => {
      const renamed = FORM.map((f) => ({ ...f, label: `${f.label} نو` }));
      expect((await patch({ config: { form: renamed } })).body.config.form).toEqual(renamed);
      const short = renamed.filter((f) => f.name !== 'population');
      const refusal = await patch({ config: { form: short } }, 'editor', { 'accept-language': 'en' });
      expect([refusal.status, refusal.body.code, refusal.body.field, refusal.body.count]).toEqual([
        403,
        412,
        'population',
        2,
      ]);
      expect((await patch({ config: { form: short }, force: true })).body.config.form).toEqual(short);
      expect((await patch({ config: { form: renamed } })).status).toBe(200);
      expect((await recordsOf(own)).results[1].value.population).toBe(20);
    });

    it('a style or label that loses its field is made anew', async () => {
      const styled = await w.call('editor', 'POST', '/api/style/', { layer: own, labels: { field: 'name', size: 12, color: '#000000', halo: '#ffffff', min_zoom: 0, max_zoom: 24 }, style: { kind: 'graduated', field: 'population', classes: [{ from: null, label: '', symbol: { color: '#000000', opacity: 1, size: 3, stroke: '#000000', stroke_width: 1 } }] } }); // biome-ignore format: one call
      expect(styled.status).toBe(200);
      const { body } = await patch({ config: { form: FORM.slice(2) }, force: true });
      expect([body.config.style.kind, body.config.labels]).toEqual(['single', null]);
    });

    it('another type converts every value, with log and version, and search follows', async () => {
      const before = (await recordsOf(own)).results;
      const form = FORM.map((f) =>
        f.name === 'population' ? { name: f.name, label: f.label, type: 'text' as const } : f,
      );
      expect((await patch({ config: { form } })).status).toBe(200);
      const after = (await recordsOf(own)).results;
      expect(after.map((r: { value: { population?: string } }) => r.value.population ?? null)).toEqual([
        '1',
        '20',
        null,
      ]);
      expect([after[0].version, after[2].version]).toEqual([before[0].version + 1, before[2].version]);
      const log = await w.call('editor', 'GET', `/api/layerdatalog/?layer_data=${after[1].id}`);
      expect([log.body[0].action, log.body[0].before.value.population, log.body[0].after.value.population]).toEqual(['edit', 20, '20']); // biome-ignore format: one line
      expect(log.body[0].after.geometry).toEqual(at(59, 36));
      expect((await patch({ config: { form: FORM } })).status).toBe(200);
      expect((await recordsOf(own)).results[1].value.population).toBe(20);
    });

    it('Persian digits become numbers; what does not fit is counted and nothing changes', async () => {
      const form = FORM.map((f) => (f.name === 'name' ? { ...f, type: 'integer' as const } : f));
      const { status, body } = await patch({ config: { form }, label: 'نام تازه' });
      expect([status, body.code, body.field, body.count]).toEqual([403, 412, 'name', 2]);
      const [first, second, third] = (await recordsOf(own)).results;
      for (const r of [first, second])
        await w.call('editor', 'PUT', `/api/layerdata/${r.id}/`, { value: { name: '۱۲' } });
      expect((await w.call('editor', 'GET', `/api/layer/${own}/`)).body.label).toBe('آزمایش');
      expect((await patch({ config: { form } })).status).toBe(200);
      expect((await recordsOf(own)).results.map((r: { value: { name: number } }) => r.value.name)).toEqual([
        12, 12, 30,
      ]);
      expect(third.value.name).toBe('۳۰');
    });

    it('two fields of one name, and a style of an unknown field, are refused', async () => {
      expect((await patch({ config: { form: [...FORM, FORM[0]] } })).status).toBe(400);
      expect((await patch({ config: { labels: { field: 'ناشناس', size: 12, color: '#000000', halo: '#ffffff', min_zoom: 0, max_zoom: 24 } } })).status).toBe(400); // biome-ignore format: one call
    });
  });

  describe('two at once', () => {
    it('a stale change is told with the current layer, and nothing is written', async () => {
      const first = await w.call('editor', 'GET', `/api/layer/${own}/`);
      expect(first.headers.etag).toBe(`"${first.body.rev}"`);
      const match = { 'if-match': String(first.headers.etag) };
      const done = await patch({ label: 'یک' }, 'editor', match);
      expect([done.status, done.headers.etag]).toEqual([200, `"${first.body.rev + 1}"`]);
      const stale = await patch({ label: 'دو' }, 'editor', match);
      expect([stale.status, stale.body.current.label]).toEqual([412, 'یک']);
      expect((await w.call('editor', 'PATCH', `/api/style/${own}/`, { labels: null }, match)).status).toBe(412);
      const stops = (far: [number, number], near: [number, number]) => {
        const size_stops = [far, near].map(([zoom, value]) => ({ zoom, value }));
        const symbol = { color: '#000000', opacity: 1, size: 3, stroke: '#000000', stroke_width: 1, size_stops };
        return w.call('editor', 'PATCH', `/api/style/${own}/`, { style: { kind: 'single', symbol } });
      };
      // The farther zoom first, and sizes within their bounds.
      expect([(await stops([6, 4], [14, 14])).status, (await stops([14, 4], [6, 14])).status, (await stops([6, 0], [14, 14])).status]).toEqual([200, 400, 400]); // biome-ignore format: one line
      expect((await w.call('editor', 'DELETE', `/api/layer/${own}/`, undefined, match)).status).toBe(412);
      const last = await w.call('editor', 'GET', `/api/layer/${own}/`);
      expect([last.body.label, last.body.config.labels]).toEqual(['یک', first.body.config.labels]);
    });

    it('of ten changes with one ETag, one is made', async () => {
      const { headers } = await w.call('editor', 'GET', `/api/layer/${own}/`);
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          patch({ label: `نام ${i}` }, 'editor', { 'if-match': String(headers.etag) }),
        ),
      );
      expect(all.map((r) => r.status).sort()).toEqual([200, ...Array(9).fill(412)]);
    });
  });

  describe('removal', () => {
    it('takes rights, history and table along, all layers or none', async () => {
      const other = (await w.form('editor', '/api/layer/', { label: 'دیگر', type: 1, form: [], logo: dataUri(PNG) }))
        .body.id;
      await w.call('editor', 'POST', '/api/layerdata/', { layer: own, value: { name: 'x' }, geometry: at(1, 2) });
      const remove = (ids: unknown, as = 'editor') => w.call(as, 'DELETE', '/api/layer/delete_bulk/', { ids });
      expect((await remove([own, other, w.ids.secret])).status).toBe(404);
      expect((await remove([own], 'stranger')).status).toBe(404);
      expect((await remove([])).status).toBe(400);
      expect((await remove([own, -1])).status).toBe(400);
      expect(await tables(own)).toBeGreaterThan(5);
      expect((await remove([own, other, own])).status).toBe(200);
      // They lie in the trash, whole, and nothing else names them.
      expect((await w.call('editor', 'GET', `/api/layer/${own}/`)).status).toBe(404);
      for (const path of [
        'layer/?limit=1000',
        'simple_layers/',
        'alllayergroup/',
        `layer/revs/?ids=${own},${other}`,
        'supervisionlayer/?all=true',
        'report/overview/',
      ]) {
        const { body } = await w.call('super', 'GET', `/api/${path}`);
        expect([path, JSON.stringify(body).includes(`"id":${own},`)]).toEqual([path, false]);
      }
      for (const [
        method,
        path,
        body,
      ] of [['GET', `layerdata/?layer=${own}`], ['POST', 'layerdata/', { layer: own, value: { name: 'x' }, geometry: at(1, 2) }], ['POST', 'copylayer/', { layer: own }], ['PATCH', `layer/${own}/`, { label: 'x' }], ['DELETE', `layer/${own}/`]] as const) // biome-ignore format: a list
        expect([path, (await w.call('super', method, `/api/${path}`, body)).status]).toEqual([path, 404]);
      const before = await tables(own);
      expect(before).toBeGreaterThan(5);
      const trash = (await w.call('editor', 'GET', '/api/layer/deleted/')).body;
      expect(trash.map((l: { id: number }) => l.id).sort()).toEqual([own, other].sort());
      expect(trash[0]).toMatchObject({ deleted_by: { username: 'editor' }, deleted: expect.any(String) });
      expect((await w.call('viewer', 'GET', '/api/layer/deleted/')).body).toEqual([]);
      expect((await w.call('regional', 'POST', `/api/layer/${own}/restore/`, {})).status).toBe(404);
      const back = await w.call('editor', 'POST', `/api/layer/${own}/restore/`, {});
      expect([back.status, back.body.record_count, (await w.call('editor', 'GET', `/api/layerdata/?layer=${own}`)).body.count, await tables(own)]).toEqual([200, RECORDS.length + 1, RECORDS.length + 1, before]); // biome-ignore format: one line
      // The end is the superuser's, and for layers of the trash alone.
      expect((await w.call('editor', 'DELETE', `/api/layer/${other}/full_delete/`)).status).toBe(403);
      expect((await w.call('super', 'DELETE', `/api/layer/${own}/full_delete/`)).status).toBe(404);
      await remove([own]);
      for (const id of [own, other]) expect((await w.call('super', 'DELETE', `/api/layer/${id}/full_delete/`)).status).toBe(200); // biome-ignore format: one line
      expect([await tables(own), await tables(other)]).toEqual([0, 0]);
      expect((await w.call('editor', 'GET', '/api/layer/deleted/')).body).toEqual([]);
    });

    it('tells before what goes', async () => {
      const { body } = await w.call('super', 'GET', `/api/layer/${w.ids.layer}/usage/`);
      expect(body).toMatchObject({
        records: 3,
        deleted_records: 0,
        files: 0,
        roles: 2,
        groups: ['گروه'],
        projects: [],
      });
      expect((await w.call('viewer', 'GET', `/api/layer/${w.ids.layer}/usage/`)).status).toBe(403);
    });

    it('and every change of the layer itself need the right to manage it', async () => {
      const { body } = await w.form('editor', '/api/layer/', { label: 'خودی', type: 1, form: [{ name: 'a', label: 'a', type: 'text' }] }); // biome-ignore format: one call
      const { id: role } = await w.engine.db.selectFrom('role').select('id').where('name', '=', 'editing').executeTakeFirstOrThrow(); // biome-ignore format: one line
      await make.createPermission(w.engine, role, body.id, {
        add: true,
        edit: true,
        delete: true,
        export: true,
        approve: true,
      });
      await new Promise((r) => setTimeout(r, 1100));
      const acts = [['PATCH', `layer/${body.id}/`, { label: 'x' }], ['PATCH', `layer/${body.id}/`, { config: { supervised: true } }], ['PATCH', `style/${body.id}/`, { labels: null }], ['DELETE', `layer/${body.id}/`], ['DELETE', 'layer/delete_bulk/', { ids: [body.id] }]] as const; // biome-ignore format: a list
      for (const [method, path, payload] of acts)
        expect([path, (await w.call('regional', method, `/api/${path}`, payload)).body.code]).toEqual([path, 403]);
      await w.engine.db.updateTable('layer_permission').set({ manage: true }).where('layer_id', '=', body.id).execute();
      await new Promise((r) => setTimeout(r, 1100));
      expect((await w.call('regional', 'PATCH', `/api/layer/${body.id}/`, { label: 'x' })).status).toBe(200);
    });

    it('one without the right keeps all', async () => {
      const lent = await make.createLayer(w.engine, { customer: w.ids.customer, owner: (await w.engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow()).id, label: 'x', type: 0, form: [], records: [] }); // biome-ignore format: one layer
      const { id: role } = await w.engine.db.selectFrom('role').select('id').where('name', '=', 'editing').executeTakeFirstOrThrow(); // biome-ignore format: one line
      await make.createPermission(w.engine, role, lent, { view: true });
      await new Promise((r) => setTimeout(r, 1100));
      expect((await w.call('editor', 'DELETE', '/api/layer/delete_bulk/', { ids: [own, lent] })).body.code).toBe(403);
      expect(await tables(own)).toBeGreaterThan(0);
    });
  });

  describe('forms', () => {
    it('that make no sense are refused with a sentence for each part, and what stood there may stay', async () => {
      const form = [{ name: 'علی', label: 'a', type: 'integer', min: 10, max: 1 }, { name: 'علي', label: 'b', type: 'choice' }, { name: 'c', label: 'c', type: 'text', required: true, read_only: true }]; // biome-ignore format: one form
      const refused = await w.form('editor', '/api/layer/', { label: 'x', type: 0, form });
      expect([refused.status, Object.keys(refused.body.fields).sort()]).toEqual([400, ['form.0.min', 'form.1.choices', 'form.1.name', 'form.2.read_only']]); // biome-ignore format: one line
      expect(Object.values(refused.body.fields).every((text) => String(text).length > 20)).toBe(true);
      const old = await make.createLayer(w.engine, { customer: w.ids.customer, owner: null as never, label: 'old', type: 0, form: form as never, records: [] }); // biome-ignore format: one layer
      const added = { name: 'd', label: 'd', type: 'text' };
      expect(
        (await w.call('super', 'PATCH', `/api/layer/${old}/`, { config: { form: [...form, added] } })).status,
      ).toBe(200);
      const worse = await w.call('super', 'PATCH', `/api/layer/${old}/`, {
        config: { form: [...form, { ...added, max: 0 }] },
      });
      expect(Object.keys(worse.body.fields)).toEqual(['form.3.max']);
      const scale = await w.call('super', 'PATCH', `/api/layer/${old}/`, {
        config: { scale: { min_zoom: 10, max_zoom: 3 } },
      });
      expect([scale.status, Object.keys(scale.body.fields)]).toEqual([400, ['config.scale.min_zoom']]);
    });

    it('keep their read-only fields from every write, and let unchanged values pass', async () => {
      const form = [{ name: 'code', label: 'code', type: 'text', read_only: true }, { name: 'note', label: 'note', type: 'text' }]; // biome-ignore format: one form
      const owner = (await w.engine.db.selectFrom('account').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow()).id; // biome-ignore format: one query
      const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'codes', type: 0, form: form as never, records: [{ geometry: null, value: { code: 'A1', note: 'x' } }] }); // biome-ignore format: one layer
      const [{ id }] = (await w.call('editor', 'GET', `/api/layerdata/?layer=${layer}`)).body.results;
      const put = (value: object) => w.call('editor', 'PUT', `/api/layerdata/${id}/`, { value });
      const bulk = (value: object) => w.call('editor', 'PATCH', '/api/layerdata/edit_bulk/', { ids: [id], value });
      const make1 = (value: object) => w.call('editor', 'POST', '/api/layerdata/', { layer, geometry: null, value });
      for (const refused of [
        await put({ code: 'B2' }),
        await put({ code: null }),
        await bulk({ code: 'B2' }),
        await bulk({ code: null }),
        await make1({ code: 'B2' }),
      ])
        expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['code']]);
      expect([(await put({ code: 'A1', note: 'y' })).status, (await bulk({ note: 'z' })).status, (await make1({ code: null, note: 'n' })).status]).toEqual([200, 200, 200]); // biome-ignore format: one line
      expect((await w.call('editor', 'GET', `/api/layerdata/${id}/`)).body.value).toEqual({ code: 'A1', note: 'z' });
      const { file_id, datasets } = await w.upload('editor', 'codes.csv', 'code,note\nC3,q');
      const appended = await w.call('editor', 'POST', '/api/layer_append/', { file_id, append_metadata: { file_id, layer_id: layer, dataset_layer: datasets[0].name, geom_type: 0, field_mapping: { code: 'code' }, many_geoms: false, feature_count: 1, is3d: false } }); // biome-ignore format: one call
      expect([appended.status, Object.keys(appended.body.fields ?? appended.body)]).toEqual([400, ['code']]);
    });
  });

  it('and all that has a name is found in any writing of it', async () => {
    const { db } = w.engine;
    const { customer } = w.ids;
    const label = 'چاه‌های ۱۲۳ كرمان';
    await make.createLayer(w.engine, { customer, owner: null as never, label, type: 0, form: [], records: [] });
    await db.insertInto('layer_group').values({ customer_id: customer, label, logo: null }).execute();
    await make.createRegion(w.engine, customer, label, { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 35]]] }); // biome-ignore format: one region
    await w.call('super', 'POST', '/api/project/', {
      name: label,
      layers: [w.ids.layer],
      members: [],
      supervisors: [],
    });
    const viewer = (await db.selectFrom('account').select('id').where('username', '=', 'viewer').executeTakeFirstOrThrow()).id; // biome-ignore format: one query
    await w.call('super', 'POST', '/api/notiffication/', { subject: label, text: 'x', recipient_user: [viewer] });
    await db.updateTable('layer').set(({ ref }) => ({ config: sql`${ref('config')} || '{"supervised": true}'::jsonb` as never })).where('label', '=', label).execute(); // biome-ignore format: one statement
    const paths = ['layer/?label=', 'layergroup/?search=', 'region/?search=', 'project/?search=', 'notiffication/?search=', 'supervisionlayer/?all=true&label=']; // biome-ignore format: a list
    for (const path of paths)
      for (const typed of ['چاه‌هاي', 'چاههای', '123', '۱۲۳', 'کرمان چاه']) {
        const { body } = await w.call('super', 'GET', `/api/${path}${encodeURIComponent(typed)}`);
        expect([path, typed, body.count]).toEqual([path, typed, 1]);
      }
    expect((await w.call('super', 'GET', `/api/layer/?label=${encodeURIComponent('100%')}`)).body.count).toBe(0);
  });

  it('are found by their labels through an index among two thousand, also after another label', async () => {
    const { engine } = w;
    await sql`
      insert into layer (customer_id, label, type, config)
        select customer_id, 'لايهٔ ' || n, 0, config from layer, generate_series(10001, 12000) n where id = ${own}::int`.execute(engine.db); // biome-ignore format: one statement
    await engine.analyse('layer');
    const find = async (typed: string) => {
      const record = recordStatements(engine);
      const { body } = await w.call('super', 'GET', `/api/layer/?limit=25&order=label&label=${encodeURIComponent(typed)}`).finally(() => record.stop()); // biome-ignore format: one call
      const queries = record.queries.filter(({ sql: text }) => text.includes('l.label_search like'));
      expect(queries.length).toBe(2);
      const reads = await Promise.all(queries.map((query) => countRowsRead(engine, query)));
      return { count: body.count, rows: Math.max(...reads) };
    };
    const { count, rows } = await find('لایه ۱۱۹۹۹');
    expect([count, rows < 100]).toEqual([1, true]);
    expect((await patch({ label: 'Ａbc كوه ۷' })).status).toBe(200);
    expect((await find('کوه abc 7')).count).toBe(1);
    expect((await find('آزمایش ۷')).count).toBe(0);
    await sql`delete from layer where label like 'لايهٔ 1%'`.execute(engine.db);
  });

  describe('lists', () => {
    it('hold nothing that the caller may not see', async () => {
      await w.engine.db.updateTable('layer').set({ label: 'CANARY' }).where('id', '=', w.ids.secret).execute();
      await sql`update record set deleted_at = now() where layer_id = ${w.ids.secret}::int`.execute(w.engine.db);
      const [raster] = await sql<{ id: number }>`
        insert into layer (customer_id, label, type, config) select ${w.ids.customer}::int, 'CANARY-RASTER', 6, jsonb_set(config, '{source}', '{"kind":"raster","key":"x","file":"a.tif","width":10,"height":5,"bands":3,"srid":32639}')
          from layer where id = ${w.ids.layer}::int returning id`.execute(w.engine.db).then((r) => r.rows); // biome-ignore format: one statement
      await sql`insert into layer_group_layer (group_id, layer_id) values (${w.ids.group}::int, ${w.ids.secret}::int) on conflict do nothing`.execute(w.engine.db); // biome-ignore format: one statement
      const paths = ['simple_layers/', 'layer/raster_files/', 'layer/?limit=1000', 'alllayergroup/', 'simple_layer_groups/', `grouplayers/?group_layer=${w.ids.group}`, 'layergroup/', `layergroup/${w.ids.group}/`]; // biome-ignore format: a list
      for (const who of ['editor', 'viewer', 'regional', 'stranger'])
        for (const path of paths) {
          const { body } = await w.call(who, 'GET', `/api/${path}`);
          expect([who, path, JSON.stringify(body).includes('CANARY')]).toEqual([who, path, false]);
          for (const list of [body.layer, body.results?.flatMap((g: { layer?: number[] }) => g.layer ?? [])])
            if (list) expect([who, path, list.includes(w.ids.secret)]).toEqual([who, path, false]);
        }
      const own = await w.call('super', 'GET', '/api/layer/raster_files/');
      expect(own.body).toEqual([{ id: raster?.id, label: 'CANARY-RASTER', file: 'a.tif', width: 10, height: 5, bands: 3, srid: 32639 }]); // biome-ignore format: one line
      const deleted = await w.call('super', 'GET', '/api/layer/only_with_deleted_data/');
      expect(deleted.body).toContainEqual({ id: w.ids.secret, label: 'CANARY', type: 1, deleted_count: 1 });
      expect((await w.call('stranger', 'GET', '/api/layer/only_with_deleted_data/')).body).toEqual([]);
    });

    it('tell nothing of a group in which the caller sees no layer, its name neither', async () => {
      const { id } = await w.engine.db.insertInto('layer_group').values({ customer_id: w.ids.customer, label: 'CANARY-GROUP', logo: null }).returning('id').executeTakeFirstOrThrow(); // biome-ignore format: one statement
      await w.engine.db.insertInto('layer_group_layer').values({ group_id: id, layer_id: w.ids.secret, position: 0 }).execute(); // biome-ignore format: one statement
      const status = async (who: string) => (await w.call(who, 'GET', `/api/layergroup/${id}/`)).status;
      expect([await status('viewer'), await status('super')]).toEqual([404, 200]);
      await w.engine.db.deleteFrom('layer_group').where('id', '=', id).execute();
    });

    it('tell how new they are to those who see them, and grow with every change of a record', async () => {
      const revs = async (who: string, ...ids: (number | undefined)[]) =>
        (await w.call(who, 'GET', `/api/layer/revs/?ids=${ids.join(',')}`)).body;
      const [before] = await revs('editor', w.ids.layer, w.ids.secret, 999_999);
      expect(before.id).toBe(w.ids.layer);
      expect(await revs('editor', w.ids.secret)).toEqual([]);
      expect(await revs('stranger', w.ids.layer)).toEqual([]);
      const path = `/api/layerdata/${w.ids.record}/`;
      const { name } = (await w.call('editor', 'GET', path)).body.value;
      await w.call('editor', 'PUT', path, { value: { name: 'تازه' } });
      await w.call('editor', 'PUT', path, { value: { name } });
      expect(await revs('viewer', w.ids.layer)).toEqual([{ id: w.ids.layer, rev: before.rev + 2 }]);
      expect((await w.call('editor', 'GET', '/api/layer/revs/')).status).toBe(400);
      const many = Array.from({ length: 201 }, (_, i) => i + 1).join(',');
      expect((await w.call('editor', 'GET', `/api/layer/revs/?ids=${many}`)).status).toBe(400);
    });

    it('name who made them and who changed them last, wherever layers are read in full', async () => {
      const row = async (path: string, as = 'viewer') => {
        const { body } = await w.call(as, 'GET', `/api/${path}`);
        const rows = body.results ?? (Array.isArray(body) ? body.flatMap((one) => one.layers ?? one) : [body]);
        return rows.find((one: { id: number }) => one.id === w.ids.lines);
      };
      const paths = ['layer/?limit=100', `layer/${w.ids.lines}/`, `grouplayers/?group_layer=${w.ids.group}`, 'alllayergroup/']; // biome-ignore format: one row
      const before = await Promise.all(paths.map((path) => row(path)));
      for (const { owner, modified_user, create_date, modified_date } of before)
        expect([owner.username, Object.keys(owner).sort(), modified_user, modified_date]).toEqual(['super', ['first_name', 'id', 'last_name', 'username'], null, create_date]); // biome-ignore format: one row
      expect((await w.call('editor', 'PATCH', `/api/layer/${w.ids.lines}/`, { label: 'راه‌ها' })).body.modified_user.username).toBe('editor'); // biome-ignore format: one row
      for (const path of paths) {
        const { modified_user, modified_date, create_date } = await row(path);
        expect([modified_user.username, modified_date > create_date]).toEqual(['editor', true]);
      }
      // A change of its records is none of the layer itself.
      const at = (await row('layer/?limit=100')).modified_date;
      await w.call('regional', 'POST', '/api/layerdata/', { layer: w.ids.lines, geometry: { type: 'LineString', coordinates: [[51.4, 35.4], [51.6, 35.6]] }, value: { name: 'x' } }); // biome-ignore format: one row
      expect(await row('layer/?limit=100')).toMatchObject({ modified_date: at, modified_user: { username: 'editor' } });
      // Whoever is deleted is still named.
      await sql`update account set deleted_at = now() where username = 'super'`.execute(w.engine.db);
      expect((await row('layer/?limit=100')).owner.username).toBe('super');
      await sql`update account set deleted_at = null where username = 'super'`.execute(w.engine.db);
    });

    it('come in the order of their records, of their making and of their last change', async () => {
      for (const key of ['record_count', 'create_date', 'modified_date']) {
        const of = async (order: string) => (await w.call('super', 'GET', `/api/layer/?limit=100&order=${order}`)).body.results.map((one: Record<string, unknown>) => one[key]); // biome-ignore format: one row
        const up = await of(key);
        expect(up).toEqual([...up].sort((a, b) => (a < b ? -1 : 1)));
        expect(await of(`-${key}`)).toEqual([...up].reverse());
        expect(up[0] < up.at(-1)).toBe(true);
      }
    });

    it('brief ones carry the rights', async () => {
      const { body } = await w.call('viewer', 'GET', '/api/simple_layers/');
      const main = body.find((l: { id: number }) => l.id === w.ids.layer);
      expect([main.rights.view, main.rights.edit, 'config' in main]).toEqual([true, false, false]);
    });
  });

  describe('ids and bodies of rubbish', () => {
    it.each(['-1', '0', '1.5', String(2 ** 31), String(2n ** 63n), 'abc', '%00', '1e3', '999999999'])(
      'the id %s is nothing',
      async (id) => {
        for (const [method, path, body] of [
          ['GET', `layer/${id}/`],
          ['GET', `layer/${id}/fields/`],
          ['GET', `layer/${id}/logo/`],
          ['GET', `layer/${id}/style_file/?format=sld`],
          ['PATCH', `layer/${id}/`, { label: 'x' }],
          ['DELETE', `layer/${id}/`],
          ['POST', 'copylayer/', { layer: Number(id) }],
          ['DELETE', `layergroup/${id}/delete_layer/`, { layer: 1 }],
          ['GET', `grouplayers/?group_layer=${id}`],
        ] as const) {
          const { status } = await w.call('super', method, `/api/${path}`, body);
          expect([method, path, [400, 404].includes(status)]).toEqual([method, path, true]);
        }
      },
    );

    it.each(['id', 'customer', 'customer_id', 'owner_id', 'rev', 'record_count', 'rights', '__proto__', 'constructor'])(
      'the key %s is refused',
      async (key) => {
        const raw = (base: object) => JSON.parse(`{${JSON.stringify(base).slice(1, -1)},${JSON.stringify(key)}:1}`);
        expect((await patch(raw({ label: 'x' }))).status).toBe(400);
        expect((await w.call('editor', 'POST', '/api/copylayer/', raw({ layer: own }))).status).toBe(400);
        expect((await w.call('editor', 'PATCH', `/api/style/${own}/`, raw({ labels: null }))).status).toBe(400);
      },
    );
  });

  describe('style files', () => {
    it('are written into the layer by those who may edit it', async () => {
      const file = await w.call('editor', 'GET', `/api/layer/${own}/style_file/?format=sld`);
      expect([file.status, file.body.name]).toEqual([200, 'آزمایش.sld']);
      const red = file.body.content.replace(/#[0-9a-f]{6}/i, '#ff0000');
      const dry = await w.call('editor', 'POST', `/api/layer/${own}/style_file/`, { format: 'sld', content: red, dry_run: true }); // biome-ignore format: one call
      expect(dry.body.style.symbol.color).toBe('#ff0000');
      expect((await w.call('editor', 'GET', `/api/layer/${own}/`)).body.config.style.symbol.color).not.toBe('#ff0000');
      expect((await w.call('editor', 'POST', `/api/layer/${own}/style_file/`, { format: 'sld', content: red })).status).toBe(200); // biome-ignore format: one call
      expect((await w.call('editor', 'GET', `/api/layer/${own}/`)).body.config.style.symbol.color).toBe('#ff0000');
      const bomb = await w.call('editor', 'POST', `/api/layer/${own}/style_file/`, { format: 'sld', content: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }); // biome-ignore format: one call
      expect(bomb.status).toBe(400);
    });
  });
});
