// Supervision on both engines: verdicts by people who did not do the work, waiting edits, the inbox, and a log row for every step.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tileTemplate } from '../../../contract/ogc';
import { STATUS } from '../../../contract/schemas/record';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import { worldX, worldY } from '../../geo/morton';
import * as make from '../../seed/builders';

const PEOPLE = ['editor', 'first', 'second', 'third'] as const;
type Who = (typeof PEOPLE)[number] | 'super';

describe.each(ONE_ENGINE)('supervision on the %s engine', (kind) => {
  let w: TestWorld;
  let one = 0;
  let two = 0;
  let free = 0;
  const id: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind);
    const { customer } = w.ids;
    const { engine } = w;
    const layer = (label: string, second_approval: boolean) =>
      make.createLayer(engine, {
        customer,
        owner: 1,
        label,
        type: 1,
        form: FORM,
        config: { supervised: true, second_approval },
        records: [],
      });
    one = await layer('زیر نظر', false);
    two = await layer('دو تأیید', true);
    free = w.ids.layer;
    const approving = await make.createRole(engine, customer, 'approving', [4, 10]);
    const seconding = await make.createRole(engine, customer, 'seconding', [4, 10], ['second_approval']);
    const idle = await make.createRole(engine, customer, 'idle', [10]);
    const editing = (
      await engine.db.selectFrom('role').select('id').where('name', '=', 'editing').executeTakeFirstOrThrow()
    ).id;
    const rights = { add: true, edit: true, delete: true };
    for (const of of [one, two]) {
      await make.createPermission(engine, editing, of, rights);
      await make.createPermission(engine, idle, of, rights);
      for (const role of [approving, seconding])
        await make.createPermission(engine, role, of, { ...rights, approve: true });
    }
    const person = (username: string, roles: number[], regions: number[] = []) =>
      make.createPerson(engine, customer, { username, password: PASSWORD, roles, regions });
    await person('first', [approving]);
    await person('second', [seconding]);
    await person('third', [seconding]);
    await person('idle', [idle]);
    await person('local', [approving], [w.ids.region]);
    for (const { id: number, username } of await engine.db.selectFrom('account').select(['id', 'username']).execute())
      id[username] = number;
  });
  afterAll(() => w.close());

  const point = (lon = 51.4, lat = 35.7) => ({ type: 'Point', coordinates: [lon, lat] });
  const add = async (as: Who | 'local', layer = one, lon = 51.4): Promise<number> =>
    (await w.call(as, 'POST', '/api/layerdata/', { layer, value: { name: 'الف' }, geometry: point(lon) })).body.id;
  const edit = (as: string, record: number, body: unknown) => w.call(as, 'PUT', `/api/layerdata/${record}/`, body);
  const judge = (as: string, record: number | string, body: unknown, headers = {}) =>
    w.call(as, 'PUT', `/api/supervision/${record}/`, body, headers);
  const approve = (as: string, record: number) => judge(as, record, { action: 'approve' });
  const read = async (record: number) => (await w.call('super', 'GET', `/api/layerdata/${record}/`)).body;
  const log = async (record: number) => (await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${record}`)).body;
  const actions = async (record: number) => (await log(record)).map((l: { action: string }) => l.action);
  const inbox = async (as: string, query = '') => (await w.call(as, 'GET', `/api/supervisionlayer/?${query}`)).body;
  const bulk = (as: string, body: unknown) => w.call(as, 'PUT', '/api/supervision/bulk/', body);
  const remove = (as: string, record: number) => w.call(as, 'DELETE', `/api/layerdata/${record}/`);
  const withdraw = (as: string, record: number) => w.call(as, 'POST', `/api/layerdata/${record}/withdraw/`);
  const trash = async (record: number) =>
    (await w.call('super', 'GET', `/api/deleted_layerdata/?layer=${one}&limit=1000`)).body.results.find(
      (r: { id: number }) => r.id === record,
    );
  const approved = async (as: Who = 'editor', layer = one): Promise<number> => {
    const record = await add(as, layer);
    await approve(as === 'first' ? 'second' : 'first', record);
    return record;
  };

  it('lets new work wait, also a superuser’s, and approves it by another person only', async () => {
    for (const [maker, judger] of [
      ['editor', 'first'],
      ['first', 'second'],
      ['super', 'first'],
    ] as const) {
      const record = await add(maker);
      expect((await read(record)).status.id).toBe(STATUS.waiting);
      if (maker !== 'editor') {
        const own = await judge(maker, record, { action: 'approve' }, { 'accept-language': 'en' });
        expect([own.status, own.body.code, own.body.detail]).toEqual([403, 412, expect.stringContaining('own work')]);
        expect((await judge(maker, record, { action: 'reject', reason: 'x' })).status).toBe(403);
      }
      const { status, body, headers } = await approve(judger, record);
      expect([status, body.status.id, body.verdict]).toEqual([
        200,
        STATUS.approved,
        {
          action: 'approve',
          user: id[judger],
          person: expect.objectContaining({ username: judger }),
          date: expect.any(String),
        },
      ]);
      expect(headers.etag).toBe(`"${body.version}"`);
      expect(await actions(record)).toEqual(['approve', 'create']);
      const again = await approve('third', record);
      expect([again.status, again.body.code]).toEqual([403, 412]);
    }
  });

  it('returns with a reason, waits again when mended, and rejects for good', async () => {
    const record = await add('editor');
    for (const body of [
      { action: 'return' },
      { action: 'reject' },
      { action: 'return', reason: '  ' },
      { action: 'praise' },
      {},
    ])
      expect((await judge('first', record, body)).status).toBe(400);
    const returned = await judge('first', record, { action: 'return', reason: 'نام ناقص است' });
    const { status, verdict } = returned.body;
    expect([status.id, verdict.reason]).toEqual([STATUS.returned, 'نام ناقص است']);
    expect([verdict.person.id, typeof verdict.person.username]).toEqual([verdict.user, 'string']);
    expect((await log(record))[0]).toMatchObject({
      action: 'return',
      reason: 'نام ناقص است',
      user: { username: 'first' },
      before: { status: STATUS.waiting },
      after: { status: STATUS.returned },
    });
    // Whose work it is hears of it, with the reason and the way to it; nobody else does.
    const heard = async (as: string) => (await w.call(as, 'GET', '/api/notiffication/received/')).body.results;
    expect((await heard('editor'))[0]).toMatchObject({
      sender: { username: 'first' },
      kind: 'automatic',
      code: 'record_returned',
      text: expect.stringContaining('نام ناقص است'),
      link: expect.stringMatching(new RegExp(`^/app/layer-data/\\d+\\?record=${record}$`)),
      read_date: null,
    });
    expect(await heard('second')).toEqual([]);
    expect((await approve('second', record)).status).toBe(403);
    expect((await edit('editor', record, { value: { name: 'ب' } })).body.status.id).toBe(STATUS.waiting);
    const rejected = await judge('first', record, { action: 'reject', reason: 'تکراری' });
    expect(rejected.body.status.id).toBe(STATUS.rejected);
    const late = await edit('editor', record, { value: { name: 'پ' } });
    expect([late.status, late.body.code]).toEqual([403, 412]);
    expect(await actions(record)).toEqual(['reject', 'edit', 'return', 'create']);
  });

  it('keeps an edit beside the approved record until another person approves it', async () => {
    const record = await approved();
    const editAnswer = await edit('editor', record, { value: { name: 'تازه' } });
    expect(editAnswer.body).toMatchObject({ status: { id: STATUS.approved }, value: { name: 'الف' } });
    expect(editAnswer.body.unconfiremed_value).toMatchObject({ value: { name: 'تازه' }, users: [id.editor] });
    await edit('editor', record, { value: { population: 7 }, geometry: point(51.9) });
    const waiting = await read(record);
    expect(waiting.unconfiremed_value).toMatchObject({ value: { name: 'تازه', population: 7 }, geometry: point(51.9) });
    expect([waiting.geometry, waiting.value.name]).toEqual([point(51.4), 'الف']);
    const layer = async () => (await w.call('super', 'GET', `/api/layer/${one}/`)).body;
    const before = await layer();
    const { body } = await approve('first', record);
    expect(body).toMatchObject({
      value: { name: 'تازه', population: 7 },
      geometry: point(51.9),
      unconfiremed_value: null,
    });
    const after = await layer();
    expect([after.rev > before.rev, after.record_count === before.record_count, after.extent[2]]).toEqual([
      true,
      true,
      51.9,
    ]);
    const matches = await w.call('editor', 'POST', '/api/identify/', {
      geometry: point(51.9),
      layers: [one],
      tolerance: 1,
    });
    expect(matches.body.map((f: { id: number }) => f.id)).toContain(record);
    const search = await w.call(
      'editor',
      'GET',
      `/api/layerdata/?layer=${one}&ids=${record}&search=${encodeURIComponent('تازه')}`,
    );
    expect(search.body.count).toBe(1);
    const [last] = await log(record);
    expect(last).toMatchObject({
      action: 'approve',
      before: { value: { name: 'الف' } },
      after: { value: { name: 'تازه' } },
    });
  });

  it('draws a waiting shape only when it is approved', async () => {
    const tileAt = async (lon: number, lat: number) => {
      const [z, n] = [12, 2 ** 12];
      const [x, y] = [Math.floor(worldX(lon) * n), Math.floor(worldY(lat) * n)];
      const at = { z, x, y };
      const path = tileTemplate(one).replace(/\{([zxy])\}/g, (_, key: 'z' | 'x' | 'y') => String(at[key]));
      return (await w.call('super', 'GET', path)).status;
    };
    const record = await add('editor', one, 55);
    await approve('first', record);
    await edit('editor', record, { geometry: point(57, 30) });
    expect([await tileAt(55, 35.7), await tileAt(57, 30)]).toEqual([200, 204]);
    await approve('first', record);
    expect([await tileAt(55, 35.7), await tileAt(57, 30)]).toEqual([204, 200]);
  });

  it('sends an edit back with its reason, and drops a rejected one', async () => {
    const record = await approved();
    await edit('editor', record, { value: { name: 'بد' } });
    const back = await judge('first', record, { action: 'return', reason: 'چرا' });
    expect(back.body.unconfiremed_value).toMatchObject({ value: { name: 'بد' }, returned: 'چرا' });
    expect((await approve('second', record)).status).toBe(403);
    const again = await edit('editor', record, { value: { name: 'خوب' } });
    expect(again.body.unconfiremed_value.returned).toBeUndefined();
    const verdict = await judge('first', record, { action: 'reject', reason: 'نه' });
    expect(verdict.body).toMatchObject({
      unconfiremed_value: null,
      value: { name: 'الف' },
      status: { id: STATUS.approved },
    });
    expect(await actions(record)).toEqual(['reject', 'edit', 'return', 'edit', 'approve', 'create']);
  });

  it('lets the deletion of an approved record wait, and deletes it when another person approves', async () => {
    const record = await approved();
    const layer = async () => (await w.call('super', 'GET', `/api/layer/${one}/`)).body.record_count;
    const count = await layer();
    expect((await remove('editor', record)).body).toEqual({ count: 0, waiting: [record] });
    const waitingRecord = await read(record);
    expect(waitingRecord).toMatchObject({
      status: { id: STATUS.approved },
      value: { name: 'الف' },
      unconfiremed_value: { deletion: true, users: [id.editor], date: expect.any(String) },
    });
    // Asking again changes nothing.
    expect((await remove('editor', record)).body.waiting).toEqual([record]);
    expect((await read(record)).version).toBe(waitingRecord.version);
    const waiting = await w.call('first', 'GET', `/api/layerdata/?layer=${one}&supervision=true&ids=${record}`);
    expect(waiting.body.count).toBe(1);
    expect((await w.call('idle', 'GET', `/api/layerdata/${record}/`)).body.unconfiremed_value).toBeNull();
    const later = await approve('first', record);
    expect([later.status, later.body.deleted]).toEqual([200, true]);
    expect((await w.call('super', 'GET', `/api/layerdata/${record}/`)).status).toBe(404);
    expect(await layer()).toBe(count - 1);
    expect(await trash(record)).toMatchObject({ modified_user: { username: 'editor' }, unconfiremed_value: null });
    await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [record] });
    expect(await read(record)).toMatchObject({ status: { id: STATUS.approved }, unconfiremed_value: null });
    const steps = await log(record);
    expect(steps.map((l: { action: string; user: { username: string } }) => [l.action, l.user.username])).toEqual([
      ['restore', 'super'],
      ['delete', 'editor'],
      ['approve', 'first'],
      ['ask_delete', 'editor'],
      ['approve', 'first'],
      ['create', 'editor'],
    ]);
    expect(steps[2].after).toBeNull();
  });

  it('lets nobody approve the own deletion, also a superuser’s and an approver’s', async () => {
    for (const who of ['first', 'super'] as const) {
      const record = await approved();
      expect((await remove(who, record)).body.waiting).toEqual([record]);
      expect((await approve(who, record)).status).toBe(403);
      expect((await approve('second', record)).body.deleted).toBe(true);
    }
  });

  it('drops a deletion that is rejected, gives back one that is returned, and tells who asked', async () => {
    const record = await approved();
    await remove('editor', record);
    const back = await judge('first', record, { action: 'return', reason: 'هنوز هست' });
    expect(back.body.unconfiremed_value).toMatchObject({ deletion: true, returned: 'هنوز هست' });
    const heard = (await w.call('editor', 'GET', '/api/notiffication/received/')).body.results[0];
    expect([heard.code, heard.text]).toEqual(['deletion_returned', expect.stringContaining('هنوز هست')]);
    expect((await approve('second', record)).status).toBe(403);
    await remove('editor', record);
    const verdict = await judge('first', record, { action: 'reject', reason: 'نه' });
    expect(verdict.body).toMatchObject({ unconfiremed_value: null, status: { id: STATUS.approved } });
    expect(verdict.body.deleted).toBeUndefined();
    expect((await w.call('editor', 'GET', '/api/notiffication/received/')).body.results[0].code).toBe(
      'deletion_rejected',
    );
    expect(await actions(record)).toEqual(['reject', 'ask_delete', 'return', 'ask_delete', 'approve', 'create']);
  });

  it('is taken back by who asked for it, and by an edit', async () => {
    const record = await approved();
    expect((await withdraw('editor', record)).body.code).toBe(412);
    await edit('first', record, { value: { name: 'ویرایش' } });
    await remove('editor', record);
    expect((await read(record)).unconfiremed_value).toMatchObject({ deletion: true, value: { name: 'ویرایش' } });
    expect((await withdraw('first', record)).body.code).toBe(412);
    expect((await withdraw('stranger', record)).status).toBe(404);
    const left = await withdraw('editor', record);
    expect([left.status, left.body.unconfiremed_value.deletion]).toEqual([200, undefined]);
    expect(left.body.unconfiremed_value.value).toEqual({ name: 'ویرایش' });
    await remove('editor', record);
    expect((await edit('editor', record, { value: { population: 3 } })).body.unconfiremed_value).toMatchObject({
      value: { name: 'ویرایش', population: 3 },
    });
    expect((await approve('second', record)).body).toMatchObject({ value: { name: 'ویرایش', population: 3 } });
    await remove('editor', record);
    expect((await withdraw('editor', record)).body.unconfiremed_value).toBeNull();
    expect(await actions(record)).toEqual(['withdraw', 'ask_delete', 'approve', 'edit', 'ask_delete', 'withdraw', 'ask_delete', 'edit', 'approve', 'create']); // biome-ignore format: one list
  });

  it('deletes many at once, the approved ones only when their deletion is approved', async () => {
    const [a, b, c] = [await approved(), await approved(), await add('editor')];
    const mixed = await w.call('editor', 'DELETE', '/api/layerdata/delete_bulk/', { ids: [a, c, w.ids.spareRecord] });
    expect(mixed.body).toEqual({ count: 2, waiting: [a] });
    expect((await w.call('super', 'GET', `/api/layerdata/${c}/`)).status).toBe(404);
    const filtered = await w.call('editor', 'DELETE', `/api/layerdata/?layer=${one}&ids=${a},${b}`);
    expect(filtered.body).toEqual({ count: 0, waiting: [a, b] });
    expect((await bulk('first', { ids: [a, b], action: 'approve' })).body).toEqual({ count: 2 });
    for (const record of [a, b]) expect(await trash(record)).toMatchObject({ modified_user: { username: 'editor' } });
    await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [w.ids.spareRecord] });
  });

  it('wants two people for a deletion where the layer wants them for an edit', async () => {
    const record = await add('editor', two);
    await approve('first', record);
    await approve('third', record);
    await remove('editor', record);
    expect((await approve('second', record)).body.deleted).toBeUndefined();
    expect((await approve('second', record)).status).toBe(403);
    expect((await approve('first', record)).status).toBe(403);
    expect((await read(record)).unconfiremed_value.deletion).toBe(true);
    expect((await approve('third', record)).body.deleted).toBe(true);
  });

  it('says what each may do with a record, and why not, as it refuses it', async () => {
    const record = await add('editor', two);
    const of = async (as: string, language = 'en') =>
      (await w.call(as, 'GET', `/api/layerdata/${record}/`, undefined, { 'accept-language': language })).body;
    const own = "You can't review your own work. Ask another supervisor.";
    const all = ['approve', 'return', 'reject'];
    // Who makes it holds no right to judge: nothing is said of verdicts.
    expect((await of('editor')).can).toEqual({ edit: true, delete: true, judge: null, withdraw: false, why: {} });
    expect((await of('super')).can).toEqual({ edit: true, delete: true, judge: all, withdraw: false, why: {} });
    expect(await of('first')).toMatchObject({ authors: [{ username: 'editor' }], first_approval: null, can: { judge: all } }); // biome-ignore format: one row
    await edit('first', record, { value: { name: 'ب' } });
    expect(await of('first')).toMatchObject({ authors: [{ username: 'editor' }, { username: 'first' }], can: { judge: [], why: { judge: own } } }); // biome-ignore format: one row
    expect((await of('first', 'fa')).can.why.judge).toContain('کار خودتان');
    await approve('third', record);
    expect(await of('second')).toMatchObject({ first_approval: { username: 'third' }, can: { judge: all, why: {} } });
    expect((await of('third')).can).toMatchObject({ judge: ['return', 'reject'], why: { judge: expect.stringContaining('somebody other') } }); // biome-ignore format: one row
    await approve('second', record);
    expect(await of('second')).toMatchObject({ authors: [], first_approval: null, can: { judge: null, why: {} } });
    await remove('editor', record);
    expect((await of('editor')).can.withdraw).toBe(true);
    await approve('third', record);
    const waiting = await of('second');
    expect(waiting.unconfiremed_value).toMatchObject({ users: [id.editor], first: id.third });
    expect(waiting).toMatchObject({ authors: [{ username: 'editor' }], first_approval: { username: 'third' } });
    expect(waiting.can.withdraw).toBe(false);
    await approve('second', record);
    const newRecord = await add('editor');
    await judge('first', newRecord, { action: 'reject', reason: 'نه' });
    const { can } = (await w.call('editor', 'GET', `/api/layerdata/${newRecord}/`, undefined, { 'accept-language': 'en' })).body; // biome-ignore format: one call
    const refused = await w.call(
      'editor',
      'PUT',
      `/api/layerdata/${newRecord}/`,
      { value: {} },
      { 'accept-language': 'en' },
    );
    expect([can.edit, can.why.edit]).toEqual([false, refused.body.detail]);
    const page = (await w.call('first', 'GET', `/api/layerdata/?layer=${one}&ids=${newRecord}`)).body.results[0];
    expect([page.can.edit, page.can.delete]).toEqual([false, true]);
  });

  it('counts everybody who worked on it as its author', async () => {
    const record = await approved();
    await edit('first', record, { value: { name: 'یک' } });
    await edit('second', record, { value: { population: 2 } });
    for (const who of ['first', 'second']) expect((await approve(who, record)).status).toBe(403);
    expect((await approve('third', record)).body.value).toMatchObject({ name: 'یک', population: 2 });
    const fresh = await add('editor');
    await edit('first', fresh, { value: { name: 'دو' } });
    expect([(await approve('first', fresh)).status, (await approve('second', fresh)).status]).toEqual([403, 200]);
  });

  it('wants a second person with his own right where the layer says so', async () => {
    const record = await add('editor', two);
    expect((await approve('second', record)).body.status.id).toBe(STATUS.first);
    expect((await approve('second', record)).status).toBe(403);
    expect((await approve('first', record)).status).toBe(403);
    await edit('editor', record, { value: { name: 'عوض شد' } });
    expect((await read(record)).status.id).toBe(STATUS.waiting);
    expect((await approve('first', record)).body.status.id).toBe(STATUS.first);
    expect((await approve('third', record)).body.status.id).toBe(STATUS.approved);
    await edit('editor', record, { value: { name: 'باز هم' } });
    expect((await approve('first', record)).body).toMatchObject({
      value: { name: 'عوض شد' },
      status: { id: STATUS.approved },
    });
    expect((await approve('third', record)).body).toMatchObject({
      value: { name: 'باز هم' },
      unconfiremed_value: null,
    });
    expect((await actions(record)).filter((a: string) => a === 'approve')).toHaveLength(5);
  });

  it('refuses whoever lacks the right, the layer, the region or the newest version', async () => {
    const record = await add('editor');
    expect((await approve('idle', record)).body.code).toBe(404);
    expect((await approve('editor', record)).body.code).toBe(403);
    expect((await approve('stranger', record)).body.code).toBe(403);
    for (const odd of ['-1', '0', 'x', '9223372036854775808', '1e3x', String(record + 1_000_000)])
      expect([odd, (await judge('first', odd, { action: 'approve' })).status]).toEqual([odd, 404]);
    const far = await add('editor', one, 10);
    expect((await approve('local', far)).status).toBe(404);
    const removed = await add('editor');
    await w.call('editor', 'DELETE', `/api/layerdata/${removed}/`);
    expect((await approve('first', removed)).status).toBe(404);
    const { version } = await read(record);
    await edit('editor', record, { value: { name: 'نو' } });
    const stale = await judge('first', record, { action: 'approve' }, { 'if-match': `"${version}"` });
    expect([stale.status, stale.body.current.value.name]).toEqual([412, 'نو']);
    expect((await judge('first', record, { action: 'approve' }, { 'if-match': `"${version + 1}"` })).status).toBe(200);
    expect((await approve('first', w.ids.record)).body.code).toBe(404);
    expect((await judge('super', w.ids.record, { action: 'approve' })).body.code).toBe(412);
  });

  it('asks the form of today when an old edit is approved', async () => {
    const record = await approved();
    await edit('editor', record, { value: { name: 'تازه', founded: '2020-01-01' } });
    const set = (form: unknown) =>
      sql`update layer set config = config || jsonb_build_object('form', ${JSON.stringify(form)}::jsonb) where id = ${one}::int`.execute(
        w.engine.db,
      );
    await set(FORM.filter((f) => f.name !== 'founded'));
    const { body } = await approve('first', record);
    await set(FORM);
    expect([body.value.name, body.value.founded ?? null]).toEqual(['تازه', null]);
  });

  it('judges many at once, all or none', async () => {
    const mine = await add('first');
    const others = await Promise.all([add('editor'), add('editor'), add('editor', two)]);
    const before = await Promise.all(others.map(read));
    for (const [body, status] of [
      [{ ids: [...others, mine], action: 'approve' }, 403],
      [{ ids: [...others, 999_999_999], action: 'approve' }, 404],
      [{ ids: [...others, w.ids.record], action: 'approve' }, 404],
      [{ ids: [], action: 'approve' }, 400],
      [{ ids: others, action: 'return' }, 400],
      [{ ids: Array.from({ length: 501 }, (_, i) => i + 1), action: 'approve' }, 400],
      [{ ids: others, action: 'approve', all: true }, 400],
    ] as const)
      expect([body, (await bulk('first', body)).status]).toEqual([body, status]);
    expect(await Promise.all(others.map(read))).toEqual(before);
    const done = await bulk('first', { ids: [...others, ...others], action: 'approve' });
    expect([done.status, done.body]).toEqual([200, { count: 3 }]);
    expect((await Promise.all(others.map(read))).map((r) => r.status.id)).toEqual([
      STATUS.approved,
      STATUS.approved,
      STATUS.first,
    ]);
    for (const record of others) expect(await actions(record)).toEqual(['approve', 'create']);
  });

  it('takes five hundred in one go', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into record (layer_id, status, geom, q, minz, value, search, creator_id, modifier_id)
        select ${one}::int, 1, null, null, null, '{"name":"x"}'::jsonb, 'x', ${id.editor as number}::int, ${id.editor as number}::int from generate_series(1, 500) returning id`.execute(
      w.engine.db,
    );
    const ids = rows.map((r) => r.id);
    expect((await bulk('first', { ids, action: 'return', reason: 'همه' })).body).toEqual({ count: 500 });
    const { rows: left } = await sql<{
      n: number;
    }>`select count(*)::int as n from record n join record_log l on l.record_id = n.id and l.action = 'return' and l.reason = 'همه'
      where n.layer_id = ${one}::int and n.status = 4 and n.version = 2 and n.id = any(${ids}::bigint[])`.execute(
      w.engine.db,
    );
    expect(left[0]?.n).toBe(500);
    await sql`delete from record where layer_id = ${one}::int and id = any(${ids}::bigint[])`.execute(w.engine.db);
  });

  it('lets one of two verdicts at once win', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const record = await add('editor');
      const answers = await Promise.all([
        approve('first', record),
        judge('second', record, { action: 'reject', reason: 'x' }),
        bulk('third', { ids: [record], action: 'return', reason: 'y' }),
      ]);
      expect(answers.map((a) => a.status).sort()).toEqual([200, 403, 403]);
      expect(await actions(record)).toHaveLength(2);
    }
  });

  it('shows each supervisor what waits for him', async () => {
    const clear = sql`update record set status = 3, unconfirmed = null, authors = null where layer_id in (${one}::int, ${two}::int)`;
    await clear.execute(w.engine.db);
    expect((await inbox('first')).count).toBe(0);
    await add('editor');
    await add('first');
    const changed = await add('editor', one, 10);
    await approve('first', changed);
    await edit('first', changed, { value: { name: 'ویرایش' } });
    const returned = await add('editor');
    await judge('first', returned, { action: 'return', reason: 'x' });
    const newRecord = await add('editor');
    await w.call('editor', 'DELETE', `/api/layerdata/${newRecord}/`);
    const leaving = await approved();
    await remove('editor', leaving);
    const row = (own: number, waiting = 4) => ({
      id: one,
      label: 'زیر نظر',
      type: 1,
      waiting,
      own,
      oldest: expect.any(String),
      newest: expect.any(String),
      people: 2,
      second: 0,
    });
    expect(await inbox('first')).toMatchObject({ count: 1, results: [row(2)] });
    expect((await inbox('second')).results).toEqual([row(0)]);
    expect((await inbox('local')).results).toEqual([row(0, 3)]);
    expect((await inbox('super')).results).toEqual([row(0)]);
    expect((await inbox('idle')).count).toBe(0);
    expect((await inbox('first', 'all=true')).results.map((l: { id: number }) => l.id).sort()).toEqual(
      [one, two].sort(),
    );
    expect((await inbox('first', 'all=true&limit=1&offset=1')).results).toHaveLength(1);
    for (const [query, count] of [
      [`label=${encodeURIComponent('نظر')}`, 1],
      ['label=%25', 0],
      ['label=_', 0],
      ['type=1', 1],
      ['type=2', 0],
    ] as const)
      expect([query, (await inbox('first', query)).count]).toEqual([query, count]);
    expect(await inbox('first', 'offset=100')).toMatchObject({ count: 1, results: [] });
    expect((await inbox('super', 'all=true')).results.map((l: { id: number }) => l.id)).not.toContain(free);
    const listed = await w.call('first', 'GET', `/api/layerdata/?layer=${one}&supervision=true`);
    expect(listed.body.count).toBe(4);
    expect((await w.call('first', 'GET', '/api/supervisionlayer/?type=9')).status).toBe(400);
    expect((await inbox('first', 'all=true')).results.map((l: { id: number }) => l.id)).not.toContain(free);
  });

  it('never lets anybody approve his own work, and leaves no step without its log row', async () => {
    const who = fc.constantFrom(...PEOPLE, 'super' as const);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('edit' as const), by: who, n: fc.nat(50) }),
      fc.record({
        kind: fc.constant('judge' as const),
        by: who,
        action: fc.constantFrom('approve', 'approve', 'return', 'reject'),
      }),
      fc.record({ kind: fc.constant('bulk' as const), by: who, action: fc.constantFrom('approve', 'return') }),
      fc.record({ kind: fc.constant('delete' as const), by: who }),
    );
    await fc.assert(
      fc.asyncProperty(
        who,
        fc.boolean(),
        fc.array(step, { minLength: 4, maxLength: 12 }),
        async (maker, twice, steps) => {
          const record = await add(maker, twice ? two : one);
          let authors = new Set<string>([maker]);
          let before = await read(record);
          let rows = 1;
          for (const s of steps) {
            const reason = { reason: 'دلیل' };
            const current = await w.call(s.by, 'GET', `/api/layerdata/${record}/`);
            const { can } = current.body;
            const may =
              current.status === 200 &&
              (s.kind === 'edit'
                ? can.edit
                : s.kind === 'delete'
                  ? can.delete
                  : can.judge?.includes(s.action) === true);
            const answer =
              s.kind === 'edit'
                ? await edit(s.by, record, { value: { population: s.n } })
                : s.kind === 'delete'
                  ? await remove(s.by, record)
                  : s.kind === 'judge'
                    ? await judge(s.by, record, { action: s.action, ...reason })
                    : await bulk(s.by, { ids: [record], action: s.action, ...reason });
            // Who neither approves nor worked on it does not see what is not approved.
            expect([200, 403, 404]).toContain(answer.status);
            expect([s, can, answer.status === 200]).toEqual([s, can, may]);
            const reasonOf = s.kind === 'edit' || s.kind === 'delete' ? s.kind : 'judge';
            if (answer.body.code === 412 && can.judge !== null) expect(can.why[reasonOf]).toBe(answer.body.detail);
            const left = await w.call('super', 'GET', `/api/layerdata/${record}/`);
            if (left.status === 404) {
              // At once what is not approved, else with the last approval of what somebody else asked for.
              if (s.kind === 'delete') expect(before.status.id).not.toBe(STATUS.approved);
              else expect([before.unconfiremed_value.deletion, authors.has(s.by)]).toEqual([true, false]);
              return;
            }
            const after = left.body;
            const now = await log(record);
            const again = s.kind === 'delete' && after.version === before.version;
            if (again) expect(after).toEqual(before);
            if (again && answer.status === 200) expect(before.unconfiremed_value.deletion).toBe(true);
            else expect(now.length).toBe(rows + (answer.status === 200 ? 1 : 0));
            if (answer.status !== 200) expect(after).toEqual(before);
            else if (!again) {
              expect(now[0]).toMatchObject({
                action: s.kind === 'edit' ? 'edit' : s.kind === 'delete' ? 'ask_delete' : s.action,
                user: { username: s.by },
                before: { status: before.status.id },
                ...(s.kind === 'delete' ? { after: null } : { after: { status: after.status.id } }),
              });
              if (s.kind === 'edit' || s.kind === 'delete') authors.add(s.by);
              else expect(authors.has(s.by)).toBe(false);
              const merged = before.status.id === STATUS.approved && (s.kind === 'judge' || s.kind === 'bulk');
              if (before.status.id === STATUS.approved && !merged) expect(after.value).toEqual(before.value);
              if (after.status.id === STATUS.approved && after.unconfiremed_value === null) authors = new Set();
            }
            rows = now.length;
            before = after;
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
