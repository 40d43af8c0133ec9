// A backend in a process of its own that can be killed at any moment: orders an import and an append, or takes them up again.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { buildBackend } from '../backend/app';
import * as jobs from '../backend/areas/jobs/store';
import { addUpload } from '../backend/areas/uploads/store';
import { readConfig } from '../backend/config';
import { connect } from '../backend/db/connect';
import type { Engine } from '../backend/db/engine';
import { inspect } from '../backend/geo/import';
import * as make from '../backend/seed/builders';

/** Rows of the file, and records that the layer has before the append. */
export const ROWS = 20_000;
export const BEFORE = 50;

/** What a database and its folder hold, as one line of JSON on the standard output. */
export interface Told {
  /** Records and counters of each layer by its label. */
  layers: Record<string, { counted: number; told: number }>;
  jobs: { kind: string; state: string; error: string | null; attempts: number; imported: number }[];
  /** Tables that belong to no layer. */
  orphans: string[];
  staging: number;
  /** Files in the folders of jobs, uploads left out. */
  files: string[];
}

async function tell(engine: Engine, folder: string): Promise<Told> {
  const { rows: layers } = await sql<{ label: string; counted: number; told: number }>`
    select label, record_count::int as told, (select count(*)::int from record r where r.layer_id = l.id) as counted from layer l`.execute(
    engine.db,
  );
  const { rows: orphans } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'r' and not relispartition and relname ~ '^(record_[0-9]+|import_.*)$'`.execute(
    engine.db,
  );
  const rows = await engine.db.selectFrom('job').selectAll().orderBy('kind').execute();
  const staging = await engine.db.selectFrom('staging').selectAll().execute();
  const uploads = new Set(rows.map((r) => r.upload_id));
  const files = readdirSync(folder).flatMap((name) => (uploads.has(name) ? [] : readdirSync(join(folder, name))));
  return {
    layers: Object.fromEntries(layers.map(({ label, ...counts }) => [label, counts])),
    jobs: rows.map(({ kind, state, error, attempts, imported }) => ({ kind, state, error, attempts, imported })),
    orphans: orphans.map((o) => o.relname),
    staging: staging.length,
    files,
  };
}

async function prepare(engine: Engine, folder: string): Promise<void> {
  const customer = await make.aCustomer(engine, 'localhost', {});
  const account = await make.aPerson(engine, customer, { username: 'a', password: randomUUID() });
  const point = (i: number) => ({ type: 'Point' as const, coordinates: [44 + (i % 997) / 70, 25 + (i % 991) / 70] });
  const records = Array.from({ length: BEFORE }, (_, i) => ({ geometry: point(i), value: { name: `پیشین ${i}` } }));
  const form = [{ name: 'name', label: 'نام', type: 'text' as const }];
  const layer = await make.aLayer(engine, { customer, owner: account, label: 'append', type: 1, form, records });
  const upload = randomUUID();
  mkdirSync(join(folder, upload), { recursive: true });
  const path = join(folder, upload, 'upload');
  const lines = Array.from({ length: ROWS }, (_, i) =>
    JSON.stringify({ type: 'Feature', properties: { name: `روستای ${i}` }, geometry: point(i) }),
  );
  writeFileSync(path, lines.join('\n'));
  const found = await inspect(path, 'a.geojsonl', { scratch: join(folder, upload) });
  await addUpload(engine.db, {
    id: upload,
    account,
    name: 'a.geojsonl',
    path,
    size: 1,
    inspection: { asked: '', found },
  });
  const order = {
    file_id: upload,
    dataset: 'a',
    type: 1,
    label: 'import',
    fields: [{ source: 'name', label: 'نام', type: 'text' }],
  };
  const meta = { field_mapping: { name: 'name' }, layer_id: layer, dataset_layer: 'a', geom_type: 1, file_id: upload };
  await jobs.add(engine.db, { id: randomUUID(), account, kind: 'import', label: 'import', order, upload, layer: null });
  await jobs.add(engine.db, {
    id: randomUUID(),
    account,
    kind: 'append',
    label: 'append',
    order: { file_id: upload, append_metadata: meta, status: 3 },
    upload,
    layer,
  });
}

async function run(act: string): Promise<void> {
  const config = readConfig(process.env);
  const folder = join(config.dataDir, 'uploads');
  mkdirSync(folder, { recursive: true });
  const dir = config.databaseUrl ? null : join(config.dataDir, 'db');
  const engine = await connect({ url: config.databaseUrl, dir, template: process.env.TEST_TEMPLATE ?? null });
  const say = async () => process.stdout.write(`${JSON.stringify(await tell(engine, folder))}\n`);
  if (act === 'prepare') await prepare(engine, folder);
  if (act === 'finish') await say();
  const backend = await buildBackend(engine, { ...config, jobs: { beatMs: 200, staleMs: 1500, attempts: 3 } });
  process.stdout.write('working\n');
  const open = () =>
    engine.db
      .selectFrom('job')
      .select('id')
      .where((e) => e.or([e('state', '=', 'waiting'), e('state', '=', 'running')]))
      .executeTakeFirst();
  while (await open()) await new Promise((resolve) => setTimeout(resolve, 100));
  // The last table goes right after its job has ended.
  const until = Date.now() + 5000;
  const left = () => engine.db.selectFrom('staging').select('name').executeTakeFirst();
  while (Date.now() < until && (await left())) await new Promise((resolve) => setTimeout(resolve, 50));
  await say();
  await backend.close();
}

if (process.argv[2]) await run(process.argv[2]);
