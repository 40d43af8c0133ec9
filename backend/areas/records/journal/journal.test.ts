// Files and history of a whole layer: what each person reads of them, filters, and pages.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LayerFileRow, LayerLogRow } from '../../../../contract/schemas/layers/journal';
import { PNG } from '../../../../testing/pictures';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';

describe.each(ONE_ENGINE)('the journal of a layer on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  /** Records by their names. */
  let ids: Record<string, number>;
  beforeAll(async () => {
    w = await createWorld(kind);
    layer = w.ids.layer;
    const { body } = await w.call('super', 'GET', `/api/layerdata/?layer=${layer}`);
    ids = Object.fromEntries(body.results.map(({ id, value }: { id: number; value: { name: string } }) => [value.name, id])); // biome-ignore format: one line
    await add('super', 'تهران', 'عکس میدان', 'square.png', PNG);
    await add('super', 'اصفهان', 'گزارش', 'report.txt', 'text');
  });
  afterAll(() => w.close());

  const add = (as: string, name: string, label: string, file: string, content: unknown) =>
    w.form(as, '/api/layerdatafile/', { layer_data: ids[name], label, path: new File([content as BlobPart], file) });
  const read = (as: string, side: 'files' | 'history', query = '', of = layer) =>
    w.call(as, 'GET', `/api/layer/${of}/${side}/?${query}`);
  const labels = async (as: string, query = '') =>
    (await read(as, 'files', query)).body.results.map(({ label }: LayerFileRow) => label);
  const steps = async (as: string, query = '') =>
    (await read(as, 'history', query)).body.results.map(({ action, title }: LayerLogRow) => `${action} ${title}`);
  const supervise = async (supervised: boolean) => {
    expect((await w.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { supervised } })).status).toBe(200);
    // Rights are remembered for a moment: a call that changes them ends that.
    await w.call('super', 'POST', `/api/layerpermission/?layer=${layer}`, { permissions: [] });
  };
  const setStatus = (name: string, status: number) =>
    sql`update record set status = ${status}::int where id = ${ids[name]}::bigint`.execute(w.engine.db);

  it('lists the files of all records with what they hang on, filtered and sorted', async () => {
    expect(await labels('viewer')).toEqual(['گزارش', 'عکس میدان']);
    expect(await labels('viewer', 'kind=pictures')).toEqual(['عکس میدان']);
    expect(await labels('viewer', 'kind=others')).toEqual(['گزارش']);
    expect(await labels('viewer', `search=${encodeURIComponent('ميدان')}`)).toEqual(['عکس میدان']);
    expect(await labels('viewer', 'search=report.txt')).toEqual(['گزارش']);
    expect(await labels('viewer', 'search=nothing')).toEqual([]);
    expect(await labels('viewer', 'order=create_date&limit=1&offset=1')).toEqual(['گزارش']);
    const { body } = await read('viewer', 'files', 'kind=pictures');
    const [picture] = body.results as [LayerFileRow];
    expect(picture).toMatchObject({ title: 'تهران', layer_data: ids.تهران, type: 'image/png', user: { username: 'super' }, place: [51.39, 35.7] }); // biome-ignore format: one line
    expect((await w.call('viewer', 'GET', picture.path)).status).toBe(200);
  });

  it('tells what was done to records, by act, person and day', async () => {
    await w.call('editor', 'PUT', `/api/layerdata/${ids.مشهد}/`, { value: { population: 1 }, geometry: { type: 'Point', coordinates: [59.7, 36.3] } }); // biome-ignore format: one call
    const { body } = await read('viewer', 'history');
    expect(body.results[0]).toMatchObject({ action: 'edit', title: 'مشهد', fields: ['population'], geometry: true, is_deleted: false, user: { username: 'editor' } }); // biome-ignore format: one line
    expect(await steps('viewer', 'action=add_file')).toEqual(['add_file اصفهان', 'add_file تهران']);
    const { id } = (await w.call('editor', 'GET', '/api/user/')).body;
    expect(await steps('viewer', `users=${id}`)).toEqual(['edit مشهد']);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format();
    expect((await steps('viewer', `date_after=${today}&date_before=${today}`)).length).toBe(3);
    expect(await steps('viewer', 'date_before=2020-01-01')).toEqual([]);
    expect(await steps('viewer', 'order=date&limit=1')).toEqual(['add_file تهران']);
  });

  it('ends at a person’s regions, and at layers that they do not see', async () => {
    expect(await labels('regional')).toEqual(['عکس میدان']);
    expect(await steps('regional')).toEqual(['add_file تهران']);
    for (const side of ['files', 'history'] as const) {
      expect((await read('viewer', side, '', w.ids.secret)).status).toBe(404);
      expect((await read('stranger', side)).status).toBe(404);
      expect((await read('viewer', side, 'order=nothing')).status).toBe(400);
    }
  });

  it('keeps what waits in a supervised layer to approvers and authors', async () => {
    await supervise(true);
    await setStatus('اصفهان', 1);
    expect(await labels('viewer')).toEqual(['عکس میدان']);
    // Who approves nothing there reads the history of their own work alone.
    expect(await steps('viewer')).toEqual([]);
    expect(await labels('super')).toEqual(['گزارش', 'عکس میدان']);
    expect(await steps('super')).toHaveLength(3);
    await setStatus('اصفهان', 3);
    // A file that waits is seen by who brought it and by approvers.
    expect((await add('editor', 'تهران', 'نو', 'new.txt', 'text')).body.pending).toBe('add');
    expect(await labels('editor')).toContain('نو');
    expect(await labels('super')).toContain('نو');
    expect(await labels('viewer')).not.toContain('نو');
    expect(await steps('editor')).toEqual(['ask_add_file تهران', 'add_file تهران']);
    // That a file is to go is told to those who may know.
    const [picture] = (await read('super', 'files', 'kind=pictures')).body.results;
    await w.call('editor', 'DELETE', `/api/layerdatafile/${picture.id}/?layer_data=${ids.تهران}`);
    const pending = async (as: string) => (await read(as, 'files', 'kind=pictures')).body.results[0].pending;
    expect([await pending('super'), await pending('editor'), await pending('viewer')]).toEqual(['delete', 'delete', null]); // biome-ignore format: one line
    await supervise(false);
  });

  it('tells of deleted records to those alone who may delete', async () => {
    await w.call('editor', 'DELETE', `/api/layerdata/${ids.اصفهان}/`);
    expect(await labels('super')).not.toContain('گزارش');
    expect(await steps('viewer')).not.toContain('delete اصفهان');
    const { body } = await read('editor', 'history');
    expect(body.results[0]).toMatchObject({ action: 'delete', title: 'اصفهان', is_deleted: true, fields: [] });
  });
});
