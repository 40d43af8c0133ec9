// Layers with many records for the journeys of files and tables, made by calls alone, and a layer's records read back whole.
import { FormData } from 'undici';
import type { LayerRecord } from '../contract/schemas/record';
import type { Job } from '../contract/schemas/upload';
import type { createBrowser } from '../testing/browser';

type Hand = ReturnType<typeof createBrowser>;

const LOOK_MS = 100;
const PAGE = 1000;

/** The body of an answer that must be 200. */
export async function jsonOf<T>(answer: ReturnType<Hand['send']>): Promise<T> {
  const { status, json, text } = await answer;
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`);
  return json as T;
}

/** A point layer without records; answers its id. `more`: other parts of the form. */
export async function newLayer(
  hand: Hand,
  label: string,
  fields: readonly object[],
  more: Record<string, string> = {},
): Promise<number> {
  const body = new FormData();
  body.append('label', label);
  body.append('type', '1');
  body.append('form', JSON.stringify(fields));
  for (const [part, value] of Object.entries(more)) body.append(part, value);
  return (await jsonOf<{ id: number }>(hand.send('POST', '/api/layer/', body))).id;
}

/** Waits until a job has ended well. */
export async function ended(hand: Hand, id: string): Promise<Job> {
  for (;;) {
    const job = await jsonOf<Job>(hand.send('GET', `/api/job/${id}/`));
    if (job.state === 'done') return job;
    if (job.state !== 'waiting' && job.state !== 'running') throw new Error(`${job.state}: ${job.error}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

type Uploaded = { file_id: string; datasets: [{ name: string }] };
const PLACE = { srid: 4326, place: { x: 'lon', y: 'lat', notation: 'decimal' } };

function upload(hand: Hand, table: string): Promise<Uploaded> {
  const file = new FormData();
  file.append('file', new Blob([table]), 'rows.csv');
  return jsonOf(hand.send('POST', '/api/layer_upload/', file));
}

/** Rows of a table with the columns `lon` and `lat` into a layer whose fields have the names of its other columns. */
export async function fill(hand: Hand, layer: number, table: string): Promise<void> {
  const { file_id, datasets } = await upload(hand, table);
  const names = table.slice(0, table.indexOf('\n')).split(',');
  const mapping = names.filter((name) => name !== 'lon' && name !== 'lat').map((name) => [name, name]);
  const order = {
    file_id,
    ...PLACE,
    append_metadata: {
      field_mapping: Object.fromEntries(mapping),
      layer_id: layer,
      dataset_layer: datasets[0].name,
      geom_type: 1,
      file_id,
    },
  };
  await ended(hand, (await jsonOf<Job>(hand.send('POST', '/api/layer_append/', order))).id);
}

/** A layer of such a table's own, with a field for each of the named columns; the quickest way of many. Answers its id. */
export async function importLayer(
  hand: Hand,
  label: string,
  fields: readonly { name: string; label: string; type: string }[],
  table: string,
): Promise<number> {
  const { file_id, datasets } = await upload(hand, table);
  const sources = fields.map(({ name, label: title, type }) => ({ source: name, label: title, type }));
  const order = { file_id, dataset: datasets[0].name, type: 1, label, ...PLACE, fields: sources };
  const { layer } = await ended(hand, (await jsonOf<Job>(hand.send('POST', '/api/layer_import/', order))).id);
  if (layer === null) throw new Error('the import has made no layer');
  return layer;
}

/** All records of a layer as the server lists them, the oldest first. */
export async function recordsOf(hand: Hand, layer: number): Promise<LayerRecord[]> {
  const records: LayerRecord[] = [];
  for (;;) {
    const path = `/api/layerdata/?layer=${layer}&order=id&limit=${PAGE}&offset=${records.length}`;
    const { results } = await jsonOf<{ results: LayerRecord[] }>(hand.send('GET', path));
    records.push(...results);
    if (results.length < PAGE) return records;
  }
}

/** A layer's records as a GeoJSON file, made in the background as the interface does for many; its text. */
export async function exportOf(hand: Hand, layer: number): Promise<string> {
  const { id } = await jsonOf<Job>(hand.send('POST', `/api/layer_export/${layer}/`, { format: 'geojson' }));
  await ended(hand, id);
  const { status, text } = await hand.send('GET', `/api/job/${id}/file/`);
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`);
  return text;
}
