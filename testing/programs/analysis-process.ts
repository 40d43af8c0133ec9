// A backend in a process of its own that works on an analysis and may be killed. It says when the new layer's rows are on their way, and in
// the end what there is.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { buildBackend } from '../../backend/app';
import * as jobs from '../../backend/areas/jobs/store';
import { readConfig } from '../../backend/config';
import { connect } from '../../backend/db/connect';
import * as make from '../../backend/seed/builders';
import { DEMO_CONFIG } from '../../backend/seed/demo';
import { readCrashState } from '../crash-state';

/** Records of the layer that the analysis reads. */
const RECORDS = 800;
const say = (line: string) => process.stdout.write(`${line}\n`);
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

const config = readConfig(process.env);
const folder = join(config.dataDir, 'uploads');
mkdirSync(folder, { recursive: true });
const dir = config.databaseUrl ? null : join(config.dataDir, 'db');
const engine = await connect({ url: config.databaseUrl, dir, template: process.env.TEST_TEMPLATE ?? null });
if ((await engine.db.selectFrom('customer').select('id').execute()).length === 0) {
  const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
  const role = await make.createRole(engine, customer, 'all', [1]);
  const person = { username: 'super', password: 'x', superuser: true, roles: [role] };
  const account = await make.createPerson(engine, customer, person);
  const records = Array.from({ length: RECORDS }, (_, i) => ({
    geometry: { type: 'Point' as const, coordinates: [44 + (i % 97) / 7, 25 + (i % 91) / 7] },
    value: { name: String(i) },
  }));
  const form = [{ name: 'name', label: 'نام', type: 'text' as const }];
  const layer = await make.createLayer(engine, { customer, owner: account, label: 'read', type: 1, form, records });
  const order = { how: 'buffer', of: { kind: 'layer', layer }, metres: 500, into: 'layer', label: 'made', lang: 'fa' };
  await jobs.add(engine.db, { account, id: 'job', kind: 'analysis', label: 'made', order, upload: null, layer: null });
}
const backend = await buildBackend(engine, { ...config, jobs: { beatMs: 200, staleMs: 1000, attempts: 3 } });
let isReported = false;
for (;;) {
  const job = await engine.db.selectFrom('job').selectAll().executeTakeFirstOrThrow();
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from staging`.execute(engine.db);
  // Both work tables, and the table that is to be the layer.
  if (!isReported && (rows[0]?.n ?? 0) >= 3) {
    say('half');
    isReported = true;
  }
  if (job.state !== 'waiting' && job.state !== 'running' && rows[0]?.n === 0) break;
  await pause();
}
say(JSON.stringify(await readCrashState(engine, folder, config.dataDir)));
await backend.close();
