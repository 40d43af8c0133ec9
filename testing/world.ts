// A small organisation on a real database, in process: what backend, contract and BFF tests run against.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Backend, buildBackend } from '../backend/app';
import { openSession } from '../backend/areas/session/tokens';
import { type Config, readConfig } from '../backend/config';
import { connect } from '../backend/db/connect';
import type { Engine } from '../backend/db/engine';
import { INTERACTIVE } from '../backend/db/scope';
import * as make from '../backend/seed/builders';
import { DEMO_CONFIG } from '../backend/seed/demo';
import type { Field } from '../contract/schemas/form';
import { createDatabase } from './database-server';
import { CAPTCHA, PASSWORD } from './people';

export { CAPTCHA, PASSWORD };

// A busy machine is several times slower; that statements end is proved where it is tested. More would count as work.
INTERACTIVE.seconds = 15;

export type EngineKind = 'embedded' | 'server';

/** The engines that this machine can test: the embedded one always, a server where TEST_DATABASE_URL names one. */
export const ENGINES: EngineKind[] = process.env.TEST_DATABASE_URL ? ['embedded', 'server'] : ['embedded'];
/** The quicker one of them: a database costs a server a quarter of what it costs the embedded engine. */
export const ENGINE: EngineKind = process.env.TEST_DATABASE_URL ? 'server' : 'embedded';
/** For what does not depend on the engine: contract.test makes every call on both, and the browser's tests run on the embedded one. Both with SLOW. */
export const ONE_ENGINE: EngineKind[] = process.env.SLOW ? ENGINES : [ENGINE];

/** An empty, migrated database of the wanted kind, dropped by `close`. */
export async function createEngine(kind: EngineKind): Promise<Engine> {
  if (kind === 'embedded') return connect({ url: null, dir: null, template: process.env.TEST_TEMPLATE ?? null });
  const database = await createDatabase();
  const engine = await connect({ url: database.url, dir: null, template: null });
  return {
    ...engine,
    async close() {
      await engine.close();
      await database.drop();
    },
  };
}

export const FORM: Field[] = [
  { name: 'name', label: 'نام', type: 'text', required: true },
  { name: 'population', label: 'جمعیت', type: 'integer', min: 0 },
  { name: 'founded', label: 'تاریخ', type: 'date' },
];

export interface TestWorld {
  engine: Engine;
  backend: Backend;
  config: Config;
  folder: string;
  /** Ids by name. */
  ids: Record<
    | 'customer'
    | 'layer'
    | 'lines'
    | 'polygons'
    | 'spare'
    | 'secret'
    | 'group'
    | 'spareGroup'
    | 'record'
    | 'spareRecord'
    | 'region',
    number
  >;
  /** Makes a call as somebody: 'nobody', or a user's name. */
  call: (
    as: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  ) => Promise<{ status: number; body: any; headers: Record<string, unknown> }>;
  /** Sends a multipart form: text parts, and files where a value is one. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  form(as: string, path: string, fields: Record<string, unknown>): Promise<{ status: number; body: any }>;
  /** Uploads a file and answers what was found inside. */
  // biome-ignore lint/suspicious/noExplicitAny: the contract's Inspection, or a refusal
  upload(as: string, name: string, content: string | Uint8Array): Promise<any>;
  token(username: string): Promise<string>;
  close(): Promise<void>;
}

/** No session ends while a busy machine is slow, or by a test that moves its clock by minutes. */
const SESSION_SECONDS = 3_600;

/** A session as a sign-in opens it; signing in itself is tested where it stands. */
async function openToken(engine: Engine, customer: number, username: string, seconds: number, at = new Date()) {
  const account = await engine.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', username)
    .where('customer_id', username === 'stranger' ? '<>' : '=', customer)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return (await openSession(engine.db, account.id, at, seconds)).access;
}

/** Users: `super` (superuser, all modules), `editor` (modules 1 to 4), `viewer` (no module), `regional` (editor inside one region), `stranger` (another customer). */
export async function createWorld(
  kind: EngineKind = ENGINE,
  more: Partial<Config> = {},
  now?: () => Date,
): Promise<TestWorld> {
  const engine = await createEngine(kind);
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-test-'));
  const config: Config = { ...readConfig({ DATA_DIR: folder, LOG: 'silent' }), captchaText: () => CAPTCHA, ...more };
  const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
  const other = await make.createCustomer(engine, 'other.test', DEMO_CONFIG);
  const region = await make.createRegion(engine, customer, 'تهران', { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 36], [51, 35]]] }); // biome-ignore format: a box
  const all = await make.createRole(
    engine,
    customer,
    'all',
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17],
    ['create_statistics'],
  );
  const editing = await make.createRole(engine, customer, 'editing', [1, 2, 3, 4]);
  const viewing = await make.createRole(engine, customer, 'viewing', []);
  const person = (username: string, p: Partial<make.NewPerson>, of = customer) =>
    make.createPerson(engine, of, { username, password: PASSWORD, ...p });
  const owner = await person('super', { superuser: true, roles: [all] });
  await person('editor', { roles: [editing] });
  await person('viewer', { roles: [viewing] });
  await person('regional', { roles: [editing], regions: [region] });
  await person('stranger', { superuser: true, roles: [await make.createRole(engine, other, 'all', [1, 2, 3, 4])] }, other); // biome-ignore format: one line
  const layer = (label: string, type: 0 | 1 | 2 | 3, records: make.NewRecordData[]) =>
    make.createLayer(engine, { customer, owner, label, type, form: FORM, records });
  const points: make.NewRecordData[] = [
    {
      geometry: { type: 'Point' as const, coordinates: [51.39, 35.7] },
      value: { name: 'تهران', population: 9_000_000 },
    },
    {
      geometry: { type: 'Point' as const, coordinates: [51.67, 32.65] },
      value: { name: 'اصفهان', population: 2_000_000 },
    },
    {
      geometry: { type: 'Point' as const, coordinates: [59.6, 36.3] },
      value: { name: 'مشهد', population: 3_000_000, founded: '2020-01-01' },
    },
  ];
  const main = await layer('شهرها', 1, points);
  const lines = await layer('راه‌ها', 2, [{ geometry: { type: 'LineString', coordinates: [[51.4, 35.7], [51.7, 32.6]] }, value: { name: 'راه' } }]); // biome-ignore format: one line
  const polygons = await layer('زمین‌ها', 3, [{ geometry: { type: 'Polygon', coordinates: [[[51, 35], [51.2, 35], [51.2, 35.2], [51, 35.2], [51, 35]]] }, value: { name: 'زمین' } }]); // biome-ignore format: a box
  const spare = await layer('یدکی', 1, []);
  const secret = await layer('محرمانه', 1, [
    { geometry: { type: 'Point', coordinates: [51.4, 35.7] }, value: { name: 'CANARY-SECRET' } },
  ]);
  const group = await make.createGroup(engine, customer, 'گروه', [main, lines, polygons]);
  const spareGroup = await make.createGroup(engine, customer, 'گروه یدکی', []);
  const rights = { view: true, add: true, edit: true, delete: true, export: true, manage: true };
  for (const id of [main, lines, polygons, spare]) {
    await make.createPermission(engine, editing, id, rights);
    await make.createPermission(engine, viewing, id, { view: true });
  }
  const { rows } = await sql<{ id: number }>`select id from record where layer_id = ${main} order by id`.execute(
    engine.db,
  );
  const backend = await buildBackend(engine, config, now);
  await backend.app.ready();

  const tokens = new Map<string, Promise<string>>();
  const call: TestWorld['call'] = async (as, method, path, body, headers = {}) => {
    const authorization = as === 'nobody' ? {} : { authorization: `Bearer ${await token(as)}` };
    const response = await backend.app.inject({
      method: method as 'GET',
      url: path,
      headers: { host: as === 'stranger' ? 'other.test' : 'localhost', ...authorization, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const json = String(response.headers['content-type'] ?? '').includes('json');
    return {
      status: response.statusCode,
      body: json ? response.json() : response.rawPayload,
      headers: response.headers,
    };
  };
  async function multipart(as: string, path: string, form: FormData) {
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const payload = Buffer.from(await request.arrayBuffer());
    const response = await backend.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: {
        host: 'localhost',
        authorization: `Bearer ${await token(as)}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
    });
    return { status: response.statusCode, body: response.json() };
  }
  function token(username: string): Promise<string> {
    let signedInToken = tokens.get(username);
    if (!signedInToken) {
      signedInToken = openToken(engine, customer, username, more.accessSeconds ?? SESSION_SECONDS, now?.());
      tokens.set(username, signedInToken);
    }
    return signedInToken;
  }

  return {
    engine,
    backend,
    config,
    folder,
    ids: {
      customer,
      layer: main,
      lines,
      polygons,
      spare,
      secret,
      group,
      spareGroup,
      record: (rows[0] as { id: number }).id,
      spareRecord: (rows[1] as { id: number }).id,
      region,
    },
    call,
    form(as, path, fields) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields))
        if (value instanceof File) form.append(name, value);
        else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      return multipart(as, path, form);
    },
    async upload(as, name, content) {
      const form = new FormData();
      form.append('file', new Blob([content as BlobPart]), name);
      return (await multipart(as, '/api/layer_upload/', form)).body;
    },
    token,
    async close() {
      await backend.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
