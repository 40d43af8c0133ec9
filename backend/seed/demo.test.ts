// The demo: what it holds, read from the product's own calls, and that equal moments give equal rows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { dayAt } from '../../contract/dates';
import { layerName } from '../../contract/ogc';
import { checkValues } from '../../contract/schemas/form';
import type { Layer } from '../../contract/schemas/layer';
import type { LayerRecord } from '../../contract/schemas/record';
import type { Queue, SupervisionLayer } from '../../contract/schemas/supervision';
import { CAPTCHA } from '../../testing/people';
import { signedIn } from '../../testing/sign-in';
import { createEngine, ONE_ENGINE } from '../../testing/world';
import { type Backend, buildBackend } from '../app';
import { lotOf } from '../areas/supervision/audit';
import { readConfig } from '../config';
import type { Engine } from '../db/engine';
import { openStorage } from '../storage';
import { DEMO_PASSWORD, seedDemo } from './demo';
import { createFacilities } from './demo-facilities';
import { createChance } from './random';
import type { DemoFiles } from './related/terrain';
import { workingDays } from './working-hours';

/** A Monday, 13:40 in Tehran. */
const NOW = new Date('2025-10-13T10:10:00Z');

/** All that has a moment of its own, with its columns; records of the layers that came whole have that of their load. */
const DATED = [
  [`record where created < '${NOW.toISOString()}'`, '*'],
  // Where a step was is looked up beside the calls, in its own time.
  ['record_log', "to_jsonb(record_log) - 'place_id'"],
  ['account', 'id, username, created, version'],
  ['layer', 'id, label, config, record_count, extent, created'],
  [`audit where at < '${NOW.toISOString()}'`, '*'],
  ['app_log', '*'],
  ['review_audit', '*'],
  ['review_draw', '*'],
  ['project', '*'],
  ['project_log', '*'],
  ['project_person', '*'],
  ['message', '*'],
  ['notice', '*'],
  ['notice_recipient', '*'],
  ['announcement', '*'],
  ['track_point', '*'],
  ['env', 'account_id, label, data, is_default'],
  ['user_item', 'account_id, type, label, data'],
  ['drawing', 'account_id, type, label, style, geom, radius'],
] as const;

describe.each(ONE_ENGINE)('the demo on the %s engine', (kind) => {
  let engine: Engine;
  let backend: Backend;
  let folder: string;
  let files: DemoFiles;
  const tokens = new Map<string, Promise<string>>();
  const steps: string[] = [];
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(engine.db)).rows;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  async function read(as: string, path: string): Promise<any> {
    const token = tokens.get(as) ?? signedIn(backend.app, as, 'localhost', DEMO_PASSWORD);
    tokens.set(as, token);
    const headers = { host: 'localhost', authorization: `Bearer ${await token}` };
    const response = await backend.app.inject({ url: `/api/${path}`, headers });
    if (response.statusCode !== 200) throw new Error(`${path} as ${as}: ${response.statusCode} ${response.body}`);
    return response.json();
  }
  const layerOf = async (label: string): Promise<Layer> =>
    (await read('superuser', 'layer/?limit=100')).results.find((layer: Layer) => layer.label === label);

  beforeAll(async () => {
    engine = await createEngine(kind);
    folder = mkdtempSync(join(tmpdir(), 'pahneh-demo-'));
    const config = { ...readConfig({ DATA_DIR: folder, LOG: 'silent' }), captchaText: () => CAPTCHA };
    files = { config, storage: await openStorage(config) };
    await seedDemo(engine, { say: (step) => steps.push(step), only: 'IR', now: NOW, files });
    backend = await buildBackend(engine, config, () => NOW);
    await backend.app.ready();
  });
  afterAll(async () => {
    await backend.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('its superuser can buy plans, and nothing of it is near the limits of its own', async () => {
    expect(await read('superuser', 'user/')).toMatchObject({ is_signed_up: true, plan_remaining_days: 3650, reserved_plan: null }); // biome-ignore format: one line
    expect((await read('editor', 'user/')).is_signed_up).toBe(false);
    const used = await read('superuser', 'plan/current_plan/');
    for (const what of ['layers', 'disk']) expect(used[`${what}_used`]).toBeLessThan(used[`${what}_total`] / 10);
  });

  test("towns of Iran are read in Persian, and their layer's labels too", async () => {
    const [towns] = await rows(sql<{ count: number; persian: number }>`
      select count(*)::int count, (count(*) filter (where value->>'name' ~ '^[^a-zA-Z]+$'))::int persian
      from record join layer on layer.id = layer_id where label = 'شهرهای جهان'`);
    expect(towns?.count).toBeGreaterThan(400);
    expect(towns?.persian).toBeGreaterThan((towns?.count ?? 0) * 0.99);
    expect((await layerOf('شهرهای جهان')).config.labels?.field).toBe('name');
  });

  test('every province of Iran holds the town that it is governed from, a seaport within 3 km', async () => {
    const provinces = await rows(sql<{ name: string; seats: number; valid: boolean }>`
      select p.value->>'name' name, st_isvalid(p.geom) valid, (select count(*)::int from record t join layer on layer.id = t.layer_id
        where label = 'شهرهای جهان' and t.value->>'name' = p.value->>'seat' and st_dwithin(p.geom, t.geom, 0.03)) seats
      from record p join layer l on l.id = p.layer_id where l.label = 'استان‌های ایران'`);
    expect(provinces).toHaveLength(31);
    expect(provinces.filter(({ seats, valid }) => seats === 0 || !valid)).toEqual([]);
  });

  // What a screen lists, and the least that it has to show.
  test.each([
    ['superuser', 'layer/', 10],
    ['superuser', 'layer/deleted/', 1],
    ['viewer', 'layer/', 10],
    ['superuser', 'layergroup/', 5],
    ['superuser', 'layer/only_with_deleted_data/', 2],
    ['superuser', 'deleted_layerdata/', 10],
    ['superuser', 'region/', 36],
    ['superuser', 'users/', 6],
    ['superuser', 'group/', 5],
    ['superuser', 'project/', 7],
    ['regional', 'project/', 4],
    ['supervisor', 'project/?my_supervision=true', 1],
    ['superuser', 'project/?second_approval=true', 1],
    ['supervisor', 'supervisionlayer/', 1],
    ['superuser', 'lastchats/', 3],
    ['supervisor', 'lastchats/', 3],
    ['superuser', 'contacts/', 4],
    ['supervisor', 'notiffication/?kind=sent', 2],
    ['supervisor', 'notiffication/?kind=automatic', 5],
    ['editor', 'notiffication/received/', 5],
    ['viewer', 'announcement/', 5],
    ['superuser', 'track/', 50],
    ['supervisor', `trackgeo/?track_date_after=${dayAt(NOW.getTime() - 10 * 86_400_000)}`, 15],
    ['superuser', 'onlineusers/', 3],
    ['superuser', 'systemlog/', 500],
    ['superuser', 'systemlog/?refused=true', 10],
    ['superuser', 'applog/', 5],
    ['superuser', 'drawing/', 3],
    ['editor', 'drawing/', 4],
    ['superuser', 'user_items/?type=bookmark', 5],
    ['superuser', 'user_items/?type=query', 3],
    ['viewer', 'envs/', 1],
    ['editor', 'envs/', 2],
    ['superuser', 'plan/', 3],
    ['superuser', 'userconfig/base_maps/', 0],
  ])('%s finds something in %s', async (as, path, least) => {
    const answer = await read(as, path);
    expect(answer.count ?? answer.length ?? answer.items.length).toBeGreaterThanOrEqual(least);
  });

  test('the inbox of supervision holds new work, edits of values and shapes, and deletions that this judge may judge', async () => {
    const list: z.infer<typeof SupervisionLayer>[] = (await read('supervisor', 'supervisionlayer/')).results;
    const plots = list.find(({ label }) => label === 'قطعه‌های کشاورزی')?.id;
    const { results } = await read('supervisor', `layerdata/?layer=${plots}&supervision=true&limit=500`);
    const waiting = results as LayerRecord[];
    const edits = waiting.map((r) => r.unconfiremed_value);
    expect(waiting.filter(({ status }) => status.id === 1).length).toBeGreaterThan(4);
    expect(edits.filter((edit) => edit?.value).length).toBeGreaterThan(3);
    expect(edits.filter((edit) => edit?.geometry).length).toBeGreaterThan(1);
    expect(edits.filter((edit) => edit?.deletion).length).toBeGreaterThan(1);
    expect(waiting.filter(({ can }) => !can?.judge?.includes('approve'))).toEqual([]);
    expect(new Set(waiting.flatMap(({ authors }) => authors?.map(({ username }) => username))).size).toBe(2);
    for (const status of [4, 5]) {
      const judged = await read('supervisor', `layerdata/?layer=${plots}&status=${status}`);
      expect(judged.count).toBeGreaterThan(2);
      expect(judged.results.every((r: LayerRecord) => r.verdict?.reason)).toBe(true);
    }
  });

  test('the review shows every kind of work: tables, points, shapes with holes, deletions, and lots that can be drawn again', async () => {
    const { results }: z.infer<typeof Queue> = await read('superuser', 'supervision/queue/?limit=200');
    const kindsOf = (label: string) => [...new Set(results.filter((r) => r.layer_label === label).map(({ kind }) => kind))].sort(); // biome-ignore format: one line
    expect(kindsOf('صورت‌جلسه‌های بازدید')).toEqual(['deletion', 'new', 'values']);
    expect(kindsOf('شیرهای آتش‌نشانی')).toEqual(['both', 'deletion', 'new', 'shape', 'values']);
    expect(kindsOf('باغ‌ها')).toEqual(['deletion', 'new', 'shape', 'values']);
    const reshaped = results.find((r) => r.layer_label === 'باغ‌ها' && r.kind === 'shape');
    const { record } = await read('superuser', `supervision/${reshaped?.id}/`);
    const [before, after] = [record.geometry, record.unconfiremed_value.geometry];
    expect([before.coordinates.length, after.coordinates.length]).toEqual([2, 2]);
    expect(after.coordinates[1]).not.toEqual(before.coordinates[1]);
    const lots = (await read('superuser', 'supervision/lots/')).results;
    expect(lots).toMatchObject([
      { share: 25, until: null, approved: 5, returned: 1, sample: 2, waiting: 3 },
      { share: 50, approved: 6, returned: 0, sample: 3, waiting: 0, agreed: 2, overturned: 1 },
    ]);
    const draws = await rows(sql<{ id: number; version: number; because: string | null; seed: string; share: number }>`
      select d.record_id::float8 as id, d.because, a.seed, a.share, (select count(*)::int from record_log g where g.record_id = d.record_id and g.at < d.at) as version
        from review_draw d join review_audit a on a.id = d.audit_id`);
    expect(draws).toHaveLength(11);
    for (const { id, version, because, seed, share } of draws)
      if (because !== 'returned') expect(lotOf(seed, id, version) < share ? 'random' : null).toBe(because);
    const { second, waiting } = await read('superuser', 'inbox/');
    expect([second, waiting > 10]).toEqual([3, true]);
  });

  test('histories are whole: each step begins where the one before ended, and the last one ends at the record', async () => {
    for (const label of ['خدمات شهری', 'قطعه‌های کشاورزی', 'ایستگاه‌های برداشت میدانی']) {
      const layer = await layerOf(label);
      const records: LayerRecord[] = (await read('superuser', `layerdata/?layer=${layer.id}&limit=1000`)).results;
      expect(layer.record_count).toBe(records.length);
      expect(records.filter(({ value }) => Object.keys(checkValues(layer.config.form, value).problems).length)).toEqual([]); // biome-ignore format: one line
      const steps = await rows(sql<{ record: number; action: string; before: object; after: object; at: Date }>`
        select record_id::float8 as record, action, before, after, at from record_log where layer_id = ${layer.id}::int order by id`);
      const times = steps.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(Math.max(...times)).toBeLessThan(NOW.getTime());
      const byRecord = new Map<number, typeof steps>();
      for (const step of steps) byRecord.set(step.record, [...(byRecord.get(step.record) ?? []), step]);
      const busiest = [...byRecord.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
      expect(busiest.length).toBeGreaterThan(3);
      if (layer.config.supervised) continue;
      for (const record of records) {
        const own = byRecord.get(record.id) ?? [];
        // What waited beside it is noted before a step alone.
        for (const [i, { before }] of own.entries())
          if (before && i > 0)
            expect({ ...before, standing: undefined }).toEqual({ ...own[i - 1]?.after, standing: undefined });
        const last = own.at(-1);
        if (last) expect(last.after).toMatchObject({ value: record.value, geometry: record.geometry });
      }
    }
  });

  test('charts have every month, several people, and today', async () => {
    const [from, to] = [dayAt(NOW.getTime() - 92 * 86_400_000), dayAt(NOW)];
    const months = await read('superuser', `report/activity/?from=${from}&to=${to}&period=month&by=user`);
    expect(new Set(months.rows.map((row: { period: string }) => row.period)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(months.rows.map((row: { id: number }) => row.id)).size).toBe(5);
    const today = await read('superuser', `report/activity/?from=${to}&to=${to}`);
    expect(today.rows[0].total).toBeGreaterThan(20);
  });

  test('the map opens with few layers', async () => {
    for (const user of ['superuser', 'viewer']) {
      const [first] = (await read(user, 'envs/')).filter((env: { is_default: boolean }) => env.is_default);
      const { order, hidden } = first.data.layers;
      expect(order.length - hidden.length).toBe(2);
      expect(order).toHaveLength(11);
    }
  });

  test('wells have a value of every kind that their form reads, and a raster stands beside them in a group of a group', async () => {
    const wells = await layerOf('چاه‌های آب');
    const records: LayerRecord[] = (await read('superuser', `layerdata/?layer=${wells.id}&limit=1000`)).results;
    expect(records.length).toBeGreaterThan(15);
    const { form } = wells.config;
    expect(records.filter(({ value }) => Object.keys(checkValues(form, value).problems).length)).toEqual([]);
    const hasValue = (name: string) => records.some(({ value }) => (value[name] ?? null) !== null);
    const empty = form.filter(({ name, type }) => type !== 'section' && !hasValue(name));
    expect(empty.map(({ type }) => type)).toEqual(['image']);
    expect(records.some(({ value }) => (value.uses as string[] | null)?.length === 2)).toBe(true);
    for (const { value } of records) expect(value.daily).toBe(Math.round(Number(value.flow) * 86.4));
    const terrain = await layerOf('ارتفاع نمونه، ورامین تا دماوند');
    expect(terrain.config.raster?.facts.bands).toMatchObject([{ type: 'Int16' }]);
    const { results: groups } = await read('superuser', 'layergroup/');
    const inner = groups.find(({ label }: { label: string }) => label === 'آب و زمین');
    expect(inner.parent.label).toBe('برداشت میدانی');
    expect(wells.group_layer).toContain(inner.id);
    const headers = { host: 'localhost', authorization: `Bearer ${await signedIn(backend.app, 'viewer', 'localhost', DEMO_PASSWORD)}` }; // biome-ignore format: one line
    const tile = await backend.app.inject({ url: `/geoserver/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=${layerName(terrain.id)}&STYLES=&CRS=EPSG:3857&BBOX=5740000,4180000,5800000,4240000&WIDTH=64&HEIGHT=64&FORMAT=image/png&TRANSPARENT=TRUE`, headers }); // biome-ignore format: one call
    expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'image/png']);
    expect(tile.rawPayload.length).toBeGreaterThan(1000);
  });

  test('equal moments give equal rows', async () => {
    const other = await createEngine(kind);
    await seedDemo(other, { only: 'IR', now: NOW, files });
    const digest = async ({ db }: Engine, [table, columns]: readonly [string, string]) => {
      const { rows } = await sql<{ n: number; md5: string }>`
        select count(*)::int n, md5(string_agg(t::text, '' order by t::text)) md5 from (select ${sql.raw(columns)} from ${sql.raw(table)}) t`.execute(
        db,
      );
      return [table, rows[0]];
    };
    for (const table of DATED) expect(await digest(other, table)).toEqual(await digest(engine, table));
    await other.close();
  });

  test('a database with a customer is left as it is', async () => {
    const before = steps.length;
    await seedDemo(engine, { say: (step) => steps.push(step), only: 'IR' });
    expect(steps).toHaveLength(before);
  });
});

test('no facility is like another, and no day of work is a Thursday or Friday', () => {
  const all = createFacilities(createChance(3), 300, 2025);
  expect(new Set(all.map(({ geometry }) => JSON.stringify(geometry))).size).toBe(300);
  const days = workingDays(NOW, 91);
  expect(days.length).toBeGreaterThan(60);
  expect(days.filter((day) => [4, 5].includes(new Date(`${day}T00:00Z`).getUTCDay()))).toEqual([]);
});
