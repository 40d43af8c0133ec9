// Records on both engines: pages, filters, edits with their history, and who may see what.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ONE_ENGINE)('records on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const list = (query: string, as = 'editor') => w.call(as, 'GET', `/api/layerdata/?layer=${w.ids.layer}&${query}`);
  const names = (body: { results: { value: { name: string } }[] }) => body.results.map((r) => r.value.name);
  const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });

  it('pages, sorts and filters', async () => {
    const page = await list('order=-value__population&limit=2');
    expect(page.status).toBe(200);
    expect(names(page.body)).toEqual(['تهران', 'مشهد']);
    expect(page.body).toMatchObject({ count: 3, previous: null });
    expect(page.body.next).toContain('offset=2');
    expect(
      names((await list(`value__population=${encodeURIComponent('>۲۵۰۰۰۰۰')}&order=value__population`)).body),
    ).toEqual(['مشهد', 'تهران']);
    expect(names((await list(`search=${encodeURIComponent('تهران')}`)).body)).toEqual(['تهران']);
    expect(names((await list('order=value__name')).body)).toEqual(['اصفهان', 'تهران', 'مشهد']);
    expect(names((await list('value__founded=~&order=value__name')).body)).toEqual(['اصفهان', 'تهران']);
  });

  it('gives any page as one long list would be cut, also across the empty values', async () => {
    const records = Array.from({ length: 3210 }, (_, i) => ({
      geometry: null,
      value: { name: `n${i % 977}`, population: i % 3 === 0 ? null : i % 1500 },
    }));
    const layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'long',
      type: 0,
      form: FORM,
      records,
    });
    const page = async (order: string, offset: number, limit: number): Promise<number[]> =>
      (
        await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=${order}&offset=${offset}&limit=${limit}`)
      ).body.results.map((r: { id: number }) => r.id);
    for (const order of ['value__population', '-value__population', 'value__name', '-value__name', 'id', '-id']) {
      const whole = [
        ...(await page(order, 0, 1000)),
        ...(await page(order, 1000, 1000)),
        ...(await page(order, 2000, 1000)),
        ...(await page(order, 3000, 1000)),
      ];
      expect([order, new Set(whole).size]).toEqual([order, 3210]);
      for (const offset of [990, 1068, 1990, 2135, 3190])
        expect([order, offset, await page(order, offset, 25)]).toEqual([
          order,
          offset,
          whole.slice(offset, offset + 25),
        ]);
    }
  });

  it('refuses what it does not know, by name', async () => {
    for (const [query, key] of [
      ['colour=1', 'colour'],
      ['value__nothing=1', 'value__nothing'],
      ['limit=-1', 'limit'],
      ['order=value__nothing', 'value__nothing'],
      ['value__population=abc', 'value__population'],
    ]) {
      const { status, body } = await list(query as string);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(key as string)]);
    }
  });

  it('makes one record of one key, however often and however fast it is asked for, and for each person his own', async () => {
    const body = { layer: w.ids.spare, value: { name: 'یک بار' }, geometry: point(51.4, 35.7) };
    const make = (who: 'editor' | 'super', key: string) =>
      w.call(who, 'POST', '/api/layerdata/', body, { 'idempotency-key': key });
    const before = (await w.call('super', 'GET', `/api/layer/${w.ids.spare}/`)).body.record_count;
    const answers = await Promise.all(Array.from({ length: 8 }, () => make('editor', '"8f3b-once-1"')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const { id } = answers[0]?.body ?? {};
    const edited = await w.call('editor', 'PUT', `/api/layerdata/${id}/`, { value: { name: 'نام نو' } });
    const again = await make('editor', '8f3b-once-1');
    expect([again.status, again.body.id, again.body.version, again.body.value.name]).toEqual([200, id, edited.body.version, 'نام نو']); // biome-ignore format: one row
    const other = await make('super', '8f3b-once-1');
    const next = await make('editor', '8f3b-once-2');
    expect(new Set([id, other.body.id, next.body.id]).size).toBe(3);
    expect((await w.call('super', 'GET', `/api/layer/${w.ids.spare}/`)).body.record_count).toBe(before + 3);
    for (const key of ['short', `long${'x'.repeat(80)}`, 'with space or ;'])
      expect((await make('editor', key)).status).toBe(400);
    // What was deleted since then does not come back.
    for (const one of [id, other.body.id, next.body.id])
      expect((await w.call('super', 'DELETE', `/api/layerdata/${one}/`)).status).toBe(200);
    expect((await make('editor', '8f3b-once-1')).status).toBe(404);
  });

  it('says of each record what the asker may do, and why not', async () => {
    const of = async (as: string) => {
      const { body } = await w.call(as, 'GET', `/api/layerdata/?layer=${w.ids.layer}`, undefined, { 'accept-language': 'en' }); // biome-ignore format: one call
      return body.results[0];
    };
    expect((await of('editor')).can).toEqual({ edit: true, delete: true, judge: null, withdraw: false, why: {} });
    const { id, can } = await of('viewer');
    expect([can.edit, can.delete, can.judge]).toEqual([false, false, null]);
    for (const [act, method, body] of [
      ['edit', 'PUT', { value: {} }],
      ['delete', 'DELETE', undefined],
    ] as const) {
      // biome-ignore format: two acts
      const refused = await w.call('viewer', method, `/api/layerdata/${id}/`, body, { 'accept-language': 'en' });
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([403, 403, can.why[act]]);
    }
  });

  it('creates, edits with a version, deletes, restores and tells the history', async () => {
    const creation = await w.call('editor', 'POST', '/api/layerdata/', {
      layer: w.ids.layer,
      value: { name: 'یزد', population: '۵۰۰۰۰۰' },
      geometry: point(54.36, 31.9),
    });
    expect(creation.status).toBe(200);
    expect(creation.body.value.population).toBe(500000);
    expect(creation.body.status.id).toBe(3);
    const { id, version } = creation.body;
    const path = `/api/layerdata/${id}/`;
    const edited = await w.call('editor', 'PUT', path, { value: { name: 'یزد نو' } }, { 'if-match': `"${version}"` });
    expect(edited.body).toMatchObject({ value: { name: 'یزد نو', population: 500000 }, version: version + 1 });
    const late = await w.call('super', 'PUT', path, { value: { name: 'دیر' } }, { 'if-match': `"${version}"` });
    expect([late.status, late.body.current.value.name]).toEqual([412, 'یزد نو']);
    expect((await w.call('editor', 'DELETE', path)).status).toBe(200);
    expect((await w.call('editor', 'GET', path)).status).toBe(404);
    expect((await w.call('editor', 'POST', '/api/layerdata/restore/', { ids: [id] })).status).toBe(200);
    const log = await w.call('editor', 'GET', `/api/layerdatalog/?layer_data=${id}`);
    expect(log.body.map((l: { action: string }) => l.action)).toEqual(['restore', 'delete', 'edit', 'create']);
    expect(log.body[2].before.value.name).toBe('یزد');
    expect((await w.call('editor', 'GET', `/api/layer/${w.ids.layer}/`)).body.record_count).toBe(4);
  });

  it('refuses values and shapes that do not fit, field by field', async () => {
    const bad = await w.call(
      'editor',
      'POST',
      '/api/layerdata/',
      { layer: w.ids.layer, value: { population: -3, extra: 1 }, geometry: point(54, 31) },
      { 'accept-language': 'en' },
    );
    expect([bad.status, Object.keys(bad.body.fields).sort()]).toEqual([400, ['extra', 'name', 'population']]);
    const dated = (founded: string) =>
      w.call('editor', 'POST', '/api/layerdata/', { layer: w.ids.layer, value: { name: 'ی', founded }, geometry: point(54, 31) }); // biome-ignore format: one call
    const early = await dated('1404-07-17');
    expect([early.status, early.body.fields.founded]).toEqual([400, expect.stringContaining('۱۴۰۴/۰۷/۱۷')]);
    const jalali = await dated('۱۴۰۴/۰۷/۱۷');
    expect([jalali.status, jalali.body.value.founded]).toEqual([200, '2025-10-09']);
    await w.call('editor', 'DELETE', `/api/layerdata/${jalali.body.id}/`);
    const shapes: [number, unknown][] = [
      [w.ids.layer, { type: 'LineString', coordinates: [[0, 0], [1, 1]] }], // biome-ignore format: one line
      [w.ids.layer, point(200, 0)],
      [w.ids.layer, null],
      [w.ids.polygons, { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] }], // biome-ignore format: a bow tie
    ];
    for (const [layer, geometry] of shapes)
      expect(
        (await w.call('editor', 'POST', '/api/layerdata/', { layer, value: { name: 'x' }, geometry })).status,
      ).toBe(400);
  });

  it('shows nobody what is not his', async () => {
    expect((await list('', 'stranger')).status).toBe(404);
    expect((await w.call('editor', 'GET', `/api/layerdata/?layer=${w.ids.secret}`)).status).toBe(404);
    expect((await w.call('viewer', 'PUT', `/api/layerdata/${w.ids.record}/`, { value: { name: 'x' } })).status).toBe(
      403,
    );
    expect(
      (
        await w.call('viewer', 'POST', '/api/layerdata/', {
          layer: w.ids.layer,
          value: { name: 'x' },
          geometry: point(1, 1),
        })
      ).status,
    ).toBe(403);
    for (const [path, body] of [
      ['/api/identify/', { geometry: point(51.4, 35.7), layers: [], tolerance: 50_000 }],
      ['/api/identify/', { geometry: point(51.4, 35.7), layers: [w.ids.secret], tolerance: 50_000 }],
      ['/api/search/?search=canary', { layers: [] }],
    ] as const) {
      const answer = await w.call('editor', 'POST', path, body);
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain('CANARY');
    }
    expect(
      JSON.stringify((await w.call('super', 'POST', '/api/search/?search=canary', { layers: [] })).body),
    ).toContain('CANARY');
  });

  it('keeps people inside their regions', async () => {
    expect(names((await list('', 'regional')).body)).toEqual(['تهران']);
    expect((await w.call('regional', 'GET', `/api/layerdata/${w.ids.spareRecord}/`)).status).toBe(404);
    const outside = await w.call('regional', 'POST', '/api/layerdata/', {
      layer: w.ids.layer,
      value: { name: 'x' },
      geometry: point(10, 10),
    });
    expect([outside.status, outside.body.code]).toEqual([403, 412]);
  });

  it('finds records on the map, the nearest first', async () => {
    const near = await w.call('editor', 'POST', '/api/identify/', {
      geometry: point(51.4, 35.7),
      layers: [],
      tolerance: 2000,
    });
    expect(near.body.map((f: { title: string }) => f.title)).toEqual(['تهران', 'راه']);
    const far = await w.call('editor', 'POST', '/api/identify/', {
      geometry: point(51.4, 35.7),
      layers: [],
      tolerance: 10,
    });
    expect(far.body.map((f: { title: string }) => f.title)).toEqual(['راه']);
    // A degree is narrower at the end of a long line than at its middle: the record lies 46 km beside it.
    const meridian = { type: 'LineString', coordinates: [[50.9, -70], [50.9, 35.6]] }; // biome-ignore format: a line
    const beside = await w.call('editor', 'POST', '/api/identify/', {
      geometry: meridian,
      layers: [w.ids.layer],
      tolerance: 50_000,
    });
    expect(beside.body.map((f: { title: string }) => f.title)).toEqual(['تهران']);
    const folded = await w.call('editor', 'POST', `/api/search/?search=${encodeURIComponent('تهرا‌ن')}`, { layers: [] });
    expect(folded.body[0]).toMatchObject({ title: 'تهران', extent: [51.39, 35.7, 51.39, 35.7] });
    expect((await w.call('editor', 'POST', '/api/datavalues/', { ids: [w.ids.record] })).body[0].value.name).toBe(
      'تهران',
    );
  });
});
