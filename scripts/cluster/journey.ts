// One person's way through the cluster before anything breaks: what one process has saved, any other shows.
import { setTimeout as sleep } from 'node:timers/promises';
import { FormData } from 'undici';
import { tileTemplate } from '../../contract/ogc';
import type { News } from '../../contract/schemas/events/news';
import type { createBrowser } from '../../testing/browser';
import type { Member } from './member';
import type { Cluster } from './stack';

type Browser = ReturnType<typeof createBrowser>;

const FORM = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'note', label: 'Note', type: 'text' },
];
const CONTENT = 'a file in the store '.repeat(4096);
const NEWS_MS = 5_000;
const TILE_MS = 5_000;

/** Throws with what came, where it is not what had to come. */
function need(isTrue: boolean, what: string, answer?: { status: number; text: string }): void {
  if (!isTrue) throw new Error(`${what}${answer ? `: ${answer.status} ${answer.text.slice(0, 200)}` : ''}`);
}

const form = (fields: Record<string, unknown>) => {
  const all = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File) all.append(name, value);
    else all.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return all;
};

/** A layer for records of `name` and `note`; answers its id. */
export async function createLayer(browser: Browser, label: string): Promise<number> {
  const answer = await browser.send('POST', '/api/layer/', form({ label, type: '1', form: FORM }));
  need(answer.status === 200, 'no layer was made', answer);
  return answer.json.id as number;
}

const createRecord = async (browser: Browser, layer: number, name: string): Promise<number> => {
  const body = { layer, value: { name, note: '0' }, geometry: { type: 'Point', coordinates: [51.4, 35.7] } };
  const answer = await browser.send('POST', '/api/layerdata/', body);
  need(answer.status === 200, 'no record was made', answer);
  return answer.json.id as number;
};

/** A file goes through one backend into the store, and comes back through another: neither has it in a folder. */
async function passFile(cluster: Cluster, browser: Browser, record: number): Promise<void> {
  const parts = { layer_data: String(record), label: 'file', path: new File([CONTENT], 'note.txt', { type: 'text/plain' }) }; // biome-ignore format: one form
  const answer = await browser.send('POST', '/api/layerdatafile/', form(parts));
  need(answer.status === 200, 'no file was saved', answer);
  const path = `/api/layerdatafile/${answer.json.id}/content/?layer_data=${record}`;
  const before = await Promise.all(cluster.backends.map((backend) => callsOf(backend)));
  for (let i = 0; i < 4; i++) {
    const file = await browser.send('GET', path);
    need(file.status === 200 && file.text === CONTENT, 'a file is not what was saved', file);
  }
  const after = await Promise.all(cluster.backends.map((backend) => callsOf(backend)));
  need(after.every((count, i) => count > (before[i] ?? 0)), 'only one backend served the file'); // biome-ignore format: one condition
}

/** Calls that a backend has served, by its own numbers. */
export async function callsOf({ port }: Member): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counts = [...text.matchAll(/^pahneh_call_seconds_count\{[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Reads that replicas have answered, over all backends that answer now. */
export async function replicaReads(backends: readonly Member[]): Promise<number> {
  const texts = await Promise.all(
    backends.map(({ port }) => fetch(`http://127.0.0.1:${port}/metrics`).then((r) => r.text(), () => '')), // biome-ignore format: one question
  );
  const counts = texts.flatMap((text) => [...text.matchAll(/^pahneh_reads_total\{[^}]*reason="replica"[^}]*\} (\d+)$/gm)]); // biome-ignore format: one search
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Both show the tile with the new record: a layer's revision is believed for a second. */
async function readTile(browser: Browser, layer: number): Promise<void> {
  const path = tileTemplate(layer).replace('{z}', '5').replace('{x}', '20').replace('{y}', '12');
  const end = Date.now() + TILE_MS;
  for (let both = 0; both < 4; ) {
    const answer = await browser.send('GET', path);
    both = answer.status === 200 && answer.text.length > 0 ? both + 1 : 0;
    need(Date.now() < end, 'a tile does not show the record', answer);
  }
}

/** A stream that is open at one backend tells of writes at both of them. */
async function readNews(cluster: Cluster, browser: Browser, layer: number): Promise<number> {
  const arrived: News[] = [];
  const stream = cluster.listen(browser, { onNews: (news) => arrived.push(news) });
  try {
    for (const end = Date.now() + NEWS_MS; !stream.isLive(); await sleep(20))
      need(Date.now() < end, 'there is no stream of events');
    let slowest = 0;
    for (let i = 0; i < 4; i++) {
      const count = arrived.length;
      const began = Date.now();
      await createRecord(browser, layer, `news ${i}`);
      const isThere = () =>
        arrived.slice(count).some(({ all, layers }) => all || layers?.some(({ id }) => id === layer));
      while (!isThere()) {
        need(Date.now() - began < NEWS_MS, 'a write was not told by the stream');
        await sleep(20);
      }
      slowest = Math.max(slowest, Date.now() - began);
    }
    return slowest;
  } finally {
    stream.close();
  }
}

/** Goes the whole way; throws at the first thing that is not as it must be. Returns lines that say what was done. */
export async function journey(cluster: Cluster, browser: Browser): Promise<string[]> {
  const lines = ['signed in through nginx with TLS'];
  if (cluster.hasPages) {
    const page = await cluster.browser().send('GET', '/signin', undefined, { accept: 'text/html' });
    need(page.status === 200 && page.text.includes('<html'), 'no page came', page);
    lines.push('a page came');
  }
  const layer = await createLayer(browser, 'journey');
  const record = await createRecord(browser, layer, 'first');
  for (let i = 0; i < 4; i++) {
    const read = await browser.send('GET', `/api/layerdata/?layer=${layer}&search=first`);
    need(read.json?.count === 1, 'a list does not show the record', read);
  }
  lines.push('a layer and a record, listed by both backends');
  await passFile(cluster, browser, record);
  lines.push('a file into the store, and back through both backends');
  await readTile(browser, layer);
  lines.push('a tile with the record');
  lines.push(`news of writes at both backends in one stream, ${await readNews(cluster, browser, layer)} ms at most`);
  return lines;
}
