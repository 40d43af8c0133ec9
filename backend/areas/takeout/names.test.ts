// What names something else comes back with its new name: shared lists, versions of forms, features of other layers, files, keys of relations.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { PNG } from '../../../testing/pictures';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { insertRelation } from '../layers/relation/store';
import { writeBundle } from './bundle';
import { restore } from './restore';

describe.each(ONE_ENGINE)('names in a bundle on the %s engine', (kind) => {
  let w: TestWorld;
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-names-'));
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(async () => {
    await w.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('ends with an error for its reader alone when it is cancelled before it is read', async () => {
    const abort = new AbortController();
    const bundle = await writeBundle(w.backend.world, w.ids.customer, { scratch: folder, signal: abort.signal });
    abort.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(bundle.toArray()).rejects.toThrow();
  });

  it('leads where it led before', async () => {
    const { customer, layer: towns } = w.ids;
    const items = [{ value: 'a', label: 'الف' }];
    const list = (await w.call('super', 'POST', '/api/choicelist/', { label: 'گونه‌ها', items })).body.id;
    const form: Field[] = [
      { name: 'town', label: 'town', type: 'reference', reference: { layer: towns }, unique: true },
      { name: 'near', label: 'near', type: 'reference', reference: { layer: towns } },
      { name: 'parent', label: 'parent', type: 'integer' },
      { name: 'kind', label: 'kind', type: 'choice', choices: items, list },
      { name: 'photo', label: 'photo', type: 'image' },
      { name: 'lost', label: 'lost', type: 'reference', reference: { layer: 999_999 } },
    ];
    // The first version of the form lacks a label that the second has.
    const layer = await make.createLayer(w.engine, { customer, owner: 1, label: 'نام‌ها', type: 0, form: form.slice(0, 5), records: [] }); // biome-ignore format: one call
    const changed = await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { form: form.slice(0, 5).map((field) => field.name === 'near' ? { ...field, label: 'نزدیک' } : field) } }); // biome-ignore format: one call
    expect([changed.status, changed.body.detail]).toEqual([200, undefined]);
    await sql`update layer set config = jsonb_set(config, '{form}', config->'form' || ${JSON.stringify([form[5]])}::jsonb) where id = ${layer}::int`.execute(w.engine.db); // biome-ignore format: one query
    const relation = { name: 'r', parent_layer: towns, parent_field: null, child_layer: layer, child_field: 'parent', kind: 'many' as const, on_delete: 'block' as const, required: false, label: 'a', back_label: 'b', title: null, columns: [] }; // biome-ignore format: one row
    await insertRelation(w.engine.db, customer, relation);
    const town = w.ids.record;
    const { body: record } = await w.call('super', 'POST', '/api/layerdata/', { layer, value: { town, parent: town, kind: 'a' }, geometry: null }); // biome-ignore format: one call
    const file = await w.form('super', '/api/layerdatafile/', { layer_data: String(record.id), label: 'x', path: new File([PNG as BlobPart], 'a.png') }); // biome-ignore format: one call
    const value = { town, near: town, parent: town, kind: 'a', photo: [file.body.id] };
    const put = await w.call('super', 'PUT', `/api/layerdata/${record.id}/`, { value });
    expect([put.status, put.body.fields]).toEqual([200, undefined]);
    // What waits for approval names things too.
    await sql`update record set unconfirmed = ${JSON.stringify({ value: { near: town, photo: [file.body.id] } })}::jsonb, value = value || '{"lost":7}' where id = ${record.id}::bigint`.execute(w.engine.db); // biome-ignore format: one query

    const zip = join(folder, 'names.zip');
    const world = w.backend.world;
    await pipeline(await writeBundle(world, customer, { scratch: folder, signal: new AbortController().signal }), createWriteStream(zip)); // biome-ignore format: one line
    const other = await make.createCustomer(w.engine, 'names.test', {});
    await make.createPerson(w.engine, other, { username: 'super', password: 'Clear-Water-7' });
    const { layers } = await restore(world, other, zip);

    const id = layers.get(layer) as number;
    const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(w.engine.db)).rows[0] as T;
    const newTown = (await one(sql<{ id: number }>`select b.id::float8 as id from record a join record b on b.layer_id = ${layers.get(towns)}::int and b.value = a.value where a.id = ${town}::bigint`)).id; // biome-ignore format: one query
    const newFile = (await one(sql<{ id: number }>`select id::float8 as id from record_file where layer_id = ${id}::int`)).id; // biome-ignore format: one query
    const back = await one(sql<{ value: object; waiting: object; form: Field[]; list: number }>`
      select r.value, r.unconfirmed->'value' as waiting, l.config->'form' as form, (select c.id from choice_list c where c.customer_id = ${other}::int and c.label = 'گونه‌ها') as list
        from record r join layer l on l.id = r.layer_id where r.layer_id = ${id}::int`); // biome-ignore format: one query
    expect(newTown).not.toBe(town);
    expect(newFile).not.toBe(file.body.id);
    expect(back.value).toMatchObject({ town: newTown, near: newTown, parent: newTown, kind: 'a', photo: [newFile], lost: 7 }); // biome-ignore format: one line
    expect(back.waiting).toEqual({ near: newTown, photo: [newFile] });
    expect(back.list).not.toBe(list);
    expect(back.form.map(({ type, reference, list: of }) => [type, reference?.layer ?? of ?? null])).toEqual([
      ['reference', layers.get(towns)],
      ['reference', layers.get(towns)],
      ['integer', null],
      ['choice', back.list],
      ['image', null],
      ['integer', null],
    ]);
    const { rows: versions } = await sql<{ number: number; label: string; layer: number; own: boolean }>`
      select number, form->1->>'label' as label, (form->1->'reference'->>'layer')::int as layer, account_id is not null as own from form_version where layer_id = ${id}::int order by number`.execute(w.engine.db); // biome-ignore format: one query
    expect(versions.map(({ number, label, layer: of }) => [number, label, of])).toEqual([
      [1, 'near', layers.get(towns)],
      [2, 'نزدیک', layers.get(towns)],
    ]);
    const logged = await one(sql<{ value: object }>`select after->'value' as value from record_log where layer_id = ${id}::int and action = 'edit'`); // biome-ignore format: one query
    expect(logged.value).toMatchObject({ near: newTown, photo: [newFile] });
    const tie = await one(sql<{ parent: number; field: string | null }>`select parent_layer as parent, parent_field as field from layer_relation where child_layer = ${id}::int`); // biome-ignore format: one query
    expect(tie).toEqual({ parent: layers.get(towns), field: null });
    // Its values stay apart.
    const twin = sql`insert into record (layer_id, status, value, search) values (${id}::int, 3, ${JSON.stringify({ town: newTown })}::jsonb, '')`;
    await expect(twin.execute(w.engine.db)).rejects.toThrow(/_one_/);
  });
});
