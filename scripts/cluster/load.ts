// Writers that never stop: each makes records and edits them, reads back what it was told is saved, and notes what became of every call.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, createBrowser } from '../../testing/browser';
import { createLedger, type Ledger } from './ledger';
import { kindOf, kindOfFailure, type Outcome, verdictOf } from './outcomes';

type Browser = ReturnType<typeof createBrowser>;

export interface Load {
  outcomes: Outcome[];
  ledger: Ledger;
  /** What was read and may not be: an older value than the one that was acknowledged, a record that a list lacks. */
  stale: string[];
  stop(): Promise<void>;
}

/** A breath between two calls of a writer; after an error a longer one, as programs that mean well take. */
const PAUSE_MS = 40;
const REST_MS = 150;
/** Edits of a record before the next one is made. */
const EDITS = 4;

/** One call, noted. Null where no answer came. */
async function noted(outcomes: Outcome[], call: () => Promise<Answer>): Promise<Answer | null> {
  const began = Date.now();
  try {
    const answer = await call();
    // An edit of a version that is no longer the newest was refused as it must be.
    const isConflict = answer.status === 412;
    const [verdict, kind] = isConflict ? (['ok', '412'] as const) : [verdictOf(answer), kindOf(answer)];
    outcomes.push({ began, ended: Date.now(), verdict, kind });
    return answer;
  } catch (error) {
    outcomes.push({ began, ended: Date.now(), verdict: 'unclear', kind: kindOfFailure(error) });
    return null;
  }
}

/** One writer's life. */
function startWriter(writer: string, browser: Browser, layer: number, load: Omit<Load, 'stop'>, signal: AbortSignal) {
  const { outcomes, ledger, stale } = load;
  let number = 0;
  const isOver = () => signal.aborted;

  /** Makes a record; a call without a clear end is repeated with its key. Null where the load ends before. */
  async function create(name: string): Promise<{ id: number; etag: string } | null> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { layer, value: { name, note: '0' }, geometry: { type: 'Point', coordinates: [51.4, 35.7] } };
    while (!isOver()) {
      const answer = await noted(outcomes, () => browser.send('POST', '/api/layerdata/', body, headers));
      if (answer?.status === 200) {
        ledger.created(answer.json.id, name, '0');
        return { id: answer.json.id, etag: String(answer.headers.etag) };
      }
      await sleep(REST_MS);
    }
    return null;
  }

  /** Reads it until it is there; notes a value that was never written, or was written over. */
  async function read(id: number): Promise<{ etag: string } | null> {
    while (!isOver()) {
      const answer = await noted(outcomes, () => browser.send('GET', `/api/layerdata/${id}/`));
      if (answer?.status === 200) {
        const note = String(answer.json.value.note);
        if (!ledger.fits(id, note)) stale.push(`record ${id} reads "${note}"`);
        return { etag: String(answer.headers.etag) };
      }
      await sleep(REST_MS);
    }
    return null;
  }

  /** The lists that replicas answer show what was saved before. */
  async function list(name: string): Promise<void> {
    const answer = await noted(outcomes, () =>
      browser.send('GET', `/api/layerdata/?layer=${layer}&search=${name}&limit=5`),
    );
    if (answer?.status === 200 && answer.json.count !== 1) stale.push(`a list has ${answer.json.count} of ${name}`);
  }

  async function edit(id: number, note: string, etag: string): Promise<string | null> {
    ledger.tries(id, note);
    const answer = await noted(outcomes, () => browser.send('PUT', `/api/layerdata/${id}/`, { value: { note } }, { 'if-match': etag })); // biome-ignore format: one call
    if (answer?.status !== 200) return null;
    ledger.edited(id, note);
    return String(answer.headers.etag);
  }

  async function live(): Promise<void> {
    while (!isOver()) {
      const name = `${writer}x${++number}x`;
      const record = await create(name);
      if (!record) return;
      await list(name);
      let { etag } = record;
      for (let i = 1; i <= EDITS && !isOver(); i++) {
        await sleep(PAUSE_MS + Math.random() * PAUSE_MS);
        const next = await edit(record.id, `${number}.${i}`, etag);
        if (!next) await sleep(REST_MS);
        const now = next ? { etag: next } : await read(record.id);
        if (!now) return;
        etag = now.etag;
      }
      await read(record.id);
    }
  }
  return live();
}

/** Starts `count` writers, who share the sessions of `browsers`. */
export function startLoad(browsers: readonly Browser[], layer: number, count: number): Load {
  const ends = new AbortController();
  const load = { outcomes: [] as Outcome[], ledger: createLedger(), stale: [] as string[] };
  const writers = Array.from({ length: count }, (_, i) =>
    startWriter(`w${i}`, browsers[i % browsers.length] as Browser, layer, load, ends.signal),
  );
  return {
    ...load,
    async stop() {
      ends.abort();
      await Promise.all(writers);
    },
  };
}
