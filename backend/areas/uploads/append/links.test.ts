// An append whose rows name records of other layers: those that are not there, or not seen, are refused by number; files are not named at all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../../contract/schemas/form';
import { waitForJob } from '../../../../testing/wait-for-job';
import { createWorld, ENGINES, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

describe.each(ENGINES)('references of appended rows on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  let hidden: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const form: Field[] = [
      { name: 'name', label: 'name', type: 'text' },
      { name: 'near', label: 'near', type: 'reference', reference: { layer: w.ids.layer } },
      { name: 'far', label: 'far', type: 'reference', reference: { layer: w.ids.secret } },
      { name: 'photo', label: 'photo', type: 'image' },
    ];
    const { customer } = w.ids;
    layer = await make.createLayer(w.engine, { customer, owner: 1, label: 'l', type: 0, form, records: [] });
    const roles = (await w.call('super', 'GET', '/api/group/?search=')).body.results.map(({ id }: { id: number }) => id); // biome-ignore format: one line
    for (const role of roles) await make.createPermission(w.engine, role, layer, { view: true, add: true });
    hidden = (await w.call('super', 'GET', `/api/layerdata/?layer=${w.ids.secret}`)).body.results[0].id;
  });
  afterAll(() => w.close());

  const order = async (as: string, text: string, mapping: Record<string, string>, more: object = {}) => {
    const { file_id, datasets } = await w.upload(as, 'a.csv', Buffer.from(text));
    const meta = { field_mapping: mapping, layer_id: layer, dataset_layer: datasets[0].name, geom_type: 0, file_id };
    return w.call(as, 'POST', '/api/layer_append/', { file_id, append_metadata: meta, ...more });
  };
  const MAPPING = { name: 'name', near: 'near', far: 'far' };
  const table = () =>
    `name,near,far\nboth,${w.ids.record},${hidden}\nnone,,\ngone,987654321,\nstranger,,${w.ids.record}\nhidden,,${hidden}\n`;

  it.each([
    ['super', [3, 4], ['near', 'far'], 3],
    ['editor', [1, 3, 4, 5], ['far', 'near', 'far', 'far'], 1],
  ])('takes what %s sees and refuses the rest by its row', async (as, rows, fields, added) => {
    for (const dry_run of [true, false]) {
      const started = await order(as, table(), MAPPING, { dry_run });
      const job = await waitForJob(w, started.body.id, as);
      expect([job.state, job.outcome.added, job.rejected]).toEqual(['done', added, rows.length]);
      const refused: [number, string][] = job.rejects.map(({ row, reason }: { row: number; reason: string }) => [row, reason]); // biome-ignore format: one line
      expect(refused.map(([row]) => row)).toEqual(rows);
      for (const [i, [, reason]] of refused.entries())
        expect(reason).toMatch(new RegExp(`^${fields[i]}: عارضه‌ای از لایه مرجع`));
    }
  });

  it('takes no column for files', async () => {
    const { status, body } = await order('super', 'name,photo\na,1\n', { name: 'name', photo: 'photo' });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['photo']]);
  });

  /** A layer of parents with a code, of which two have the same, and the children's layer. */
  const family = async (rules: object, values: object[] = []) => {
    const { customer } = w.ids;
    const code: Field = { name: 'code', label: 'کد', type: 'integer', unique: true };
    const parents = await make.createLayer(w.engine, { customer, owner: 1, label: 'p', type: 0, form: [code, { name: 'title', label: 'title', type: 'text' }], records: [101, 102, 103].map((n) => ({ geometry: null, value: { code: n, title: n === 103 ? 'ب' : 'الف' } })) }); // biome-ignore format: one layer
    const form: Field[] = [
      { name: 'name', label: 'name', type: 'text' },
      { name: 'of', label: 'of', type: 'integer' },
      { name: 'near', label: 'near', type: 'reference', reference: { layer: parents } },
    ];
    const children = await make.createLayer(w.engine, { customer, owner: 1, label: 'c', type: 0, form, records: values.map((value) => ({ geometry: null, value: value as make.NewRecordData['value'] })) }); // biome-ignore format: one layer
    const ends = { parent_layer: parents, parent_field: 'code', child_layer: children, child_field: 'of' };
    const answer = await w.call('super', 'POST', '/api/relation/', { name: 'خویشان', ...ends, kind: 'many', on_delete: 'block', required: false, label: 'فرزندان', back_label: 'والد', title: null, columns: [], ...rules }); // biome-ignore format: one row
    expect(answer.status).toBe(200);
    return { parents, children };
  };
  const into = async (
    to: number,
    text: string,
    mapping: Record<string, string>,
    more: { dry_run?: boolean } & Record<string, unknown> = {},
  ) => {
    const { dry_run = false, ...meta } = more;
    const { file_id, datasets } = await w.upload('super', 'a.csv', Buffer.from(text));
    const metadata = { field_mapping: mapping, layer_id: to, dataset_layer: datasets[0].name, geom_type: 0, file_id, ...meta }; // biome-ignore format: one row
    const started = await w.call('super', 'POST', '/api/layer_append/', {
      file_id,
      append_metadata: metadata,
      dry_run,
    });
    return started.status === 200 ? waitForJob(w, started.body.id, 'super') : started;
  };
  const refusedRows = (job: { rejects: { row: number; reason: string }[] }) =>
    job.rejects.map(({ row, reason }) => `${row} ${reason}`);
  const valuesOf = async (of: number) =>
    (await w.call('super', 'GET', `/api/layerdata/?layer=${of}&order=id`)).body.results.map(({ value }: { value: object }) => value); // biome-ignore format: one line

  it('finds the parents by a key of theirs, and tells in the trial which rows have none', async () => {
    const { parents, children } = await family({});
    const ids = (await w.call('super', 'GET', `/api/layerdata/?layer=${parents}&order=id`)).body.results.map(({ id }: { id: number }) => id); // biome-ignore format: one line
    const mapping = { name: 'name', near: 'near' };
    const byCode = 'name,near\na,101\nb,۱۰۳\nc,999\nd,\n';
    for (const dry_run of [true, false]) {
      const job = await into(children, byCode, mapping, { dry_run, keys: { near: 'code' } });
      expect([job.state, job.outcome.added, refusedRows(job)]).toEqual(['done', 3, [expect.stringMatching(/^3 near: عارضه‌ای از لایه مرجع/)]]); // biome-ignore format: one line
    }
    expect(await valuesOf(children)).toMatchObject([{ near: ids[0] }, { near: ids[2] }, { near: null }]);
    const byTitle = await into(children, 'name,near\ne,الف\nf,ب\n', mapping, { keys: { near: 'title' } });
    expect([byTitle.outcome.added, refusedRows(byTitle)]).toEqual([1, [expect.stringMatching(/^1 near: چند عارضه/)]]);
    for (const keys of [{ near: 'nothing' }, { name: 'code' }, { of: 'code' }])
      expect((await into(children, byCode, mapping, { keys })).status).toBe(400);
  });

  it('takes rows whose key no parent has, and says in the trial how many', async () => {
    const { children } = await family({});
    const text = 'name,of\na,101\nb,999\nc,998\nd,\n';
    const trial = await into(children, text, { name: 'name', of: 'of' }, { dry_run: true });
    expect([trial.rejected, trial.report.orphans]).toEqual([0, [{ relation: 'خویشان', field: 'of', rows: 2 }]]);
    expect((await into(children, text, { name: 'name', of: 'of' })).outcome.added).toBe(4);
  });

  it('refuses rows that a relation refuses one by one', async () => {
    const { children } = await family({ required: true, kind: 'one' }, [{ name: 'a', of: 101 }]);
    const text = 'name,of\na,101\nb,102\nc,102\nd,999\ne,\n';
    const mapping = { name: 'name', of: 'of' };
    const reasons = (job: { rejects: { row: number; reason: string }[] }) => refusedRows(job).map((one) => one.slice(0, 18)); // biome-ignore format: one line
    const matched = await into(children, text, mapping, { match: { field: 'name', on: 'update' } });
    expect([matched.outcome, reasons(matched)]).toEqual([{ added: 1, changed: 0, same: 1, skipped: 0 }, ['3 of: عارضه دیگری ', '4 of: عارضه‌ای با ', '5 of: عارضه‌ای با ']]); // biome-ignore format: one line
    const again = await into(children, text, mapping, { dry_run: true });
    expect([again.outcome.added, again.rejected]).toEqual([0, 5]);
    expect((await into(children, 'name\nz\n', { name: 'name' }, { dry_run: true })).rejected).toBe(1);
  });

  it('leaves a key that children have', async () => {
    const { parents } = await family({}, [{ name: 'a', of: 103 }]);
    const text = 'title,code\nب,203\n';
    const refused = await into(
      parents,
      text,
      { title: 'title', code: 'code' },
      { match: { field: 'title', on: 'update' } },
    );
    expect([refused.rejected, refusedRows(refused)]).toEqual([1, [expect.stringMatching(/^1 code: عارضه‌های وابسته/)]]);
    expect(await valuesOf(parents)).toContainEqual({ code: 103, title: 'ب' });
  });
});
