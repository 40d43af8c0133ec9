// A form changed over records, on both engines: what it would do is counted before, done once, and every state of it is kept.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';
import { findEffects } from './check';

const choices = (...values: string[]) => values.map((value) => ({ value, label: value }));
const FORM: Field[] = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'kind', label: 'Kind', type: 'choice', choices: choices('a', 'b', 'c') },
  { name: 'size', label: 'Size', type: 'text' },
  { name: 'depth', label: 'Depth', type: 'integer' },
];
const RECORDS: make.NewRecordData[] = [
  { geometry: null, value: { name: 'one', kind: 'a', size: '1', depth: 5 } },
  { geometry: null, value: { name: 'two', kind: 'b', size: '2.5', depth: 50 } },
  { geometry: null, value: { name: 'one', kind: 'a', size: 'large' } },
  { geometry: null, value: { name: null as unknown as string, kind: 'c' } },
];
const change = (name: string, more: Partial<Field>): Field[] =>
  FORM.map((field) => (field.name === name ? { ...field, ...more } : field));

/** Changes that turn no value into another one: of a field by its place, or of the whole. */
const CHANGES: ((form: Field[], at: number) => Field[])[] = [
  (form, at) => form.filter((_, i) => i !== at),
  (form, at) => [...form.slice(at), ...form.slice(0, at)],
  (form, at) => [...form, { name: `new${at}${form.length}`, label: `new ${at}${form.length}`, type: 'integer' }],
  (form, at) => form.map((field, i) => (i === at ? { ...field, label: `${field.label}!`, hint: 'other', required: true } : field)), // biome-ignore format: one change
  (form, at) => form.map((field, i) => (i === at && field.type === 'text' ? { ...field, max: 2 } : field)),
  (form) => form.map((field) => (field.type === 'choice' ? { ...field, choices: field.choices?.map((one) => ({ ...one, retired: true as const })) } : field)), // biome-ignore format: one change
];
const anyChange = fc.tuple(fc.constantFrom(...CHANGES), fc.nat(9));

describe.each(ONE_ENGINE)('forms over records on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  let ids: number[];
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  beforeEach(async () => {
    const { id } = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow(); // biome-ignore format: one query
    layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: id, label: 'L', type: 0, form: FORM, records: RECORDS }); // biome-ignore format: one layer
    const { body } = await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`);
    ids = body.results.map((record: { id: number }) => record.id);
  });
  const check = async (form: Field[], as = 'editor') => {
    const { status, body } = await w.call(as, 'POST', `/api/layer/${layer}/form_check/`, { form });
    expect(status).toBe(200);
    return body.effects;
  };
  const patch = (body: object) => w.call('editor', 'PATCH', `/api/layer/${layer}/`, body);
  const values = async (name: string) =>
    (await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&order=id`)).body.results.map((record: { value: Record<string, unknown> }) => record.value[name] ?? null); // biome-ignore format: one line
  const samples = (...of: [number, unknown][]) => of.map(([at, value]) => ({ id: ids[at], value }));

  it('finds nothing in what concerns no value', async () => {
    expect(await check(FORM)).toEqual([]);
    expect(await check(change('name', { label: 'N', hint: 'h', max: 10 }))).toEqual([]);
    expect(await check(change('kind', { choices: [...choices('a', 'b', 'c', 'd')].map((one) => ({ ...one, label: `${one.label}!` })) }))).toEqual([]); // biome-ignore format: one call
  });

  it('counts what is removed, with samples, and what names it', async () => {
    const labels = { field: 'name', size: 12, color: '#000000', halo: '#ffffff', min_zoom: 0, max_zoom: 24 };
    expect((await patch({ config: { labels } })).status).toBe(200);
    expect(await check(FORM.slice(1))).toEqual([
      { field: 'name', label: 'Name', kind: 'removed', count: 3, capped: false, samples: samples([0, 'one'], [1, 'two'], [2, 'one']) }, // biome-ignore format: one effect
      { field: 'name', label: 'Name', kind: 'named', count: 1, capped: false, samples: [], by: ['labels'] },
    ]);
  });

  it('counts values of another type that fit, and those that do not', async () => {
    expect(await check(change('size', { type: 'decimal' }))).toEqual([
      {
        field: 'size',
        label: 'Size',
        kind: 'type',
        count: 1,
        capped: false,
        samples: samples([2, 'large']),
        converts: 2,
      },
    ]);
  });

  it('counts each choice that is gone, also where others are retired', async () => {
    const after = change('kind', { choices: [{ value: 'b', label: 'b', retired: true }, ...choices('d')] });
    expect(await check(after)).toEqual([
      { field: 'kind', label: 'Kind', kind: 'choice', choice: 'a', count: 2, capped: false, samples: samples([0, 'a'], [2, 'a']) }, // biome-ignore format: one effect
      {
        field: 'kind',
        label: 'Kind',
        kind: 'choice',
        choice: 'c',
        count: 1,
        capped: false,
        samples: samples([3, 'c']),
      },
    ]);
  });

  it('counts who lacks what becomes required, only where it is part of the record', async () => {
    const required = await check(change('depth', { required: true }));
    expect(required).toEqual([
      {
        field: 'depth',
        label: 'Depth',
        kind: 'required',
        count: 2,
        capped: false,
        samples: samples([2, null], [3, null]),
      },
    ]);
    const [effect] = await check(
      change('depth', { required: true, visible_if: { field: 'kind', is: 'eq', value: 'c' } }),
    );
    expect([effect.count, effect.samples[0].id]).toEqual([1, ids[3]]);
  });

  it('counts what breaks new limits and what comes twice', async () => {
    expect(await check(change('depth', { max: 10 }))).toEqual([
      { field: 'depth', label: 'Depth', kind: 'limit', count: 1, capped: false, samples: samples([1, 50]) },
    ]);
    expect(await check(change('name', { unique: true }))).toEqual([
      { field: 'name', label: 'Name', kind: 'unique', count: 1, capped: false, samples: samples([2, 'one']) },
    ]);
  });

  it('tells several at once, and changes nothing', async () => {
    const effects = await check(change('kind', { choices: choices('b') }).slice(1).map((field) => (field.name === 'depth' ? { ...field, required: true } : field))); // biome-ignore format: one call
    expect(effects.map((effect: { kind: string; count: number }) => [effect.kind, effect.count])).toEqual([['removed', 3], ['choice', 2], ['choice', 1], ['required', 2]]); // biome-ignore format: one line
    expect(await values('name')).toEqual(['one', 'two', 'one', null]);
  });

  it('says so where it did not come to an end in time', async () => {
    const row = { id: layer, type: 0, customer_id: w.ids.customer, config: (await w.call('super', 'GET', `/api/layer/${layer}/`)).body.config }; // biome-ignore format: one row
    const [effect] = await findEffects(w.engine, row, FORM.slice(1), { batch: 2, ms: -1 });
    expect([effect?.count, effect?.capped]).toEqual([2, true]);
    const [whole] = await findEffects(w.engine, row, FORM.slice(1), { batch: 2, ms: 1000 });
    expect([whole?.count, whole?.capped]).toEqual([3, false]);
  });

  it('is for those who manage the layer, and refuses what makes no sense', async () => {
    expect((await w.call('viewer', 'POST', `/api/layer/${w.ids.layer}/form_check/`, { form: [] })).status).toBe(403);
    expect((await w.call('viewer', 'GET', `/api/layer/${w.ids.layer}/form_versions/`)).status).toBe(403);
    const { status, body } = await w.call('editor', 'POST', `/api/layer/${layer}/form_check/`, { form: change('kind', { choices: [] }) }); // biome-ignore format: one call
    expect([status, Object.keys(body.fields)]).toEqual([400, ['form.1.choices']]);
    const large = await w.call('editor', 'POST', `/api/layer/${layer}/form_check/`, { form: change('name', { hint: 'x'.repeat(1_000_000) }) }); // biome-ignore format: one call
    expect([large.status, Object.keys(large.body.fields)]).toEqual([400, ['form.0.hint']]);
  });

  it('turns one choice into another, in lists too, with a line in the history of each record', async () => {
    const form = change('kind', { choices: choices('b', 'c') });
    expect((await patch({ config: { form } })).status).toBe(403);
    expect(await values('kind')).toEqual(['a', 'b', 'a', 'c']);
    expect((await patch({ config: { form }, renames: { kind: { a: 'b' } } })).status).toBe(200);
    expect(await values('kind')).toEqual(['b', 'b', 'b', 'c']);
    const { body: log } = await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${ids[0]}`);
    expect([log[0].before.value.kind, log[0].after.value.kind]).toEqual(['a', 'b']);
    const several = form.map((field) => (field.name === 'kind' ? { ...field, type: 'multi_choice' as const } : field));
    expect((await patch({ config: { form: several } })).status).toBe(200);
    const less = several.map((field) => (field.name === 'kind' ? { ...field, choices: choices('c') } : field));
    expect((await patch({ config: { form: less }, renames: { kind: { b: 'c' } } })).status).toBe(200);
    expect(await values('kind')).toEqual([['c'], ['c'], ['c'], ['c']]);
  });

  it('takes no name of an object’s own members for a choice that is turned', async () => {
    const form = change('kind', { choices: choices('b', 'c') });
    expect((await patch({ config: { form }, renames: { kind: { toString: 'b' } } })).status).toBe(403);
  });

  it('keeps every state of the form, with who, when and what', async () => {
    const versions = async () => (await w.call('editor', 'GET', `/api/layer/${layer}/form_versions/`)).body;
    expect((await versions()).map((one: { number: number; changes: unknown[] }) => [one.number, one.changes])).toEqual([[1, []]]); // biome-ignore format: one line
    expect((await w.call('editor', 'GET', `/api/layer/${layer}/form_versions/1/`)).body.form).toEqual(FORM);
    await patch({ config: { form: change('name', { required: true }) } });
    await patch({ label: 'no change of the form' });
    await patch({ config: { form: change('name', { required: true }) } });
    await patch({ config: { form: FORM.slice(1) }, force: true });
    const all = await versions();
    expect(
      all.map((one: { number: number; person: { username: string }; changes: { kind: string; name: string }[] }) => [
        one.number,
        one.person.username,
        one.changes.map(({ kind, name }) => `${kind} ${name}`),
      ]),
    ).toEqual([
      // biome-ignore format: one line
      [3, 'editor', ['removed name']],
      [2, 'editor', ['changed name']],
      [1, 'editor', []],
    ]);
    const first = await w.call('editor', 'GET', `/api/layer/${layer}/form_versions/1/`);
    expect([first.status, first.body.form]).toEqual([200, FORM]);
    expect((await w.call('editor', 'GET', `/api/layer/${layer}/form_versions/9/`)).status).toBe(404);
    // Taken up again, the values that stayed come back.
    expect((await patch({ config: { form: first.body.form } })).status).toBe(200);
    expect(await values('name')).toEqual(['one', 'two', 'one', null]);
  });

  it('leaves every byte of the records where any change is taken back', async () => {
    // The text for searching is made of the values, in whatever order these are read.
    const bytes = async () => (await sql<{ all: string }>`select string_agg((to_jsonb(r) - 'search')::text, '|' order by r.id) as all from ${sql.table(`record_${layer}`)} r`.execute(w.engine.db)).rows[0]?.all; // biome-ignore format: one query
    const before = await bytes();
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 4 }), async (steps) => {
        const form = steps.reduce((now, [change, at]) => (now.length > 1 ? change(now, at % now.length) : now), FORM);
        for (const next of [form, FORM])
          expect((await patch({ config: { form: next }, force: true })).status).toBe(200);
        const { body } = await w.call('editor', 'GET', `/api/layer/${layer}/`);
        expect([await bytes(), body.config.form]).toEqual([before, FORM]);
      }),
      { numRuns: 20 },
    );
  });
});
