// Shapes and history of supervised work: approved records are not cut or joined unseen, waiting ones wait again with all who
// worked on them, and a return to an earlier version is an edit like any other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS } from '../../../contract/schemas/record';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ONE_ENGINE)('supervised shapes on the %s engine', (kind) => {
  let w: TestWorld;
  let layer = 0;
  const id: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    layer = await make.createLayer(w.engine, { customer, owner: 1, label: 'زیر نظر', type: 3, form: FORM, config: { supervised: true }, records: [] }); // biome-ignore format: one line
    const role = await make.createRole(w.engine, customer, 'approving', [4, 10]);
    const { id: editing } = await w.engine.db.selectFrom('role').select('id').where('name', '=', 'editing').executeTakeFirstOrThrow(); // biome-ignore format: one line
    const rights = { add: true, edit: true, delete: true };
    await make.createPermission(w.engine, editing, layer, rights);
    await make.createPermission(w.engine, role, layer, { ...rights, approve: true });
    for (const username of ['first', 'second'])
      await make.createPerson(w.engine, customer, { username, password: PASSWORD, roles: [role] });
    for (const { id: number, username } of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      id[username] = number;
  });
  afterAll(() => w.close());

  const square = (x: number) => {
    const east = Number((x + 0.1).toFixed(6));
    return { type: 'Polygon', coordinates: [[[x, 35], [east, 35], [east, 35.1], [x, 35.1], [x, 35]]] }; // biome-ignore format: a ring
  };
  const add = async (as: string, x = 51.2): Promise<number> =>
    (await w.call(as, 'POST', '/api/layerdata/', { layer, value: { name: 'الف', population: 1 }, geometry: square(x) })).body.id; // biome-ignore format: one line
  const judge = (as: string, record: number, action: string) =>
    w.call(as, 'PUT', `/api/supervision/${record}/`, { action, ...(action === 'approve' ? {} : { reason: 'چرا' }) });
  const edit = (as: string, record: number, body: unknown) => w.call(as, 'PUT', `/api/layerdata/${record}/`, body);
  const read = async (record: number) => (await w.call('super', 'GET', `/api/layerdata/${record}/`)).body;
  const log = async (record: number) => (await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${record}`)).body;
  const split = (as: string, record: number) =>
    w.call(as, 'POST', `/api/layerdata/${record}/split/`, { split_by: { type: 'LineString', coordinates: [[51.25, 34], [51.25, 36]] } }); // biome-ignore format: one line
  const merge = (as: string, keep: number, ...others: number[]) =>
    w.call(as, 'POST', '/api/layerdata/merge/', { ids: [keep, ...others], keep });
  const refused = ({ status, body }: { status: number; body: { code: number } }) => [status, body.code];
  const count = async () => (await w.call('super', 'GET', `/api/layer/${layer}/`)).body.record_count;

  it('cuts and joins no approved or rejected record', async () => {
    for (const action of ['approve', 'reject']) {
      const [a, b] = [await add('editor'), await add('editor', 51.3)];
      for (const record of [a, b]) expect((await judge('first', record, action)).status).toBe(200);
      const before = [await read(a), await read(b), await count(), (await log(a)).length];
      for (const as of ['editor', 'first', 'super']) {
        expect(refused(await split(as, a))).toEqual([403, 412]);
        expect(refused(await merge(as, a, b))).toEqual([403, 412]);
      }
      // Nor one that waits together with one that does not.
      const waits = await add('editor', 51.4);
      expect(refused(await merge('editor', waits, a))).toEqual([403, 412]);
      expect((await w.call('super', 'DELETE', `/api/layerdata/${waits}/`)).status).toBe(200);
      expect([await read(a), await read(b), await count(), (await log(a)).length]).toEqual(before);
    }
  });

  it('lets the parts of waiting work wait, and nobody who worked on them may approve them', async () => {
    const record = await add('editor');
    const parts = await split('first', record);
    expect([parts.status, parts.body.length]).toEqual([200, 2]);
    for (const part of parts.body as { id: number; status: { id: number } }[]) {
      expect(part.status.id).toBe(STATUS.waiting);
      expect(refused(await judge('first', part.id, 'approve'))).toEqual([403, 412]);
      expect((await log(part.id)).map((l: { action: string }) => l.action)).toEqual(['split', 'create']);
    }
    const [one, two] = parts.body.map((part: { id: number }) => part.id) as [number, number];
    // Sent back and joined again, it waits again; all who had a hand in any part are its authors.
    expect((await judge('second', one, 'return')).body.status.id).toBe(STATUS.returned);
    const joined = await merge('editor', one, two);
    expect([joined.status, joined.body.id, joined.body.status.id]).toEqual([200, one, STATUS.waiting]);
    expect((await w.call('super', 'GET', `/api/layerdata/${two}/`)).status).toBe(404);
    expect(refused(await judge('first', one, 'approve'))).toEqual([403, 412]);
    const approved = await judge('second', one, 'approve');
    expect([approved.status, approved.body.status.id]).toEqual([200, STATUS.approved]);
    expect((await log(one)).map((l: { action: string }) => l.action)).toEqual(['approve', 'merge', 'return', 'split', 'create']); // biome-ignore format: one line
  });

  it('gives a joined record all its makers, whichever part is kept', async () => {
    const [a, b] = [await add('editor'), await add('second', 51.3)];
    // Who cannot see the other's waiting part cannot join it.
    expect((await merge('editor', a, b)).status).toBe(404);
    const joined = await merge('super', a, b);
    expect([joined.status, joined.body.status.id]).toEqual([200, STATUS.waiting]);
    for (const maker of ['second', 'super']) expect(refused(await judge(maker, a, 'approve'))).toEqual([403, 412]);
    expect((await judge('first', a, 'approve')).status).toBe(200);
  });

  it('lets a return to earlier values wait beside the approved record', async () => {
    const record = await add('editor');
    await judge('first', record, 'approve');
    await edit('editor', record, { value: { name: 'ب', population: 2 }, geometry: square(51.5) });
    expect((await judge('first', record, 'approve')).body.value).toMatchObject({ name: 'ب', population: 2 });
    const now = await read(record);
    const created = (await log(record)).find((l: { action: string }) => l.action === 'create');
    const back = await w.call('second', 'POST', `/api/layerdata/${record}/revert/`, { log: created.id });
    expect([back.status, back.body.status.id]).toEqual([200, STATUS.approved]);
    expect([back.body.value, back.body.geometry]).toEqual([now.value, now.geometry]);
    expect(back.body.unconfiremed_value).toMatchObject({ value: { name: 'الف', population: 1 }, geometry: square(51.2), users: [id.second] }); // biome-ignore format: one line
    expect((await log(record))[0]).toMatchObject({ action: 'revert', before: { value: { name: 'ب' } }, after: { value: { name: 'الف' } } }); // biome-ignore format: one line
    expect(refused(await judge('second', record, 'approve'))).toEqual([403, 412]);
    const approved = await judge('first', record, 'approve');
    expect(approved.body.value).toMatchObject({ name: 'الف', population: 1 });
    expect([approved.body.geometry, approved.body.unconfiremed_value]).toEqual([square(51.2), null]);
  });

  it('returns waiting work to other values at once, and rejected work never', async () => {
    const record = await add('editor');
    await edit('editor', record, { value: { name: 'ب' } });
    const created = (await log(record)).find((l: { action: string }) => l.action === 'create');
    const back = await w.call('first', 'POST', `/api/layerdata/${record}/revert/`, { log: created.id });
    expect([back.status, back.body.status.id, back.body.value.name]).toEqual([200, STATUS.waiting, 'الف']);
    expect(refused(await judge('first', record, 'approve'))).toEqual([403, 412]);
    await judge('second', record, 'reject');
    const before = await read(record);
    const again = await w.call('editor', 'POST', `/api/layerdata/${record}/revert/`, { log: created.id });
    expect(refused(again)).toEqual([403, 412]);
    expect(await read(record)).toEqual(before);
    // Another record's history is no history of this one.
    const other = await add('editor');
    expect((await w.call('editor', 'POST', `/api/layerdata/${other}/revert/`, { log: created.id })).status).toBe(404);
  });

  it('searches within a region, and only in one that the caller may see', async () => {
    const place = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
    const box = (x: number) => ({ type: 'Polygon', coordinates: [[[x, 30], [x + 1, 30], [x + 1, 31], [x, 31], [x, 30]]] }); // biome-ignore format: one line
    const region = async (x: number) => (await w.call('super', 'POST', '/api/region/', { label: `r${x}`, geometry: box(x) })).body.id; // biome-ignore format: one line
    const [east, west, nowhere] = [await region(56), await region(46), await region(20)];
    const ids: number[] = [];
    for (const [lon, name] of [
      [56.5, 'گنج شرق'],
      [46.5, 'گنج غرب'],
      [50.5, 'گنج میان'],
    ] as const)
      ids.push((await w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.layer, value: { name }, geometry: place(lon, 30.5) })).body.id); // biome-ignore format: one line
    const search = async (as: string, body: object) => {
      const answer = await w.call(as, 'POST', `/api/search/?search=${encodeURIComponent('گنج')}`, { layers: [], ...body }); // biome-ignore format: one line
      return answer.status === 200 ? (answer.body as { id: number }[]).map((row) => row.id).sort((a, b) => a - b) : answer.status; // biome-ignore format: one line
    };
    expect(await search('super', {})).toEqual(ids);
    expect(await search('super', { region: east })).toEqual([ids[0]]);
    expect(await search('super', { region: west, layers: [w.ids.layer] })).toEqual([ids[1]]);
    expect(await search('super', { region: west, layers: [w.ids.lines] })).toEqual([]);
    expect(await search('super', { region: nowhere })).toEqual([]);
    expect(await search('super', { region: east, geometry: place(46.5, 30.5) })).toEqual([]);
    // A person with regions sees nothing outside of them, and may not ask for others.
    expect(await search('regional', {})).toEqual([]);
    expect(await search('regional', { region: w.ids.region })).toEqual([]);
    expect(await search('regional', { region: east })).toBe(404);
    expect(await search('stranger', { region: east })).toBe(404);
    expect(await search('super', { region: 99_999_999 })).toBe(404);
  });
});
