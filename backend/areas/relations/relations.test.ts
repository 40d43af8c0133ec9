// Relations from their making to their end: rights, keys that meet, deletions by rule, forms that they hold, and the index of keys.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { countRowsRead, recordStatements } from '../../../testing/statements';
import { createWorld, ENGINES, PASSWORD, type TestWorld } from '../../../testing/world';
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

describe.each(ENGINES)('relations on the %s engine', (kind) => {
  let w: TestWorld;
  let seeing: number;
  let parents: number;
  let children: number;
  let hidden: number;

  const layer = async (label: string, form: Field[]) =>
    (await w.form('super', '/api/layer/', { label, type: 0, form })).body.id as number;
  const record = async (of: number, value: object) =>
    (await w.call('super', 'POST', '/api/layerdata/', { layer: of, value, geometry: null })).body.id as number;
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
    for (const id of [parents, children]) await make.createPermission(w.engine, seeing, id, { view: true, delete: true });
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

  it('shows the records of both sides, to each person what they may see, and says what they may not', async () => {
    const { body: relation } = await create();
    expect(relation.parent).toMatchObject({ layer: parents, field: 'code', field_label: 'کد' });
    expect((await create()).body.fields).toHaveProperty('child_field');
    const parent = await record(parents, { code: 'الف-1', title: 'اداره یک' });
    const own = [await record(children, { of: 'الف-1', note: 'a' }), await record(children, { of: 'الف-1', note: 'b' })];
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
    const seen = await w.call('onlooker', 'GET', `/api/layerdata/related_counts/?layer=${parents}&ids=${parent}`);
    expect(seen.body.map(({ relation: key }: { relation: string }) => key)).toEqual([String(relation.id)]);
    // What the rule keeps, it keeps for those who do not see why, and tells them nothing of it.
    const kept = await remove(parent, 'onlooker');
    expect([kept.status, JSON.stringify(kept.body).includes('CANARY')]).toEqual([403, false]);
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
});
