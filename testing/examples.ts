// Creates what the contract's examples name in a test world, and builds their requests.
import { sql } from 'kysely';
import type { Row } from '../contract/define';
import { pathOf } from '../contract/index';
import { PNG } from './pictures';
import { type Create, seedLetters } from './seeds/letters';
import { seedPublishing } from './seeds/publishing';
import type { TestWorld } from './world';

export interface Examples {
  /** Ids by the names that examples use. */
  values: Record<string, string | number>;
  /** The request of a row's example, with names replaced by ids. */
  requestOf(row: Row): { url: string; path: string; body: unknown };
}

/** A list of choices, and two layers with their relations. */
async function seedRelations(w: TestWorld, create: Create) {
  const layerOf = async (label: string, field: object) =>
    (await w.form('super', '/api/layer/', { label, type: 0, form: [field] })).body.id;
  const relationParent = await layerOf('parents', { name: 'code', label: 'code', type: 'text', unique: true });
  const relationChild = await layerOf('children', { name: 'parent_code', label: 'code', type: 'text' });
  const spareChild = await layerOf('spare children', { name: 'parent_code', label: 'code', type: 'text' });
  const relation = (child: number) =>
    create('relation', {
      name: 'x',
      parent_layer: relationParent,
      parent_field: 'code',
      child_layer: child,
      child_field: 'parent_code',
      kind: 'many',
      on_delete: 'block',
      required: false,
      label: 'x',
      back_label: 'x',
      title: null,
      columns: [],
    });
  const second = await w.form('super', '/api/layer/', { label: 'two', type: 0, form: [], supervised: true });
  await w.call('super', 'PATCH', `/api/layer/${second.body.id}/`, { config: { second_approval: true } });
  for (const share of [30, 10]) await w.call('super', 'PUT', `/api/supervision/${second.body.id}/audit/`, { share });
  const lots = await w.call('super', 'GET', '/api/supervision/lots/');
  return {
    secondLayer: second.body.id,
    auditLot: lots.body.results[0].id as number,
    ...(await seedPublishing(w)),
    ...{ board: await create('dashboard', { label: 'x' }), spareBoard: await create('dashboard', { label: 'y' }), question: await create('question', { label: 'x', address: 'layer=1' }), spareQuestion: await create('question', { label: 'y', address: 'layer=1' }) }, // biome-ignore format: one line
    view: await create('layerview', { layer: w.ids.layer, name: 'x', query: { and: [] } }),
    spareView: await create('layerview', { layer: w.ids.layer, name: 'y', query: { and: [] } }),
    choiceList: await create('choicelist', { label: 'x', items: ['a'] }),
    relationParent,
    relationChild,
    relation: await relation(relationChild),
    spareRelation: await relation(spareChild),
    relationRecord: await create('layerdata', { layer: relationParent, value: { code: 'a' }, geometry: null }),
  };
}

/** Records that are judged below. */
const seedJudged = async (create: () => Promise<number>) => ({
  reopenRecord: await create(),
  undoRecord: await create(),
});

/** One that was rejected, and one whose approval may be taken back. */
async function judgeExamples(w: TestWorld, { reopenRecord, undoRecord }: Awaited<ReturnType<typeof seedJudged>>) {
  await w.call('super', 'PUT', `/api/supervision/${reopenRecord}/`, { action: 'reject', reason: 'x' });
  await w.call('super', 'PUT', `/api/supervision/${undoRecord}/`, { action: 'approve' });
}

async function seedDeleted(w: TestWorld): Promise<number> {
  const one = { layer: w.ids.layer, value: { name: 'x' }, geometry: { type: 'Point', coordinates: [51, 35] } };
  const { body } = await w.call('super', 'POST', '/api/layerdata/', one);
  await w.call('super', 'DELETE', `/api/layerdata/${body.id}/`);
  return body.id;
}

/** A record that somebody has asked to delete. */
async function markGoing(w: TestWorld, record: number, by: number) {
  const going = { deletion: true, authors: [by], at: '2026-01-01T00:00:00.000Z' };
  await w.engine.db
    .updateTable('record')
    .set({ unconfirmed: JSON.stringify(going) })
    .where('id', '=', record)
    .execute();
}

/** A project that runs, of which the person is a member, with a cell; and a template. */
async function seedProjectWork(w: TestWorld, create: (path: string, body: unknown) => Promise<number>, member: number) {
  const running = { name: 'z', members: [member], region: w.ids.region, layers: [w.ids.layer] };
  const workProject = await create('project', running);
  await w.engine.db.updateTable('project').set({ state: 2 }).where('id', '=', workProject).execute();
  const geom = sql`st_geomfromtext('POLYGON((51 35, 52 35, 52 36, 51 35))', 4326)`;
  const { id: task } = await w.engine.db
    .insertInto('project_task')
    .values({ project_id: workProject, label: '1', geom })
    .returning('id')
    .executeTakeFirstOrThrow();
  const data = { description: '', layers: [], region: null, members: [], supervisors: [], approvals: 1, days: null };
  return { workProject, task, template: await create('project_template', { name: 'x', is_shared: false, data }) };
}

const chatFile = async (w: TestWorld): Promise<number> =>
  (await w.form('super', '/api/chat_file/', { path: new File(['text'], 'x.txt') })).body.id;

/** Makes one of everything that an example names. */
export async function seedExamples(w: TestWorld): Promise<Examples> {
  const places = JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { name: 'x' }, geometry: { type: 'Point', coordinates: [51, 35] } }] }); // biome-ignore format: one file
  // An upload goes when what is in it was imported: each of these calls has one of its own.
  const [upload, appended, imported] = [
    await w.upload('super', 'places.geojson', places),
    await w.upload('super', 'places.geojson', places),
    await w.upload('super', 'places.geojson', places),
  ];
  const spare = await w.upload(
    'super',
    'spare.geojson',
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}]}',
  );
  const job = await w.call('super', 'POST', '/api/layer_import/', {
    file_id: imported.file_id,
    dataset: imported.datasets[0].name,
    type: 1,
    label: 'job',
    srid: 4326,
    fields: [],
  });
  const create = async (path: string, body: unknown) => (await w.call('super', 'POST', `/api/${path}/`, body)).body.id;
  const point = { type: 'Point', coordinates: [51.4, 35.7] };
  const box = { type: 'Polygon', coordinates: [[[50, 30], [51, 30], [51, 31], [50, 30]]] }; // biome-ignore format: a triangle
  const ids = {
    spareRegion: await create('region', { label: 'spare', geometry: box }),
    drawing: await create('drawing', { type: 'point', geometry: point }),
    spareDrawing: await create('drawing', { type: 'point', geometry: point }),
    item: await create('user_items', { label: 'item', type: 'query', data: {} }),
    env: await create('envs', { label: 'env', data: {} }),
    spareEnv: await create('envs', { label: 'spare', data: {} }),
    spareLayer: (await w.form('super', '/api/layer/', { label: 'spare', type: 0, form: [] })).body.id,
    bulkLayer: (await w.form('super', '/api/layer/', { label: 'bulk', type: 0, form: [] })).body.id,
    viewerAccount: (
      await w.engine.db.selectFrom('account').select('id').where('username', '=', 'viewer').executeTakeFirstOrThrow()
    ).id,
  };
  const account = async (username: string) =>
    (await w.form('super', '/api/users/', { username, password: 'Clear-Water-7' })).body.id;
  const people = {
    role: await create('group', { name: 'role', modules: [4] }),
    spareRole: await create('group', { name: 'spare' }),
    spareAccount: await account('spare.person'),
    lockedAccount: await account('locked.person'),
  };
  const record = (layer: number, geometry: unknown) => create('layerdata', { layer, value: { name: 'x' }, geometry });
  const square = { type: 'Polygon', coordinates: [[[51, 35], [51.2, 35], [51.2, 35.2], [51, 35.2], [51, 35]]] }; // biome-ignore format: a square
  const changing = {
    bulkRecord: await record(w.ids.spare, point),
    splitRecord: await record(w.ids.polygons, square),
    mergeRecord: await record(w.ids.polygons, square),
    mergeOther: await record(w.ids.polygons, square),
    revertRecord: await record(w.ids.layer, point),
    waitingRecord: await record(w.ids.layer, point),
    waitingOther: await record(w.ids.layer, point),
    goingRecord: await record(w.ids.layer, point),
    ...(await seedJudged(() => record(w.ids.layer, point))),
  };
  const file = async (name: string) =>
    (
      await w.form('super', '/api/layerdatafile/', {
        layer_data: w.ids.record,
        label: name,
        path: new File(['text'], `${name}.txt`),
      })
    ).body.id;
  await w.form('super', '/api/layerdatafile/', {
    layer_data: w.ids.record,
    path: new File([PNG as BlobPart], 'picture.png'),
  });
  const files = { file: await file('one'), spareFile: await file('two'), spareChatFile: await chatFile(w) };
  const { id: all } = await w.engine.db
    .selectFrom('role')
    .select('id')
    .where('name', '=', 'all')
    .executeTakeFirstOrThrow();
  const mate = await account('mate');
  await w.engine.db.insertInto('account_role').values({ account_id: mate, role_id: all }).execute();
  // Also receives what they send, and may read it.
  const self = (
    await w.engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow()
  ).id;
  const project = await create('project', { name: 'x' });
  const work = {
    ...{ mate, project, spareProject: await create('project', { name: 'y' }) },
    ...(await seedLetters(create, mate, self, project)),
  };
  const steps = await w.call('super', 'GET', `/api/layerdatalog/?layer_data=${changing.revertRecord}`);
  // As if the viewer had made them: nobody judges their own work.
  for (const id of [changing.waitingRecord, changing.waitingOther, changing.reopenRecord, changing.undoRecord])
    await w.engine.db
      .updateTable('record')
      .set({ status: 1, authors: JSON.stringify([ids.viewerAccount]) })
      .where('id', '=', id)
      .execute();
  await judgeExamples(w, changing);
  await markGoing(w, changing.goingRecord, self);
  const connection = { host: 'db.example.test', database: 'gis', username: 'reader', password: 'secret' };
  const connect = (label: string) => create('arcsde', { label, ...connection });
  const values: Record<string, string | number> = {
    ...w.ids,
    database: await connect('a'),
    spareDatabase: await connect('b'),
    ...ids,
    ...people,
    ...changing,
    ...files,
    ...work,
    ...(await seedProjectWork(w, create, self)),
    ...(await seedRelations(w, create)),
    revertLog: steps.body[0].id,
    upload: upload.file_id,
    appendUpload: appended.file_id,
    spareUpload: spare.file_id,
    dataset: upload.datasets[0].name,
    deletedRecord: await seedDeleted(w),
    // One that no other example brings back or ends.
    trashRecord: await seedDeleted(w),
    job: job.body.id,
  };

  /** Names of test objects in an example become their ids. */
  const filled = (v: unknown): unknown =>
    typeof v === 'string' && v in values
      ? values[v]
      : Array.isArray(v)
        ? v.map(filled)
        : v && typeof v === 'object'
          ? Object.fromEntries(
              Object.entries(v).map(([k, x]) => [
                k,
                k === 'dataset' ? values.dataset : k === 'label' || k === 'kind' || k === 'database' ? x : filled(x),
              ]),
            )
          : v;
  const requestOf = (row: Row) => {
    const query = new URLSearchParams(filled(row.example?.query ?? {}) as Record<string, string>).toString();
    const path = `/api/${pathOf(row, filled(row.example?.params ?? { id: 1, file: 'x' }) as Record<string, string>)}`;
    return { url: path + (query && `?${query}`), path, body: filled(row.example?.body) };
  };
  return { values, requestOf };
}
