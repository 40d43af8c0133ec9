// Row: what others notice on the embedded engine while one imports: the longest wait of a list, a tile and a save, stage by stage.

import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { buildBackend } from '../../backend/app';
import { readConfig } from '../../backend/config';
import { connect } from '../../backend/db/connect';
import * as make from '../../backend/seed/builders';
import { DEMO_CONFIG } from '../../backend/seed/demo';
import { CAPTCHA, PASSWORD } from '../../testing/people';
import { signedIn } from '../../testing/sign-in';
import { template } from '../../testing/template';
import { FORM, points } from '../data';
import { type BarReading, farthest } from '../progress';
import { atMost, type Line, ms, seconds } from '../report';
import type { Stage } from '../stage';
import { tileList, tilePath, type Zxy } from '../tile-list';

const IMPORTED = Number(process.env.SHARE_ROWS ?? 300_000);
const THERE = 20_000;
const LIMIT_MS = 2000;
const PAUSE_MS = 100;

function csv(): string {
  const lines = ['name,kind,lon,lat'];
  let row = 0;
  for (const { geometry } of points(IMPORTED)) {
    if (geometry?.type === 'Point') lines.push(`روستای شماره ${row++},${row % 7},${geometry.coordinates.join(',')}`);
  }
  return lines.join('\n');
}

type Call = (
  method: 'GET' | 'POST',
  url: string,
  payload?: object | Buffer,
  type?: string,
) => Promise<Pick<LightMyRequestResponse, 'json'>>;

async function uploadPoints(call: Call) {
  const form = new FormData();
  form.append('file', new Blob([csv()]), 'points.csv');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  return (await call('POST', '/api/layer_upload/', body, request.headers.get('content-type') ?? '')).json();
}

/** The job that imports an uploaded file as it is. */
async function orderImport(call: Call, { file_id, datasets: [dataset] }: Awaited<ReturnType<typeof uploadPoints>>) {
  const fields = dataset.fields.map(({ name, type }: { name: string; type: string }) => ({
    source: name,
    label: name,
    type,
  }));
  const order = { file_id, dataset: dataset.name, type: 1, label: 'imported', fields };
  return (await call('POST', '/api/layer_import/', order)).json();
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const folder = join(stage.folder, 'share');
  const engine = await connect({ url: null, dir: join(folder, 'db'), template: await template() });
  const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
  const role = await make.createRole(engine, customer, 'all', [1, 2, 3, 4]);
  const owner = await make.createPerson(engine, customer, { username: 'owner', password: PASSWORD, superuser: true, roles: [role] }); // biome-ignore format: one person
  const layer = await make.createLayer(engine, { customer, owner, label: 'there', type: 1, form: FORM, records: points(THERE) }); // biome-ignore format: one layer
  const config = {
    ...readConfig({ DATA_DIR: folder, LOG: 'silent' }),
    captchaText: () => CAPTCHA,
    accessSeconds: 86_400,
  };
  const backend = await buildBackend(engine, config);
  stage.ends(() => backend.close());
  const token = await signedIn(backend.app, 'owner');
  const call = async (method: 'GET' | 'POST', url: string, payload?: object | Buffer, type = 'application/json') => {
    const headers = {
      host: 'localhost',
      authorization: `Bearer ${token}`,
      ...(payload ? { 'content-type': type } : {}),
    };
    const answer = await backend.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.body}`);
    return answer;
  };
  const upload = await uploadPoints(call);
  const began = performance.now();
  const job = await orderImport(call, upload);
  const tiles = tileList(500, [9, 10, 11, 12]);
  const waits: Record<string, { kind: string; ms: number }[]> = {};
  const readings: BarReading[] = [];
  let next = 0;
  for (let state = job; state.state === 'waiting' || state.state === 'running'; ) {
    const at = state.stage ?? state.state;
    const asks: [string, () => Promise<unknown>][] = [
      ['list', () => call('GET', `/api/layerdata/?layer=${layer}&limit=25`)],
      ['tile', () => call('GET', tilePath(layer, tiles[next++ % tiles.length] as Zxy))],
      ['save', () => call('POST', '/api/layerdata/', { layer, value: { name: 'x' }, geometry: { type: 'Point', coordinates: [51, 35] } })], // biome-ignore format: one call
    ];
    for (const [kind, ask] of asks) {
      const start = performance.now();
      await ask();
      waits[at] ??= [];
      waits[at].push({ kind, ms: performance.now() - start });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    state = (await call('GET', `/api/job/${job.id}/`)).json();
    if (state.state === 'running')
      readings.push({ at: performance.now() - began, stage: state.stage, percent: state.progress ?? 0 });
    if (state.state !== 'waiting' && state.state !== 'running') stage.say(`${state.state}: ${state.imported} of ${IMPORTED}, ${state.error ?? 'no error'}`); // biome-ignore format: one line
  }
  const all = performance.now() - began;
  yield farthest(`embedded engine, import of ${IMPORTED} points`, readings, all);
  for (const [at, samples] of Object.entries(waits)) {
    const worst = samples.reduce((a, b) => (b.ms > a.ms ? b : a));
    const middle = samples.map((t) => t.ms).sort((a, b) => a - b)[Math.floor(samples.length / 2)] as number;
    yield {
      name: `embedded engine, ${at} of an import of ${IMPORTED} points (${seconds(all)} in all): longest wait of others`,
      value: `${ms(worst.ms)} (${worst.kind})`,
      beside: `median ${ms(middle)} of ${samples.length}`,
      ratio: worst.ms / LIMIT_MS,
      target: atMost(1),
    };
  }
}
