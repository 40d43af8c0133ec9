// Words that many records of a layer hold: an index of parts of text reads the places of each, and finds no fewer records for it.
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { TRIGRAM } from '../../../../contract/schemas/query';
import type { Engine } from '../../../db/engine';
import { withoutSignal } from '../../../db/scope';
import { partition } from '../../../geo/tiles';
import type { LayerRow } from '../../layers/store';

/** In smaller layers reading some places too many costs less than asking for a sample. */
const SAMPLED_FROM = 100_000;
const SAMPLE = 300;
/** A word that is in more than this share of the sample is common. */
const COMMON = 0.2;
/** Layers of one question that are sampled. */
const MAX_SAMPLED = 8;
const MAX_AGE_MS = 10 * 60_000;

/** Whether a folded word is in many records. */
export type IsCommon = (word: string) => boolean;

type Counted = Pick<LayerRow, 'id' | 'record_count'>;

const samples = new LRUCache<string, Promise<readonly string[]>>({ max: 100, ttl: MAX_AGE_MS });

/** Folded texts of some records of a layer, from pages of its table anywhere. */
async function sampleOf(engine: Engine, layer: Counted): Promise<readonly string[]> {
  const share = (100 * SAMPLE) / layer.record_count;
  const { rows } = await sql<{ search: string }>`
    select n.search from ${sql.table(partition(layer.id))} n tablesample system (${sql.lit(share)})`.execute(engine.db);
  return rows.map(({ search }) => search);
}

/** The longest run of words that are not common, with a blank where a word was left out; the text itself where that is too short. */
export function rarePart(text: string, isCommon: IsCommon): string {
  const words = text.split(' ');
  let rare = { run: '', from: 0, to: 0 };
  let from = 0;
  for (let to = 0; to <= words.length; to++) {
    const word = words[to];
    if (word !== undefined && !isCommon(word)) continue;
    const run = words.slice(from, to).join(' ');
    if (run.length > rare.run.length) rare = { run, from, to };
    from = to + 1;
  }
  if (rare.run.length < TRIGRAM) return text;
  return `${rare.from > 0 ? ' ' : ''}${rare.run}${rare.to < words.length ? ' ' : ''}`;
}

/** The sample of one layer, from the database or from memory. */
function samplesOf(engine: Engine, layer: Counted): Promise<readonly string[]> {
  const key = `${engine.id}/${layer.id}`;
  let sample = samples.get(key);
  if (!sample) {
    // Others may wait for the same sample.
    sample = withoutSignal(() => sampleOf(engine, layer));
    samples.set(key, sample);
    sample.catch(() => samples.delete(key));
  }
  return sample;
}

/** The words that many records hold of one of the largest of these layers; of small layers none is. */
export async function commonWordsIn(engine: Engine, layers: readonly Counted[]): Promise<IsCommon> {
  const large = layers.filter((layer) => layer.record_count >= SAMPLED_FROM);
  const largest = large.sort((a, b) => b.record_count - a.record_count).slice(0, MAX_SAMPLED);
  const all = await Promise.all(largest.map((layer) => samplesOf(engine, layer)));
  return (word) => all.some((texts) => texts.filter((one) => one.includes(word)).length > texts.length * COMMON);
}
