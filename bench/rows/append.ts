// Row: a file's rows into a layer that exists, each known by a field, beside the same rows without: all new, half of them changed, and all the same.

import * as make from '../../backend/seed/builders';
import type { Field } from '../../contract/schemas/form';
import { waitForJob } from '../../testing/wait-for-job';
import { atMost, type Line, seconds } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';

const ROWS = Number(process.env.APPEND_ROWS ?? 100_000);
const FORM: Field[] = [
  { name: 'code', label: 'code', type: 'text' },
  { name: 'name', label: 'name', type: 'text' },
  { name: 'n', label: 'n', type: 'integer' },
];
const lon = (i: number) => 44 + (i % 997) / 70;
const lat = (i: number) => 25 + (i % 991) / 70;
/** From so many rows on the second column says something else. */
const csv = (changed: number) =>
  ['code,name,n,lon,lat', ...Array.from({ length: ROWS }, (_, i) => `c${i},${i < changed ? 'new' : 'old'} ${i},${i},${lon(i)},${lat(i)}`)].join('\n'); // biome-ignore format: one file

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: `append of ${ROWS} rows`, value: '', beside: NO_POSTGRES };
  const { world, engine, account } = side;
  const newLayer = () =>
    make.createLayer(engine, { customer: world.ids.customer, owner: account, label: 'append', type: 1, form: FORM, records: [] }); // biome-ignore format: one call
  const append = async (layer: number, text: string, match?: object) => {
    const file = await world.upload('super', 'rows.csv', text);
    const [dataset] = file.datasets;
    const meta = { field_mapping: { code: 'code', name: 'name', n: 'n' }, layer_id: layer, dataset_layer: dataset.name, geom_type: 1, file_id: file.file_id, ...(match ? { match } : {}) }; // biome-ignore format: one object
    const start = performance.now();
    const order = { file_id: file.file_id, srid: 4326, place: { x: 'lon', y: 'lat', notation: 'decimal' }, append_metadata: meta }; // biome-ignore format: one object
    const { body } = await world.call('super', 'POST', '/api/layer_append/', order);
    const job = await waitForJob(world, body.id, 'super');
    if (job.state !== 'done') throw new Error(job.error ?? job.state);
    return { ms: performance.now() - start, ...job.outcome };
  };
  const match = { field: 'code', on: 'update' };
  const plain = await append(await newLayer(), csv(0));
  const layer = await newLayer();
  const cases = [
    ['all new', await append(layer, csv(0), match)],
    ['half of them changed', await append(layer, csv(ROWS / 2), match)],
    ['all the same', await append(layer, csv(ROWS / 2), match)],
  ] as const;
  for (const [what, { ms, added, changed, same }] of cases)
    yield { name: `append of ${ROWS} rows with a match, ${what} (${added} added, ${changed} changed, ${same} same)`, value: seconds(ms), beside: `without: ${seconds(plain.ms)}`, ratio: ms / plain.ms, target: atMost(2) }; // biome-ignore format: one line
}
