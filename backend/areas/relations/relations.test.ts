// Relations from their making to their end: rights, keys that meet, deletions by rule, forms that they hold, and the index of keys.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { countRowsRead, recordStatements } from '../../../testing/statements';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const PARENT: Field[] = [
  { name: 'code', label: 'کد', type: 'text', unique: true },
  { name: 'title', label: 'عنوان', type: 'text' },
];
const CHILD: Field[] = [
  { name: 'of', label: 'کد والد', type: 'text' },
  { name: 'note', label: 'یادداشت', type: 'text' },
  { name: 'size', label: 'اندازه', type: 'integer' },
];
const MANY = 3000;

describe.each(ONE_ENGINE)('relations on the %s engine', (kind) => {
  let w: TestWorld;
  let seeing: number;
  let parents: number;
  let children: number;
  let hidden: number;

  const layer = async (label: string, form: Field[]) =>
    (await w.form('super', '/api/layer/', { label, type: 0, form })).body.id as number;
  const record = async (of: number, value: object) =>
    (await w.call('super', 'POST', '/api/layerdata/', { layer: of, value, geometry: null })).body.id as number;
  /** Past the call the rights would be there a little later. */
  const permit = async (of: number, edit = false) => {
    const rights = { view: true, add: false, edit, delete: true, export: false, approve: false };
    const { status } = await w.call('super', 'POST', `/api/layerpermission/?layer=${of}`, { permissions: [{ group: seeing, ...rights }] }); // biome-ignore format: one call
    expect(status).toBe(200);
  };
  const body = (more: object = {}) => ({
    name: 'شعبه‌ها',
    parent_layer: parents,
    parent_field: 'code',
    child_layer: children,
    child_field: 'of',
    kind: 'many',
    on_delete: 'block',
    required: false,
    label: 'شعبه‌ها',
    back_label: 'اداره',
    title: 'title',
    columns: ['note'],
    ...more,
  });
  const create = (more: object = {}, as = 'super') => w.call(as, 'POST', '/api/relation/', body(more));
  const change = (id: number, set: object) => w.call('super', 'PATCH', `/api/relation/${id}/`, set);
  const related = (as: string, id: number, relation: number | string, more = '') =>
    w.call(as, 'GET', `/api/layerdata/${id}/related/?relation=${relation}${more}`);
  const remove = (id: number, as = 'super') => w.call(as, 'DELETE', `/api/layerdata/${id}/`);

  beforeAll(async () => {
    w = await createWorld(kind);
    parents = await layer('اداره‌ها', PARENT);
    children = await layer('شعبه‌ها', CHILD);
    hidden = await layer('CANARY-LAYER', CHILD);
    seeing = await make.createRole(w.engine, w.ids.customer, 'seeing relations', []);
    await make.createPerson(w.engine, w.ids.customer, { username: 'onlooker', password: PASSWORD, roles: [seeing] });
    for (const id of [parents, children]) await permit(id);
  });
  afterAll(() => w.close());

  it('refuses with a sentence at the field what could not be kept', async () => {
    for (const [set, field] of [
      [{ parent_layer: 999_999 }, 'parent_layer'],
      [{ child_field: 'nothing' }, 'child_field'],
      [{ child_field: 'size' }, 'parent_field'],
      [{ parent_field: null }, 'parent_field'],
      [{ parent_field: 'title' }, 'parent_field'],
      [{ title: 'nothing' }, 'title'],
      [{ columns: ['nothing'] }, 'columns'],
      [{ on_delete: 'clear', required: true }, 'on_delete'],
      [{ name: ' ' }, 'name'],
      [{ columns: Array(7).fill('note') }, 'columns'],
    ] as const) {
      const answer = await create(set);
      expect([field, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([field, 400, [field]]);
    }
    expect((await create({}, 'editor')).status).toBe(403);
  });

  it('tells before an export that a file of one layer holds no relation, and names instead of numbers', async () => {
    const form: Field[] = [{ name: 'office', label: 'اداره', type: 'reference', reference: { layer: parents } }];
    const [plain, child] = [await layer('تنها', CHILD), await layer('ارجاع', form)];
    await record(child, {});
    const warnings = async (id: number, more: object = {}) =>
      (await w.call('super', 'POST', `/api/export_losses/${id}/`, { format: 'gpkg', ...more })).body.warnings;
    expect(await warnings(plain)).toEqual([]);
    const [named] = await warnings(child);
    const [numbered] = await warnings(child, { codes: true });
    const [ofParent] = await warnings(parents);
    expect([named, numbered, ofParent].map((text) => [text.includes('رابطه'), text.includes('به‌جای')])).toEqual([[true, true], [true, false], [true, false]]); // biome-ignore format: one line
    const token = await w.call('super', 'POST', `/api/export_token/${child}/`, { format: 'gpkg' });
    expect(token.body.warnings).toEqual([named]);
    expect(await warnings(child, { format: 'csv' })).toEqual([named]);
    await w.call('super', 'DELETE', `/api/layer/${child}/`);
  });

  it('shows the records of both sides, to each person what they may see, and says what they may not', async () => {
    const { body: relation } = await create();
    expect(relation.parent).toMatchObject({ layer: parents, field: 'code', field_label: 'کد' });
    expect((await create()).body.fields).toHaveProperty('child_field');
    const parent = await record(parents, { code: 'الف-1', title: 'اداره یک' });
    const own = [
      await record(children, { of: 'الف-1', note: 'a' }),
      await record(children, { of: 'الف-1', note: 'b' }),
    ];
    // Alike for a search, and another key.
    const alike = await record(children, { of: 'الف-١' });
    const page = await related('super', parent, relation.id, '&limit=1');
    expect(page.body).toMatchObject({ count: 2, hidden: false, limited: false });
    expect(page.body.next).not.toBeNull();
    const second = await related('super', parent, relation.id, '&limit=1&offset=1');
    expect([...page.body.results, ...second.body.results].map(({ id }: { id: number }) => id)).toEqual(own);
    expect((await related('super', own[0] as number, relation.id)).body.results[0].id).toBe(parent);
    expect((await related('super', alike, relation.id)).body.count).toBe(0);
    expect((await related('onlooker', parent, relation.id)).body.count).toBe(2);
    expect((await related('viewer', parent, relation.id)).status).toBe(404);
    expect((await related('super', parent, 999_999)).status).toBe(404);
    const counts = await w.call('super', 'GET', `/api/layerdata/related_counts/?layer=${parents}&ids=${parent}`);
    expect(counts.body).toEqual([{ record: parent, relation: String(relation.id), side: 'children', count: 2, capped: false }]); // biome-ignore format: one line

    const { body: secret } = await create({ child_layer: hidden, name: 'پرونده‌ها' });
    await record(hidden, { of: 'الف-1', note: 'CANARY-RECORD' });
    const said = await related('onlooker', parent, secret.id);
    expect([said.status, said.body.hidden, said.body.count]).toEqual([200, true, 0]);
    const list = await w.call('onlooker', 'GET', `/api/relation/?layer=${parents}`);
    expect(list.body.results.find(({ id }: { id: number }) => id === secret.id)).toMatchObject({ child: null });
    expect(JSON.stringify([said.body, list.body])).not.toContain('CANARY');
    const visibleCounts = await w.call(
      'onlooker',
      'GET',
      `/api/layerdata/related_counts/?layer=${parents}&ids=${parent}`,
    );
    expect(visibleCounts.body.map(({ relation: key }: { relation: string }) => key)).toEqual([String(relation.id)]);
    // What the rule keeps, it keeps for those who do not see why, and tells them nothing of it.
    const refusal = await remove(parent, 'onlooker');
    expect([refusal.status, JSON.stringify(refusal.body).includes('CANARY')]).toEqual([403, false]);
    expect((await w.call('super', 'DELETE', `/api/relation/${secret.id}/`)).status).toBe(200);
  });

  it('counts what meets and lists what does not', async () => {
    const [left, right] = [await layer('چپ', [{ name: 'k', label: 'k', type: 'text' }]), await layer('راست', CHILD)];
    for (const k of ['1', '2', '2', '']) await record(left, { k });
    for (const of of ['1', '1', '2', '9', '']) await record(right, { of });
    const ends = { parent_layer: left, parent_field: 'k', child_layer: right, child_field: 'of' };
    const check = (list: string) => w.call('super', 'POST', '/api/relation/check/', { ...ends, list });
    const { body: orphans } = await check('orphans');
    expect(orphans).toMatchObject({ matched: 3, orphans: 1, empty: 1, extras: 1, duplicates: 2, unique: false });
    expect(orphans.records.map(({ key }: { key: string }) => key)).toEqual(['9']);
    expect((await check('duplicates')).body.records.map(({ key }: { key: string }) => key)).toEqual(['2', '2']);
    expect((await check('extras')).body.records.map(({ key }: { key: string }) => key)).toEqual(['1']);
    expect((await create(ends)).body.fields).toHaveProperty('parent_field');
  });

  describe('with a rule for deletions', () => {
    const world = async (on_delete: string, more: object = {}) => {
      const [up, down] = [await layer(`والد ${on_delete}`, PARENT), await layer(`فرزند ${on_delete}`, CHILD)];
      for (const id of [up, down]) await permit(id, id === up);
      const answer = await create({ parent_layer: up, child_layer: down, on_delete, ...more });
      expect(answer.status).toBe(200);
      const parent = await record(up, { code: 'x', title: 'x' });
      const child = await record(down, { of: 'x' });
      return { up, down, parent, child, relation: answer.body.id as number };
    };
    const isThere = async (id: number) => (await w.call('super', 'GET', `/api/layerdata/${id}/`)).status === 200;

    it('refuses, clears or deletes, all or nothing', async () => {
      const block = await world('block');
      const refused = await remove(block.parent);
      expect([refused.status, refused.body.detail.includes('۱')]).toEqual([403, true]);
      expect(await isThere(block.parent)).toBe(true);
      const bulk = await w.call('super', 'DELETE', '/api/layerdata/delete_bulk/', { ids: [block.parent] });
      expect(bulk.status).toBe(403);
      await remove(block.child);
      expect((await remove(block.parent)).status).toBe(200);

      const clear = await world('clear');
      // Who may delete the parent and not edit its child cannot do half of it.
      expect((await remove(clear.parent, 'onlooker')).status).toBe(403);
      expect(await isThere(clear.parent)).toBe(true);
      expect((await remove(clear.parent)).status).toBe(200);
      const cleared = await w.call('super', 'GET', `/api/layerdata/${clear.child}/`);
      expect(cleared.body.value.of).toBeNull();
      const log = await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${clear.child}`);
      expect(log.body[0].action).toBe('edit');

      const cascade = await world('cascade');
      const removal = await remove(cascade.parent);
      expect(removal.body).toMatchObject({ count: 1, related: [cascade.child] });
      expect(await isThere(cascade.child)).toBe(false);
      const back = await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [cascade.parent, cascade.child] });
      expect([back.status, await isThere(cascade.child)]).toEqual([200, true]);
      const { body: counted } = await w.call('super', 'GET', `/api/layer/${cascade.down}/`);
      expect(counted.record_count).toBe(1);
    });

    it('ends in a circle of records', async () => {
      const ring = await layer('حلقه', [...PARENT, ...CHILD]);
      const one = await create({ parent_layer: ring, child_layer: ring, on_delete: 'cascade' });
      expect(one.status).toBe(200);
      const a = await record(ring, { code: 'a', of: 'b' });
      const b = await record(ring, { code: 'b', of: 'a' });
      expect((await related('super', a, one.body.id)).status).toBe(400);
      expect((await related('super', a, one.body.id, '&side=parents')).body.results[0].id).toBe(b);
      expect((await remove(a)).status).toBe(200);
      expect([await isThere(a), await isThere(b)]).toEqual([false, false]);
      expect((await w.call('super', 'GET', `/api/layer/${ring}/`)).body.record_count).toBe(0);
    });

    it('keeps children with their parents where that is required, one where one may be, and keys that are in use', async () => {
      const { up, down, parent, child, relation } = await world('block');
      expect((await change(relation, { required: true, kind: 'one' })).status).toBe(200);
      const post = (of: string | null) =>
        w.call('super', 'POST', '/api/layerdata/', { layer: down, value: { of }, geometry: null });
      for (const key of [null, '', 'nobody', 'x']) {
        const { status, body: answer } = await post(key);
        expect([key, status, Object.keys(answer.fields ?? {})]).toEqual([key, 400, ['of']]);
      }
      await record(up, { code: 'y' });
      expect((await post('y')).status).toBe(200);
      const put = (id: number, value: object) => w.call('super', 'PUT', `/api/layerdata/${id}/`, { value });
      expect((await put(parent, { code: 'z' })).status).toBe(403);
      expect((await put(parent, { title: 'z' })).status).toBe(200);
      expect((await put(child, { of: 'y' })).body.fields).toHaveProperty('of');
      const merged = await w.call('super', 'PATCH', '/api/layerdata/edit_bulk/', { ids: [child], value: { of: 'y' } });
      expect(merged.body.fields).toHaveProperty('of');
    });

    it('holds the fields that it names', async () => {
      const { up, down, relation } = await world('clear');
      const check = (of: number, form: Field[]) => w.call('super', 'POST', `/api/layer/${of}/form_check/`, { form });
      const patch = (of: number, form: Field[]) =>
        w.call('super', 'PATCH', `/api/layer/${of}/`, { config: { form }, force: true });
      const [code, title] = PARENT as [Field, Field];
      const [key, note, size] = CHILD as [Field, Field, Field];
      const effects = (await check(down, [note, size])).body.effects as {
        field: string;
        kind: string;
        by?: string[];
      }[];
      expect(effects.find(({ kind: one }) => one === 'named')).toMatchObject({ field: 'of', by: ['relation'] });
      for (const [of, form] of [
        [down, [note, size]],
        [down, [{ ...key, name: 'renamed' }, note, size]],
        [down, [{ ...key, type: 'long_text' }, note, size]],
        [down, [{ ...key, required: true }, note, size]],
        [down, [key, size]],
        [up, [{ ...code, unique: false }, title]],
        [up, [code]],
      ] as [number, Field[]][]) {
        const { status, body: answer } = await patch(of, form);
        expect([form.map(({ name }) => name), status, answer.detail?.includes('شعبه‌ها')]).toEqual([form.map(({ name }) => name), 403, true]); // biome-ignore format: one line
      }
      expect((await patch(down, [key, note, size, { name: 'more', label: 'm', type: 'text' }])).status).toBe(200);
      expect((await w.call('super', 'GET', `/api/layer/${up}/usage/`)).body.relations).toEqual(['شعبه‌ها']);
      expect((await w.call('super', 'DELETE', `/api/relation/${relation}/`)).status).toBe(200);
      expect((await patch(down, [note, size])).status).toBe(200);
    });

    it('goes with a copy of the children, and not of the parents', async () => {
      const { up, down } = await world('block');
      const copy = async (of: number) =>
        (await w.call('super', 'POST', '/api/copylayer/', { layer: of, records: true })).body.id;
      const list = async (of: number) => (await w.call('super', 'GET', `/api/relation/?layer=${of}`)).body.results;
      const of = await copy(down);
      expect((await list(of)).map(({ parent }: { parent: { layer: number } }) => parent.layer)).toEqual([up]);
      expect(await list(await copy(up))).toEqual([]);
    });
  });

  it('reads a reference field as a relation, and a relation over it in its place', async () => {
    const target = await layer('مقصد', PARENT);
    const from = await layer('مبدأ', [
      { name: 'owner', label: 'مالک', type: 'reference', reference: { layer: target, title: 'title' } },
    ]);
    const parent = await record(target, { code: 'r', title: 't' });
    const child = await record(from, { owner: parent });
    const key = `${from}.owner`;
    const list = async () => (await w.call('super', 'GET', `/api/relation/?layer=${target}`)).body.results;
    expect(await list()).toMatchObject([{ id: null, key, on_delete: 'keep', title: 'title', back_label: 'مالک' }]);
    expect((await related('super', parent, key)).body.results[0].id).toBe(child);
    expect((await related('super', child, key)).body.results[0].id).toBe(parent);
    const ends = { parent_layer: target, child_layer: from, child_field: 'owner', columns: [] };
    expect((await create(ends)).body.fields).toHaveProperty('parent_field');
    const stored = await create({ ...ends, parent_field: null });
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([stored.body.id]);
    expect((await related('super', parent, stored.body.id)).body.count).toBe(1);
    expect((await remove(parent)).status).toBe(403);
  });

  it('refuses a change that was made to an older one', async () => {
    const [relation] = (await w.call('super', 'GET', '/api/relation/')).body.results;
    const { headers } = await w.call('super', 'GET', `/api/relation/${relation.id}/`);
    const etag = { 'if-match': String(headers.etag) };
    const edit = (name: string) => w.call('super', 'PATCH', `/api/relation/${relation.id}/`, { name }, etag);
    expect((await edit('نام یک')).status).toBe(200);
    const stale = await edit('نام دو');
    expect([stale.status, stale.body.current.name]).toEqual([412, 'نام یک']);
  });

  it('reads what belongs to a record by an index, and nothing else', async () => {
    const [up, down] = [await layer('پر', PARENT), await layer('پرتر', CHILD)];
    const { body: relation } = await create({ parent_layer: up, child_layer: down });
    await sql`insert into record (layer_id, status, value, search) select ${up}::int, 3, jsonb_build_object('code', i::text), '' from generate_series(1, ${MANY}::int) i`.execute(
      w.engine.db,
    );
    await sql`insert into record (layer_id, status, value, search) select ${down}::int, 3, jsonb_build_object('of', (i / 3)::text), '' from generate_series(3, ${MANY * 3}::int) i`.execute(
      w.engine.db,
    );
    await sql`analyze record`.execute(w.engine.db);
    const { rows } = await sql<{
      id: number;
    }>`select id::float8 as id from record where layer_id = ${up}::int and value->>'code' = '7'`.execute(w.engine.db);
    const parent = rows[0]?.id as number;
    const read = async (call: () => Promise<{ status: number; body: { count?: number } }>, part: string) => {
      const record = recordStatements(w.engine);
      const answer = await call().finally(() => record.stop());
      const queries = record.queries.filter(({ sql: text }) => text.includes(part));
      expect([part, answer.status, queries.length > 0]).toEqual([part, 200, true]);
      let n = 0;
      for (const query of queries) n += await countRowsRead(w.engine, query);
      return n;
    };
    expect(await read(() => related('super', parent, relation.id), 'md5(')).toBeLessThan(30);
    const counts = () => w.call('super', 'GET', `/api/layerdata/related_counts/?layer=${up}&ids=${parent}`);
    expect(await read(counts, 'md5(')).toBeLessThan(30);
    const removal = recordStatements(w.engine);
    expect((await remove(parent)).status).toBe(403);
    removal.stop();
    let n = 0;
    for (const query of removal.queries.filter(({ sql: text }) => text.includes('md5(')))
      n += await countRowsRead(w.engine, query);
    expect(n).toBeLessThan(60);
  });
});
