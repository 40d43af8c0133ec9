// A backend in a process of its own that may be killed at any moment. It says on its standard output what it found in the database when it
// opened it, what it was told is done, and in the end what there is. `jobs` takes up imports and an append, `append` the append alone and says so
// when its first piece is committed, `acts` changes many records, `rewind` takes back what somebody did and says so when the first batch is done, `edit` listens at a port until it is killed, for somebody who draws lines.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Backend, buildBackend } from '../../backend/app';
import * as jobs from '../../backend/areas/jobs/store';
import { takeBackPieces } from '../../backend/areas/uploads/append/pieces';
import { addUpload } from '../../backend/areas/uploads/store';
import { readConfig } from '../../backend/config';
import { connect } from '../../backend/db/connect';
import type { Engine } from '../../backend/db/engine';
import { inspect } from '../../backend/geo/import';
import { partition } from '../../backend/geo/tiles';
import * as make from '../../backend/seed/builders';
import { DEMO_CONFIG } from '../../backend/seed/demo';
import { openStorage, type Storage } from '../../backend/storage';
import type { Field } from '../../contract/schemas/form';
import { ACTS, actsDone, BEFORE, type CrashState, FILES, MANY, readCrashState } from '../crash-state';
import { CAPTCHA, PASSWORD } from '../people';
import { signedIn } from '../sign-in';
import { template } from '../template';

const point = (i: number) => ({ type: 'Point' as const, coordinates: [44 + (i % 997) / 70, 25 + (i % 991) / 70] });
const FORM: Field[] = [
  { name: 'name', label: 'نام', type: 'text' },
  { name: 'note', label: 'یادداشت', type: 'text' },
];
const ACTS_FORM: Field[] = [
  { name: 'half', label: 'نیمه', type: 'integer' },
  { name: 'turn', label: 'نوبت', type: 'integer' },
];
async function people(engine: Engine): Promise<{ customer: number; account: number }> {
  const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
  const role = await make.createRole(engine, customer, 'all', [1, 2, 3, 4, 10]);
  const account = await make.createPerson(engine, customer, {
    username: 'super',
    password: PASSWORD,
    superuser: true,
    roles: [role],
  });
  return { customer, account };
}

/** Orders an append of the first file of the folder that IMPORTS names; of `jobs` also an import of each. */
async function order(engine: Engine, folder: string, kind: string): Promise<void> {
  const { customer, account } = await people(engine);
  const records = Array.from({ length: BEFORE }, (_, i) => ({ geometry: point(i % 2 ? i : i + 500), value: { name: `روستای ${i}`, note: 'پیشین' } })); // biome-ignore format: one record
  const layer = await make.createLayer(engine, { customer, owner: account, label: 'append', type: 1, form: FORM, records }); // biome-ignore format: one layer
  const from = process.env.IMPORTS ?? '';
  for (const [i, name] of readdirSync(from).sort().entries()) {
    const path = join(from, name);
    const id = `upload-${i}`;
    mkdirSync(join(folder, id), { recursive: true });
    const inspected = await inspect(path, name, { scratch: join(folder, id) });
    await addUpload(engine.db, { id, account, name, path, size: 1, inspection: { asked: '', found: inspected } });
    const [data] = inspected.datasets;
    if (!data) throw new Error(`${name}: nothing inside`);
    const fields = data.fields.map((f) => ({ source: f.name, label: f.name, type: 'text' as const }));
    const place = { file_id: id, ...(data.srid || data.crs ? {} : { srid: 4326 }) };
    const job = { account, upload: id };
    const whole = { ...place, dataset: data.name, type: 1, label: name, fields };
    if (kind === 'jobs')
      await jobs.add(engine.db, { ...job, id: `import-${i}`, kind: 'import', label: name, order: whole, layer: null });
    if (i > 0) continue;
    const mapping = { [(fields[0] as { source: string }).source]: 'name' };
    // The first rows are records already, every second one elsewhere; after each kill that is decided anew.
    const match = { field: 'name', on: 'update' };
    const meta = {
      match,
      field_mapping: mapping,
      layer_id: layer,
      dataset_layer: data.name,
      geom_type: 1,
      file_id: id,
    };
    const more = { ...place, append_metadata: meta, status: 3 };
    await jobs.add(engine.db, { ...job, id: 'append', kind: 'append', label: 'append', order: more, layer });
  }
}

/** Works until no job is left. */
async function finish(engine: Engine): Promise<void> {
  const open = () =>
    engine.db
      .selectFrom('job')
      .select('id')
      .where((e) => e.or([e('state', '=', 'waiting'), e('state', '=', 'running')]))
      .executeTakeFirst();
  while (await open()) await new Promise((resolve) => setTimeout(resolve, 50));
  // The last table goes right after its job has ended.
  const until = Date.now() + 5000;
  const left = () => engine.db.selectFrom('staging').select('name').executeTakeFirst();
  while (Date.now() < until && (await left())) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function createLayerToChange(engine: Engine, storage: Storage): Promise<void> {
  const { customer, account } = await people(engine);
  const records = Array.from({ length: MANY / 2 }, (_, i) => ({ geometry: point(i), value: { half: 0, turn: -1 } }));
  const layer = await make.createLayer(engine, {
    customer,
    owner: account,
    label: 'acts',
    type: 1,
    form: ACTS_FORM,
    records,
  });
  await fill(engine, storage, layer, account, -1);
}

/** A layer of which every record was changed by one person, and the order to take that back. */
async function orderRewind(engine: Engine, look: () => Promise<CrashState>): Promise<void> {
  const { customer, account } = await people(engine);
  const records = Array.from({ length: MANY }, (_, i) => ({ geometry: point(i), value: { half: 0, turn: -1 } }));
  const editor = await make.createPerson(engine, customer, { username: 'editor', password: PASSWORD, roles: [] });
  const layer = await make.createLayer(engine, { customer, owner: account, label: 'acts', type: 1, form: ACTS_FORM, records }); // biome-ignore format: one layer
  say(JSON.stringify(await look()));
  const state = sql`jsonb_build_object('value', value, 'geometry', st_asgeojson(geom, 9)::jsonb, 'status', status, 'standing', null::jsonb)`;
  await sql`insert into record_log (layer_id, record_id, account_id, action, before, after)
    select layer_id, id, ${editor}::int, 'edit', ${state}, ${state} || jsonb_build_object('value', value || '{"turn":5}') from record where layer_id = ${layer}::int`.execute(
    engine.db,
  );
  await sql`update record set value = value || '{"turn":5}', version = version + 1, modifier_id = ${editor}::int where layer_id = ${layer}::int`.execute(
    engine.db,
  );
  const order = { person: editor, from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z', layers: [layer], count: MANY }; // biome-ignore format: one order
  await jobs.add(engine.db, { id: 'rewind', account, kind: 'rewind', label: 'acts', order, upload: null, layer });
}

/** Waits until the first batch of a rewind, or the first piece of an append, is committed; of a server, until the whole append is. */
async function firstCommit(engine: Engine, kind: string): Promise<void> {
  const table = kind === 'rewind' ? sql`record_log where action = 'rewind'` : sql`append_step`;
  const steps = () => sql`select 1 from ${table} limit 1`.execute(engine.db);
  while ((await steps()).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
}

async function createEmptyLayer(engine: Engine): Promise<void> {
  const { customer, account } = await people(engine);
  await make.createLayer(engine, { customer, owner: account, label: 'lines', type: 2, form: FORM, records: [] });
}

/** The half that was removed comes back as new records, some of them with files; in one commit. */
async function fill(engine: Engine, storage: Storage, layer: number, account: number, turn: number): Promise<void> {
  const keys = Array.from({ length: FILES }, (_, i) => `files/1/${turn}-${i}-${Date.now()}`);
  for (const key of keys) await storage.put(key, 'x');
  await engine.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into record (layer_id, status, geom, q, minz, value, search, creator_id, modifier_id)
        select ${layer}::int, 3, geom, q, minz, value || '{"half":1}', search, creator_id, modifier_id
          from ${sql.table(partition(layer))} where value->>'half' = '0' returning id`.execute(tx);
    await sql`update layer set record_count = record_count + ${rows.length}::int, rev = rev + 1 where id = ${layer}::int`.execute(
      tx,
    );
    for (const [i, key] of keys.entries())
      await sql`insert into record_file (customer_id, layer_id, record_id, account_id, label, name, type, size, key)
        values (1, ${layer}::int, ${rows[i]?.id}::bigint, ${account}::int, 'x', 'x.txt', 'text/plain', 1, ${key}::text)`.execute(
        tx,
      );
  });
}

/** Acts on the layer again and again, from where the last process came to; says each act before it and after its answer. */
async function act(engine: Engine, backend: Backend, storage: Storage, from: number, until: number): Promise<void> {
  const { id: layer, owner_id } = await engine.db
    .selectFrom('layer')
    .select(['id', 'owner_id'])
    .where('label', '=', 'acts')
    .executeTakeFirstOrThrow();
  const authorization = `Bearer ${await signedIn(backend.app, 'super')}`;
  const call = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const headers = { host: 'localhost', authorization };
    const answer = await backend.app.inject({ method, url: `/api/${url}`, headers, ...(payload ? { payload } : {}) });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  };
  const half = async () =>
    (
      await sql<{ id: number }>`select id from record where layer_id = ${layer}::int and value->>'half' = '1'`.execute(
        engine.db,
      )
    ).rows.map((r) => r.id);
  const acts: Record<(typeof ACTS)[number], (turn: number) => Promise<void>> = {
    edit: (turn) => call('PATCH', 'layerdata/edit_bulk/', { layer, filter: {}, value: { turn } }),
    delete: async () => call('DELETE', 'layerdata/delete_bulk/', { ids: await half() }),
    restore: () => call('POST', 'layerdata/restore/', { layer_id: layer }),
    'delete by filter': () => call('DELETE', `layerdata/?layer=${layer}&value__half=1`),
    'full delete': () => call('POST', 'layerdata/full_delete/', { layer_ids: [layer] }),
    fill: (turn) => fill(engine, storage, layer, owner_id ?? 0, turn),
  };
  say('working');
  for (let turn = from; turn < until; turn++) {
    await acts[ACTS[turn % ACTS.length] as (typeof ACTS)[number]](turn);
    say(`done ${turn + 1}`);
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `until`: the number of acts; of `edit`, the port. */
async function run(kind: string, until: number): Promise<void> {
  const config = readConfig(process.env);
  const folder = join(config.dataDir, 'uploads');
  mkdirSync(folder, { recursive: true });
  const dir = config.databaseUrl ? null : join(config.dataDir, 'db');
  const engine = await connect({
    url: config.databaseUrl,
    dir,
    template: process.env.TEST_TEMPLATE ?? (kind === 'edit' ? await template() : null),
  });
  const storage = await openStorage(config);
  const first = (await engine.db.selectFrom('customer').select('id').execute()).length === 0;
  if (kind === 'edit') {
    if (first) await createEmptyLayer(engine);
    const { app } = await buildBackend(engine, { ...config, captchaText: () => CAPTCHA });
    await app.listen({ host: '127.0.0.1', port: until });
    process.on('disconnect', () => process.exit());
    say('working');
    return;
  }
  const look = () => readCrashState(engine, folder, config.dataDir);
  if (first && kind === 'rewind') await orderRewind(engine, look);
  else if (first && kind === 'acts') await createLayerToChange(engine, storage);
  else if (first) await order(engine, folder, kind);
  if (kind === 'append') say(JSON.stringify(await look()));
  // As at each start of the backend, before it serves anybody.
  await takeBackPieces({ engine, tiles: { touched: () => {} } });
  const state = await look();
  say(JSON.stringify(state));
  // A rewind goes on where it was cut off, however often that is.
  const jobs = { beatMs: 200, staleMs: 1500, attempts: kind === 'rewind' || kind === 'append' ? 1000 : 3 };
  const backend = await buildBackend(engine, { ...config, jobs, captchaText: () => CAPTCHA });
  if (kind === 'jobs') {
    say('working');
    await finish(engine);
  } else if (kind === 'rewind' || kind === 'append') {
    await firstCommit(engine, kind);
    say('working');
    await finish(engine);
  } else await act(engine, backend, storage, actsDone(state.alike), until);
  say(JSON.stringify(await look()));
  await backend.close();
}

await run(process.argv[2] ?? '', Number(process.argv[3] ?? Number.MAX_SAFE_INTEGER));
