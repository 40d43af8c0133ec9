// Who reaches what: every call, made by those to whom its things do not belong. Another customer finds and changes nothing, and no
// answer to anybody holds a word of what they may not read.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Row } from '../contract/define';
import { pathOf, rows } from '../contract/index';
import { FOREIGN, GROUP, readingCalls, SECRET, seedCanaries, textIn } from './crawl';
import { type Examples, seedExamples } from './examples';
import { recordStatements } from './statements';
import { createWorld, ONE_ENGINE, type TestWorld } from './world';

/** What a call leaves behind by its nature. */
const PASSING = new Set(['session', 'audit', 'captcha', 'export_token', 'kysely_migration', 'kysely_migration_lock', 'spatial_ref_sys']); // biome-ignore format: one list

/** What the product itself works out beside the calls, in its own time: where acts were. */
const WORKED_OUT = new Set(['activity_place', 'activity_recount', 'arrival', 'place']);

/** A sum over all that belongs to a customer, table by table. */
async function belongings(w: TestWorld, customer: number): Promise<Record<string, string>> {
  const { db } = w.engine;
  const { rows: columns } = await sql<{ name: string; own: string }>`
    select c.relname as name, a.attname as own from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
        and a.attname in ('customer_id', 'layer_id', 'account_id', 'role_id', 'region_id', 'group_id') order by 1, 2`.execute(
    db,
  );
  const owners: Record<string, ReturnType<typeof sql>> = {
    customer_id: sql`t.customer_id = ${customer}::int`,
    layer_id: sql`t.layer_id in (select id from layer where customer_id = ${customer}::int)`,
    account_id: sql`t.account_id in (select id from account where customer_id = ${customer}::int)`,
    role_id: sql`t.role_id in (select id from role where customer_id = ${customer}::int)`,
    region_id: sql`t.region_id in (select id from region where customer_id = ${customer}::int)`,
    group_id: sql`t.group_id in (select id from layer_group where customer_id = ${customer}::int)`,
  };
  const checksums: Record<string, string> = {};
  for (const { name, own } of columns) {
    if (PASSING.has(name) || WORKED_OUT.has(name)) continue;
    const row = name === 'record_log' ? sql`(to_jsonb(t) - 'place_id')` : sql`t`;
    const { rows: sums } = await sql<{ sum: string }>`
      select count(*) || '/' || coalesce(sum(hashtextextended(${row}::text, 0)), 0) as sum from ${sql.table(name)} t where ${owners[own]}`.execute(
      db,
    );
    checksums[`${name}.${own}`] = sums[0]?.sum ?? '';
  }
  return checksums;
}

/** What a refusal of what is there may ask more than one of what is not: who may reach it. More would tell by its time. */
const MAX_MORE_STATEMENTS = 2;

/** Tells the places of Iran to everybody, whatever the rows of our own tables are called. */
const PLACES = 'choiceLists.ready';
const IRAN = ['تهران', 'اصفهان', 'مشهد'];

const textOf = (body: unknown): string => (Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body ?? ''));

/** Headers of an answer without those that differ every time. */
const comparable = (answer: object) =>
  Object.entries(('headers' in answer && answer.headers) || {}).filter(
    ([name]) => !['date', 'x-request-id', 'server-timing'].includes(name),
  );

describe.each(ONE_ENGINE)(
  'ownership on the %s engine',
  (kind) => {
    let w: TestWorld;
    let examples: Examples;
    let canaries: Awaited<ReturnType<typeof seedCanaries>>;
    let before: Record<string, string>;
    const send = (as: string, row: Row, url: string, body: unknown) =>
      row.as === 'form' ? w.form(as, url, (body ?? {}) as Record<string, unknown>) : w.call(as, row.method, url, body);

    beforeAll(async () => {
      w = await createWorld(kind);
      examples = await seedExamples(w);
      canaries = await seedCanaries(w);
      await w.engine.db
        .updateTable('role')
        .set({ modules: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17] })
        .where('customer_id', '<>', w.ids.customer)
        .execute();
      before = await belongings(w, w.ids.customer);
    });
    afterAll(() => w.close());

    for (const { name, row } of rows) {
      if (row.needs === 'public' || !row.example || row.session) continue;
      it(`${name} gives another customer nothing of ours`, async () => {
        const { url, body } = examples.requestOf(row);
        const foreign = await send('stranger', row, url, body);
        const { status, body: answer } = foreign;
        expect(status).toBeLessThan(500 + (w.backend.unserved.includes(name) ? 2 : 0));
        // Where an id of ours stands in the path there is nothing at all.
        if (row.example?.params && !w.backend.unserved.includes(name) && row.method !== 'POST')
          expect([name, status, [400, 403, 404].includes(status)]).toEqual([name, status, true]);
        const places = name === PLACES ? [] : IRAN;
        for (const word of [SECRET, 'شهرها', ...places])
          expect([name, textOf(answer).includes(word)]).toEqual([name, false]);
        // What is ours is to them as if it did not exist, in every word.
        const { params } = row.example ?? {};
        const ours = (value: unknown) => typeof value === 'string' && typeof examples.values[value] === 'number';
        if (!params || !Object.values(params).some(ours)) return;
        const query = url.slice(examples.requestOf(row).path.length);
        const at = (id: string | number) => {
          const theirs = Object.fromEntries(Object.entries(params).map(([k, v]) => [k, ours(v) ? id : v]));
          return send('stranger', row, `/api/${pathOf(row, theirs)}${query}`, body);
        };
        const missing = await at(999_999_999);
        expect([name, missing.status, textOf(missing.body)]).toEqual([name, status, textOf(answer)]);
        // Nor do headers tell more than who answered what when.
        expect([name, comparable(missing)]).toEqual([name, comparable(foreign)]);
        // What no row can have is nothing either, and breaks nothing.
        for (const id of [
          '-1',
          '0',
          '2147483648',
          '9223372036854775808',
          'abc',
          '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        ]) {
          const odd = (await at(id)).status;
          expect([name, id, odd, w.backend.unserved.includes(name) || [400, 403, 404].includes(odd)]).toEqual([name, id, odd, true]); // biome-ignore format: one line
        }
      });
    }

    it('asks the database hardly more about what is ours than about what is not there', async () => {
      const ours = (value: unknown) => typeof value === 'string' && typeof examples.values[value] === 'number';
      const differ: [string, number, number][] = [];
      let calls = 0;
      for (const { name, row } of rows) {
        const { params } = row.example ?? {};
        if (row.method !== 'GET' || row.needs === 'public' || row.session || !params || !Object.values(params).some(ours)) continue; // biome-ignore format: one condition
        const { url, path, body } = examples.requestOf(row);
        const missingPath = pathOf(row, Object.fromEntries(Object.entries(params).map(([k, v]) => [k, ours(v) ? 999_999_999 : v]))); // biome-ignore format: one path
        const countStatements = async (address: string) => {
          const recorded = recordStatements(w.engine);
          await send('stranger', row, address, body);
          recorded.stop();
          // Jobs and chores ask too, whoever calls.
          return recorded.requests.filter(Boolean).length;
        };
        const both = async () => [await countStatements(`/api/${missingPath}${url.slice(path.length)}`), await countStatements(url)] as const; // biome-ignore format: one pair
        let [missing, foreign] = await both();
        // Who calls is looked up anew when a second has passed: that falls to one of the two.
        for (let i = 0; i < 3 && Math.abs(foreign - missing) > MAX_MORE_STATEMENTS; i++)
          [missing, foreign] = await both();
        if (Math.abs(foreign - missing) > MAX_MORE_STATEMENTS) differ.push([name, foreign, missing]);
        calls++;
      }
      expect(calls).toBeGreaterThan(15);
      expect(differ).toEqual([]);
    });

    it('has left everything of ours as it was', async () => {
      expect(await belongings(w, w.ids.customer)).toEqual(before);
    });

    for (const [as, strange, own] of [
      ['viewer', [SECRET, GROUP, FOREIGN]],
      ['regional', [SECRET, FOREIGN, 'اصفهان', 'مشهد']],
      ['super', [FOREIGN], SECRET],
      ['stranger', [SECRET, GROUP, 'شهرها', 'تهران', 'اصفهان'], FOREIGN],
    ] as const)
      it(`tells ${as} none of the words that are not theirs in any reading call, tile or document`, async () => {
        const leaks: string[] = [];
        const telling = new Set<string>();
        for (const { name, url } of readingCalls(examples, canaries)) {
          const { status, body } = await w.call(as, 'GET', url);
          const text = textIn(body);
          if (status >= 500) leaks.push(`${url}: ${status}`);
          const words = name === PLACES ? strange.filter((word) => !IRAN.includes(word)) : strange;
          for (const word of words) if (text.includes(word)) leaks.push(`${url}: ${word}`);
          if (own && text.includes(own)) telling.add(name);
        }
        expect(leaks).toEqual([]);
        // The crawl finds words: whoever may read them meets them in many calls.
        if (own) expect([...telling].length).toBeGreaterThan(20);
      });

    it('tells nobody a word in a file that leaves, or in a call that asks with a body', async () => {
      const { secret, layer } = w.ids;
      const [, foreign = 0] = canaries.layers;
      const point = { type: 'Point', coordinates: [51.4, 35.7] };
      for (const as of ['editor', 'viewer', 'regional', 'stranger']) {
        const words = as === 'stranger' ? [SECRET, 'تهران'] : as === 'regional' ? [SECRET, FOREIGN, 'اصفهان'] : [SECRET, FOREIGN]; // biome-ignore format: one line
        const calls: [string, unknown][] = [
          ['/api/identify/', { geometry: point, layers: [] }],
          ['/api/datavalues/', { ids: canaries.ids }],
          ['/api/search/?search=canary', { layers: [] }],
          ['/api/layerdata/measure/', { ids: canaries.ids }],
          ['/api/report/statistics/', { layer: secret, group_by: { field: 'name' } }],
        ];
        for (const of of as === 'stranger' ? [secret, layer] : [secret, foreign])
          calls.push(
            ['/api/layerdata_query/', { layer: of, query: { and: [] } }],
            ['/api/identify/', { geometry: point, layers: [of] }],
            ['/api/search/?search=canary', { layers: [of] }],
            [`/api/export_token/${of}/`, { format: 'csv' }],
            ['/api/copylayer/', { layer: of }],
          );
        for (const [url, body] of calls) {
          const { body: answer } = await w.call(as, 'POST', url, body);
          for (const word of words) expect([as, url, textIn(answer).includes(word)]).toEqual([as, url, false]);
        }
        if (as === 'viewer' || as === 'stranger') continue;
        for (const format of ['geojson', 'csv', 'xlsx', 'gpkg', 'kml', 'shp', 'gml']) {
          const { body } = await w.call(as, 'POST', `/api/export_token/${layer}/`, { format });
          const file = await w.call(as, 'GET', `/api/export/layerdata/${body.name}/${body.token}/`);
          expect([format, file.status]).toEqual([format, 200]);
          const text = textIn(file.body);
          expect([format, text.includes('تهران')]).toEqual([format, true]);
          for (const word of words) expect([as, format, text.includes(word)]).toEqual([as, format, false]);
        }
      }
    });

    const RUBBISH = ['-1', '0', '1.5', String(2 ** 31), String(2n ** 63n), 'abc', '7c9e6679-7425-40de-944b-e07fc1f90ae7', '999999999', '1e3', "1'--"]; // biome-ignore format: one list
    for (const { name, row } of rows) {
      if (!row.path.includes(':') || row.session || row.example?.params === undefined) continue;
      it(`${name} takes no rubbish for an id`, async () => {
        const good = row.example?.params ?? {};
        const filled = examples.requestOf(row);
        for (const [key] of Object.entries(good).filter(([, v]) => typeof v === 'string' && v in examples.values))
          for (const id of RUBBISH) {
            const params = Object.fromEntries(Object.entries(good).map(([k, v]) => [k, examples.values[v] ?? v]));
            const path = `/api/${pathOf(row, { ...params, [key]: id })}`;
            const { status, body } = await send('super', row, path + filled.url.slice(filled.path.length), filled.body);
            expect([path, status, [400, 404].includes(status) || (status === 501 && w.backend.unserved.includes(name))]).toEqual([path, status, true]); // biome-ignore format: one line
            expect(textOf(body).length).toBeLessThan(600);
          }
      });
    }

    /** Phones send more than is read; what is not read is dropped, and a report is always the caller's own (tracking/replay.test). */
    const DROPS = 'tracking.report';
    const FORBIDDEN = ['id', 'customer', 'customer_id', 'creator_user', 'owner_id', 'is_superuser', 'version', 'rev', '__proto__', 'constructor']; // biome-ignore format: one list
    /** All columns that there are, and all that is ours before somebody tries to set them. */
    let columns: Record<string, true>;
    let settled: Record<string, string>;
    it('begins with what is there', async () => {
      const { rows: columnRows } = await sql<{ name: string }>`select distinct column_name as name from information_schema.columns where table_schema = current_schema()`.execute(w.engine.db); // biome-ignore format: one query
      columns = Object.fromEntries(columnRows.map(({ name }) => [name, true]));
      settled = await belongings(w, w.ids.customer);
    });

    for (const { name, row } of rows) {
      const example = row.example?.body;
      if (!example || Array.isArray(example) || row.session || name === DROPS) continue;
      it(`${name} lets nobody set what is not his to set`, async () => {
        const { url, body } = examples.requestOf(row);
        const allows = (key: string) =>
          key in (body as object) || (row.body?.safeParse({ ...(body as object), [key]: 1 }).success ?? false);
        for (const key of FORBIDDEN) {
          // A superuser makes superusers.
          if (allows(key) || `${name} ${key}` === 'users.create is_superuser') continue;
          const more = JSON.parse(`{${JSON.stringify(key)}:1}`);
          const { status } = await send('super', row, url, row.as === 'form' ? { ...more, ...(body as object) } : `${JSON.stringify(more).slice(0, -1)},${JSON.stringify(body).slice(1)}`.replace(',}', '}')); // biome-ignore format: one call
          expect([key, status]).toEqual([key, 400]);
        }
        expect(({} as Record<string, unknown>)['1']).toBeUndefined();
        // No column that the contract does not declare for this call is taken along.
        const declared = Object.keys((row.body as { shape?: object } | undefined)?.shape ?? columns);
        expect(Object.keys(columns).filter((key) => !declared.includes(key) && allows(key))).toEqual([]);
      });
    }

    it('knows each key of a body, also of the calls that have no example', async () => {
      const refused = (issues: readonly z.core.$ZodIssue[]): string[] =>
        issues.flatMap((issue) => {
          if (issue.code === 'unrecognized_keys') return issue.keys;
          return issue.code === 'invalid_union' ? issue.errors.flatMap(refused) : [];
        });
      const open: string[] = [];
      for (const { name, row } of rows) {
        if (!row.body || name === DROPS) continue;
        const { example } = row;
        const isList = Array.isArray(example?.body);
        const declared = isList ? ['id', 'version'] : Object.keys((row.body as { shape?: object }).shape ?? {});
        for (const key of [...FORBIDDEN, 'customer_config', 'hasOwnProperty']) {
          if (declared.includes(key)) continue;
          // Which keys a body of several forms has depends on its form.
          const form =
            row.body instanceof z.ZodDiscriminatedUnion ? JSON.stringify(example?.body ?? {}).slice(1, -1) : '';
          const text = isList
            ? `[{"id":1,${JSON.stringify(key)}:1}]`
            : `{${form && `${form},`}${JSON.stringify(key)}:1}`;
          const issues = row.body.safeParse(JSON.parse(text)).error?.issues ?? [];
          if (!refused(issues).includes(key)) open.push(`${name} ${key}`);
          if (name === 'databases.test' && key === 'id') continue;
          if (example?.body && !isList && !row.session) continue;
          const as = row.needs === 'public' ? 'nobody' : 'super';
          const path = pathOf(row, { id: examples.values.spareAccount ?? 0 });
          const headers = { 'content-type': 'application/json' };
          const { status } = await w.call(as, row.method, `/api/${path}`, text, headers);
          expect([name, key, status]).toEqual([name, key, 400]);
        }
      }
      // People keep settings of their own under any key; a database is named by its id or by how it is reached.
      expect(open.filter((one) => !one.startsWith('customer.setConfig '))).toEqual([
        'databases.test id',
        'databases.tables id',
      ]);
    });

    it('has changed nothing by what nobody may set', async () => {
      expect(await belongings(w, w.ids.customer)).toEqual(settled);
    });
  },
  60_000,
);
