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
const MAX_AGE_MS = 10 * 60_000;

const samples = new LRUCache<string, Promise<readonly string[]>>({ max: 100, ttl: MAX_AGE_MS });

/** Folded texts of some records of a layer, from pages of its table anywhere. */
async function sampleOf(engine: Engine, layer: Pick<LayerRow, 'id' | 'record_count'>): Promise<readonly string[]> {
  const share = (100 * SAMPLE) / layer.record_count;
  const { rows } = await sql<{ search: string }>`
    select n.search from ${sql.table(partition(layer.id))} n tablesample system (${sql.lit(share)})`.execute(engine.db);
  return rows.map(({ search }) => search);
}

/** The longest run of words that are not common, with a blank where a word was left out; the text itself where that is too short. */
export function rarePart(text: string, isCommon: (word: string) => boolean): string {
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

/** For a layer: the part of a folded text by which its index finds the fewest records that may hold all of it. */
export async function rarePartIn(
  engine: Engine,
  layer: Pick<LayerRow, 'id' | 'record_count'>,
): Promise<(text: string) => string> {
  if (layer.record_count < SAMPLED_FROM) return (text) => text;
  const key = `${engine.id}/${layer.id}`;
  let sample = samples.get(key);
  if (!sample) {
    // Others may wait for the same sample.
    sample = withoutSignal(() => sampleOf(engine, layer));
    samples.set(key, sample);
    sample.catch(() => samples.delete(key));
  }
  const texts = await sample;
  return (text) => rarePart(text, (word) => texts.filter((one) => one.includes(word)).length > texts.length * COMMON);
}
