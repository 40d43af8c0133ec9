// The queue and what helps to judge, on both engines: order and pages, partial verdicts, ways back, lots, leases, comments, counts.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS } from '../../../contract/schemas/record';
import { createWorld, FORM, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { insertRelation } from '../layers/relation/store';
import { lotOf } from './audit';

describe.each(ONE_ENGINE)('the queue of work on the %s engine', (kind) => {
  let w: TestWorld;
  let one = 0;
  let two = 0;
  let shift = 0;
  let drawsOfFirst = 0;
  let approvalsOfFirst = 0;
  let seedOfFirst = '';
  const id: Record<string, number> = {};
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => new Date(Date.now() + shift));
    const { customer } = w.ids;
    const layer = (label: string, second_approval: boolean) =>
      make.createLayer(w.engine, { customer, owner: 1, label, type: 1, form: FORM, config: { supervised: true, second_approval }, records: [] }); // biome-ignore format: one call
    one = await layer('یک تأیید', false);
    two = await layer('دو تأیید', true);
    const approving = await make.createRole(w.engine, customer, 'approving', [4, 10]);
    const seconding = await make.createRole(w.engine, customer, 'seconding', [4, 10], ['second_approval']);
    const rights = { add: true, edit: true, delete: true };
    const { id: editing } = await w.engine.db.selectFrom('role').select('id').where('name', '=', 'editing').executeTakeFirstOrThrow(); // biome-ignore format: one call
    for (const of of [one, two]) {
      await make.createPermission(w.engine, editing, of, rights);
      for (const role of [approving, seconding]) await make.createPermission(w.engine, role, of, { ...rights, approve: true }); // biome-ignore format: one call
    }
    for (const [username, role] of [['first', approving], ['second', seconding]] as const) // biome-ignore format: two people
      await make.createPerson(w.engine, customer, { username, password: PASSWORD, roles: [role] });
    for (const { id: number, username } of await w.engine.db.selectFrom('account').select(['id', 'username']).execute())
      id[username] = number;
  });
  afterAll(() => w.close());

  const point = (lon = 51.4) => ({ type: 'Point', coordinates: [lon, 35.7] });
  const add = async (as: string, layer = one, lon = 51.4): Promise<number> =>
    (await w.call(as, 'POST', '/api/layerdata/', { layer, value: { name: `${as} ${lon}` }, geometry: point(lon) })).body
      .id;
  const judge = (as: string, record: number, body: object) => w.call(as, 'PUT', `/api/supervision/${record}/`, body);
  const card = async (as: string, record: number) => (await w.call(as, 'GET', `/api/supervision/${record}/`)).body;
  const post = (as: string, path: string, body?: object) => w.call(as, 'POST', `/api/${path}`, body);
  const queue = async (as: string, query = '') => (await w.call(as, 'GET', `/api/supervision/queue/?${query}`)).body;
  const idsOf = (page: { results: { id: number }[] }) => page.results.map((row) => row.id);
  const notices = async (as: string) => (await w.call(as, 'GET', '/api/notiffication/received/')).body.results ?? [];

  it('walks through all layers in the order in which work was sent, page by page, without gaps', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) ids.push(await add('editor', i % 2 ? one : two, 51 + i / 100));
    const walked: number[] = [];
    for (let after = ''; ; ) {
      const page = await queue('first', `limit=3${after && `&after=${after}`}`);
      walked.push(...idsOf(page));
      expect(page.count).toBe(after ? null : 7);
      if (page.next === null) break;
      after = page.next;
    }
    expect(walked).toEqual(ids);
    expect(idsOf(await queue('first', `layer=${one}`))).toEqual(ids.filter((_, i) => i % 2));
    expect(idsOf(await queue('first', `person=${id.editor}`))).toEqual(ids);
    expect(idsOf(await queue('first', `person=${id.first}`))).toEqual([]);
    // What changes keeps its place; what is sent back leaves, and is found as such.
    await w.call('editor', 'PUT', `/api/layerdata/${ids[0]}/`, { value: { name: 'دیگر' } });
    await judge('first', ids[1] as number, { action: 'return', reason: 'x' });
    expect(idsOf(await queue('first'))).toEqual(ids.filter((_, i) => i !== 1));
    expect(idsOf(await queue('first', 'state=returned'))).toEqual([ids[1]]);
    expect((await w.call('editor', 'GET', '/api/supervision/queue/')).status).toBe(403);
    expect((await queue('first')).results[0]).toMatchObject({ own: false, kind: 'new', layer: two, looking: null });
    await w.call('first', 'PUT', '/api/supervision/bulk/', {
      ids: ids.filter((_, i) => i !== 1),
      action: 'reject',
      reason: 'x',
    });
    expect((await queue('first')).count).toBe(0);
  });

  it('says of an edit beside an approved record what it changes', async () => {
    const record = await add('editor');
    await judge('first', record, { action: 'approve', reason: 'خوب است' });
    expect((await card('first', record)).record.verdict.reason).toBe('خوب است');
    const kinds: string[] = [];
    for (const body of [{ value: { name: 'ب' } }, { geometry: point(51.5) }]) {
      await w.call('editor', 'PUT', `/api/layerdata/${record}/`, body);
      kinds.push((await queue('first')).results[0].kind);
    }
    await w.call('editor', 'DELETE', `/api/layerdata/${record}/`);
    kinds.push((await queue('first')).results[0].kind);
    expect(kinds).toEqual(['values', 'both', 'deletion']);
    await judge('first', record, { action: 'return', reason: 'x' });
    expect(idsOf(await queue('first', 'state=returned'))).toContain(record);
    expect((await card('first', record)).returned_before).toBe(1);
  });

  it('is read in any order without gaps, by kind and by person', async () => {
    const put = (record: number, body: object, as = 'editor') => w.call(as, 'PUT', `/api/layerdata/${record}/`, body);
    const ids: Record<string, number> = {};
    for (const kind of ['values', 'shape', 'both', 'deletion']) {
      ids[kind] = await add('editor');
      await judge('first', ids[kind], { action: 'approve' });
    }
    await put(ids.both as number, { value: { name: 'ب' }, geometry: point(51.6) });
    await put(ids.shape as number, { geometry: point(51.7) });
    await put(ids.values as number, { value: { name: 'ج' } });
    await w.call('editor', 'DELETE', `/api/layerdata/${ids.deletion}/`);
    ids.new = await add('second');
    await put(ids.new, { value: { population: 5 } }, 'second');
    await put(await add('second', one, 51.2), { value: { population: 7 } }, 'second');
    for (const kind of ['new', 'values', 'shape', 'both', 'files', 'deletion']) {
      const { results, count } = await queue('first', `layer=${one}&kind=${kind}`);
      expect([kind, results.map((row: { kind: string }) => row.kind)]).toEqual([kind, kind === 'files' ? [] : kind === 'new' ? ['new', 'new'] : [kind]]); // biome-ignore format: one row
      expect(count).toBe(results.length);
    }
    const walk = async (order: string) => {
      const rows: { id: number; sender: number; title: string }[] = [];
      for (let after = ''; after !== 'end'; ) {
        const page = await queue('first', `layer=${one}&limit=2&order=${order}${after && `&after=${after}`}`);
        rows.push(...page.results);
        after = page.next ?? 'end';
      }
      return rows;
    };
    const all = idsOf(await queue('first', `layer=${one}`));
    const up = [...all].sort((a, b) => a - b);
    const down = [...up].reverse();
    expect([idsOf({ results: await walk('id') }), idsOf({ results: await walk('-id') })]).toEqual([up, down]);
    expect([idsOf({ results: await walk('since') }), idsOf({ results: await walk('-since') })]).toEqual([all, [...all].reverse()]); // biome-ignore format: one row
    expect([idsOf({ results: await walk('create_date') }), idsOf({ results: await walk('-create_date') })]).toEqual([up, down]); // biome-ignore format: one row
    for (const order of ['modified_date', '-modified_date', '-value__founded'])
      expect([order, idsOf({ results: await walk(order) }).sort((a, b) => a - b)]).toEqual([order, up]);
    const titles = async (order: string) => (await walk(order)).map(({ title }) => title);
    expect(await titles('-value__name')).toEqual((await titles('value__name')).reverse());
    // What has no value comes last, either way.
    const ofNumber = async (order: string) => (await walk(order)).slice(0, 2).map((row) => row.id);
    expect([await ofNumber('value__population'), await ofNumber('-value__population')]).toEqual([[ids.new, up[5]], [up[5], ids.new]]); // biome-ignore format: one row
    const senders = (await walk('person')).map(({ sender }) => sender);
    expect(senders).toEqual([...Array(4).fill(id.editor), id.second, id.second]);
    expect(new Set(idsOf(await queue('first', `sender=${id.second}`)))).toEqual(new Set(up.slice(4)));
    for (const wrong of ['order=value__x', 'order=status', 'after=x', 'order=id&after=WyIwIiwieCJd', 'after=WyIwIiwiMSJd'])
      expect([wrong, (await w.call('first', 'GET', `/api/supervision/queue/?layer=${one}&${wrong}`)).status]).toEqual([wrong, 400]); // biome-ignore format: one row

    const people = async (as: string, query = '') => (await w.call(as, 'GET', `/api/supervision/people/?layer=${one}&${query}`)).body; // biome-ignore format: one call
    expect(await people('second')).toMatchObject([
      { id: id.editor, person: { username: 'editor' }, waiting: 4, own: 0, returned: 2, reasons: ['x', 'x'] },
      { id: id.second, waiting: 2, own: 2, returned: 0, reasons: [] },
    ]);
    expect(await people('first', 'kind=new')).toMatchObject([{ id: id.second, waiting: 2, own: 0 }]);
    await w.call('super', 'PUT', '/api/supervision/bulk/', { ids: up, action: 'reject', reason: 'x' });
  });

  it('judges those of many that it may, and names the others with the reason', async () => {
    const [own, other] = [await add('first'), await add('editor')];
    const all = await w.call('first', 'PUT', '/api/supervision/bulk/', { ids: [own, other], action: 'approve' });
    expect(all.status).toBe(403);
    const { body } = await w.call('first', 'PUT', '/api/supervision/bulk/', { ids: [own, other, 999_999], action: 'approve', partial: true }, { 'accept-language': 'en' }); // biome-ignore format: one call
    expect(body).toMatchObject({ count: 1 });
    expect(body.refused.map(({ id: record, title }: { id: number; title: string }) => [record, title])).toEqual([
      [999_999, '999999'],
      [own, 'first 51.4'],
    ]);
    expect(body.refused[1].why).toContain('own work');
    await judge('second', own, { action: 'approve' });
  });

  it('judges of many the versions that were looked at, and leaves what has been changed since', async () => {
    const many = [await add('editor'), await add('editor')];
    const [changed, still] = many as [number, number];
    const bulk = (more: object) =>
      w.call('first', 'PUT', '/api/supervision/bulk/', { ids: many, action: 'approve', ...more }, { 'accept-language': 'en' }); // biome-ignore format: one call
    const rows = (await queue('first')).results as { id: number; version: number }[];
    const versions = many.map((record) => rows.find((row) => row.id === record)?.version);
    await w.call('editor', 'PUT', `/api/layerdata/${changed}/`, { value: { name: 'unseen' } });
    for (const wrong of [versions.slice(1), [...versions, 1], ['x', 1], [0, 1]])
      expect([wrong, (await bulk({ versions: wrong })).status]).toEqual([wrong, 400]);
    expect((await bulk({ versions })).status).toBe(412);
    const { body } = await bulk({ versions, partial: true });
    expect(body).toMatchObject({ count: 1, refused: [{ id: changed, title: 'unseen' }] });
    expect(body.refused[0].why).toContain('Changed');
    for (const [record, status] of [[changed, STATUS.waiting], [still, STATUS.approved]]) // biome-ignore format: one list
      expect([record, (await card('first', record as number)).record.status.id]).toEqual([record, status]);
    const current = (await queue('first')).results.find((row: { id: number }) => row.id === changed).version;
    const again = await w.call('first', 'PUT', '/api/supervision/bulk/', { ids: [changed], versions: [current], action: 'reject', reason: 'x' }); // biome-ignore format: one call
    expect(again.body).toEqual({ count: 1 });
  });

  it('reopens what was rejected, sent back or approved, with a reason and not by its authors', async () => {
    for (const action of ['reject', 'return', 'approve']) {
      const record = await add('editor');
      await judge('first', record, { action, reason: 'x' });
      expect((await post('first', `supervision/${record}/reopen/`, {})).status).toBe(400);
      const reopened = await post('second', `supervision/${record}/reopen/`, { reason: 'اشتباه بود' });
      expect([action, reopened.status, reopened.body.status.id]).toEqual([action, 200, STATUS.waiting]);
      expect((await post('second', `supervision/${record}/reopen/`, { reason: 'x' })).status).toBe(403);
      expect(reopened.body.authors.map((one: { username: string }) => one.username)).toEqual(['editor']);
      const [step] = (await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${record}`)).body;
      expect([step.action, step.reason]).toEqual(['reopen', 'اشتباه بود']);
      await judge('first', record, { action: 'approve' });
    }
    const own = await add('first');
    await judge('second', own, { action: 'reject', reason: 'x' });
    expect((await post('first', `supervision/${own}/reopen/`, { reason: 'x' })).status).toBe(403);
  });

  it('takes an approval back for ten minutes, by its giver, unless it was changed since', async () => {
    const record = await add('editor');
    await judge('first', record, { action: 'approve' });
    await w.call('editor', 'PUT', `/api/layerdata/${record}/`, { value: { name: 'ب' } });
    const undo = (as: string) => post(as, `supervision/${record}/undo/`);
    expect((await undo('first')).status).toBe(403);
    await judge('first', record, { action: 'approve' });
    expect((await card('first', record)).undo_until).not.toBeNull();
    expect((await undo('second')).status).toBe(403);
    const { status, body } = await undo('first');
    expect([status, body.status.id, body.value.name, body.unconfiremed_value.value.name]).toEqual([200, STATUS.approved, 'editor 51.4', 'ب']); // biome-ignore format: one row
    await judge('first', record, { action: 'approve' });
    shift = 11 * 60_000;
    expect((await undo('first')).status).toBe(403);
    shift = 0;
    expect((await undo('first')).status).toBe(200);
    await judge('first', record, { action: 'approve' });
  });

  it('takes the approval of a deletion back, by its giver, while nothing else went with it', async () => {
    const record = await add('editor');
    await judge('first', record, { action: 'approve' });
    const ask = () => w.call('editor', 'DELETE', `/api/layerdata/${record}/`);
    const undo = (as: string) => post(as, `supervision/${record}/undo/`);
    const count = async () => (await w.call('super', 'GET', `/api/layer/${one}/`)).body.record_count;
    const before = await count();
    await ask();
    expect((await judge('first', record, { action: 'approve' })).body.deleted).toBe(true);
    expect([(await undo('second')).status, (await undo('editor')).status, await count()]).toEqual([403, 403, before - 1]); // biome-ignore format: one row
    const { status, body } = await undo('first');
    expect([status, body.status.id, body.unconfiremed_value.deletion]).toEqual([200, STATUS.approved, true]);
    expect([await count(), (await card('first', record)).kind]).toEqual([before, 'deletion']);
    // Who took it back has not worked on it, and judges it again.
    expect((await judge('first', record, { action: 'approve' })).status).toBe(200);
    const child = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'فرزند', type: 0, form: FORM, config: {}, records: [] }); // biome-ignore format: one call
    const relation = { name: 'x', parent_layer: one, parent_field: 'name', child_layer: child, child_field: 'name', kind: 'many' as const, on_delete: 'clear' as const, required: false, label: 'x', back_label: 'x', title: null, columns: [] }; // biome-ignore format: one row
    const relationId = await insertRelation(w.engine.db, w.ids.customer, relation);
    expect((await undo('first')).status).toBe(403);
    await sql`delete from layer_relation where id = ${relationId}::int`.execute(w.engine.db);
    expect((await undo('first')).status).toBe(200);
    await w.call('super', 'PUT', `/api/layerdata/${record}/`, { value: { name: 'x' } });
    await judge('second', record, { action: 'approve' });
  });

  it('draws second approvals by lot from a seed that is written down, and counts agreement', async () => {
    const set = await w.call('super', 'PUT', `/api/supervision/${two}/audit/`, { share: 50 });
    expect([set.status, set.body.share]).toEqual([200, 50]);
    expect((await w.call('first', 'PUT', `/api/supervision/${two}/audit/`, { share: 0 })).status).toBe(403);
    expect((await w.call('super', 'PUT', `/api/supervision/${one}/audit/`, { share: 10 })).status).toBe(403);
    const { seed } = set.body;
    let draws = 0;
    let approvals = 0;
    // Eight of them, and more until two are drawn.
    for (let i = 0; i < 8 || draws < 2; i++) {
      approvals = i + 1;
      const record = await add('editor', two);
      const { version } = (await card('first', record)).record;
      const isDrawn = lotOf(seed, record, version) < 50;
      draws += Number(isDrawn);
      const { body } = await judge('first', record, { action: 'approve' });
      expect(body.status.id).toBe(isDrawn ? STATUS.first : STATUS.approved);
    }
    // What was sent back before is always judged twice.
    await w.call('super', 'PUT', `/api/supervision/${two}/audit/`, { share: 0 });
    const record = await add('editor', two);
    await judge('first', record, { action: 'return', reason: 'x' });
    await w.call('editor', 'PUT', `/api/layerdata/${record}/`, { value: { name: 'ب' } });
    expect((await judge('first', record, { action: 'approve' })).body.status.id).toBe(STATUS.first);
    expect((await card('second', record)).second_because).toBe('returned');
    expect((await judge('second', record, { action: 'approve' })).body.status.id).toBe(STATUS.approved);
    const { reviewers } = (await w.call('first', 'GET', `/api/supervision/${two}/audit/`)).body;
    expect(reviewers).toMatchObject([{ person: { username: 'first' }, approved: approvals + 1, drawn: draws + 1, agreed: 1, overturned: 0 }]); // biome-ignore format: one row
    drawsOfFirst = draws;
    approvalsOfFirst = approvals;
    seedOfFirst = seed;
  });

  it('lists the lots with what was drawn, what is owed and who was agreed with, to those who judge there', async () => {
    const lots = async (as: string, query = '') => (await w.call(as, 'GET', `/api/supervision/lots/?${query}`)).body;
    const { results, count } = await lots('first');
    expect(count).toBe(2);
    const [now, before] = results;
    expect(now).toMatchObject({ layer: two, layer_label: 'دو تأیید', share: 0, until: null, user: { username: 'super' }, approved: 1, returned: 1, sample: 0, waiting: 0, agreed: 1, overturned: 0 }); // biome-ignore format: one row
    expect(before).toMatchObject({ share: 50, seed: seedOfFirst, until: now.date, approved: approvalsOfFirst, returned: 0, sample: drawsOfFirst, waiting: drawsOfFirst, agreed: 0, overturned: 0 }); // biome-ignore format: one row
    expect((await lots('first', 'order=date&limit=1')).results[0].id).toBe(before.id);
    expect((await lots('first', `layers=${one}`)).count).toBe(0);
    expect((await lots('first', `layers=${two}&label=${encodeURIComponent('تاييد')}`)).count).toBe(2);
    // What is sent back in the second step is overturned; what its author changes waits for a first approval again.
    const owed = idsOf(await queue('second', `layer=${two}&state=first`));
    const changed = await w.call('editor', 'PUT', `/api/layerdata/${owed[0]}/`, { value: { name: 'ج' } });
    expect(changed.status).toBe(200);
    const card = async (as: string) => w.call(as, 'GET', `/api/supervision/lots/${before.id}/`);
    expect((await card('first')).body).toMatchObject({ waiting: drawsOfFirst - 1, overturned: 0 });
    await judge('first', owed[0] as number, { action: 'approve' });
    await judge('second', owed[1] as number, { action: 'return', reason: 'x' });
    expect((await card('first')).body).toMatchObject({
      waiting: drawsOfFirst - 2,
      overturned: 1,
      reviewers: [
        { person: { username: 'first' }, approved: approvalsOfFirst, drawn: drawsOfFirst, agreed: 0, overturned: 1 },
      ],
    });
    expect((await card('viewer')).status).toBe(403);
    const idle = await make.createRole(w.engine, w.ids.customer, 'idle', [4, 10]);
    await make.createPerson(w.engine, w.ids.customer, { username: 'idle', password: PASSWORD, roles: [idle] });
    expect([(await card('idle')).status, (await lots('idle')).count]).toEqual([404, 0]);
  });

  it('says who looks at a record, until a verdict or for two minutes', async () => {
    const record = await add('editor');
    const look = (as: string) => post(as, `supervision/${record}/look/`);
    expect((await look('first')).body.looking).toBeNull();
    expect((await look('second')).body.looking).toMatchObject({ username: 'first' });
    expect((await card('second', record)).looking).toMatchObject({ username: 'first' });
    shift = 121_000;
    expect((await look('second')).body.looking).toBeNull();
    shift = 0;
    await judge('second', record, { action: 'approve' });
    expect((await look('first')).body.looking).toBeNull();
  });

  it('carries comments between reviewers and authors, with a notice and a link', async () => {
    const record = await add('editor');
    const path = `layerdata/${record}/comments/`;
    expect((await post('first', path, { text: 'نام درست است؟' })).status).toBe(200);
    expect((await notices('editor'))[0]).toMatchObject({ code: 'record_commented', link: `/app/layer-data/${one}?record=${record}` }); // biome-ignore format: one row
    await post('editor', path, { text: 'بله' });
    expect((await notices('first'))[0]).toMatchObject({ code: 'record_commented', link: `/app/supervision/data-detail/${record}` }); // biome-ignore format: one row
    const { body } = await w.call('first', 'GET', `/api/${path}`);
    expect(body.map(({ text }: { text: string }) => text)).toEqual(['بله', 'نام درست است؟']);
    expect((await w.call('viewer', 'GET', `/api/${path}`)).status).toBe(404);
    await judge('first', record, { action: 'approve' });
    expect((await notices('editor'))[0]).toMatchObject({ code: 'record_approved' });
  });

  it('counts what waits for each, and shows the last verdicts', async () => {
    const counts = async (as: string) => (await w.call(as, 'GET', '/api/inbox/')).body;
    const before = await counts('first');
    const record = await add('first');
    expect((await counts('first')).waiting).toBe(before.waiting);
    expect((await counts('second')).waiting).toBe(before.waiting + 1);
    await judge('second', record, { action: 'return', reason: 'x' });
    expect((await counts('first')).returned).toBe(1);
    expect((await counts('viewer')).waiting).toBe(0);
    const { results, week } = (await w.call('second', 'GET', '/api/supervision/verdicts/')).body;
    expect(results[0]).toMatchObject({ action: 'return', record, layer: one, user: { username: 'second' } });
    expect([results.length, week > 0]).toEqual([10, true]);
  });
});
