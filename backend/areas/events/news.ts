// What one reader is told of what has happened. What is not theirs to know is not in it.
import { type LayerNews, MAX_NEWS_BOXES, type News } from '../../../contract/schemas/events/news';
import type { Caller } from '../../identity/caller';
import type { EventRow } from './store';

type Reader = Pick<Caller, 'id' | 'customer' | 'regions' | 'approvedIn' | 'ownIn' | 'rightsOn' | 'viewer'>;

/** Whether somebody sees only a part of a layer's records: then where others are is not theirs to know. */
const seesPart = (reader: Reader, layer: number): boolean =>
  reader.regions.length > 0 || reader.approvedIn.includes(layer) || reader.ownIn.includes(layer);

/** A layer's news for a reader; null where the reader does not see the layer. */
function layerNews(reader: Reader, { layer_id, rev, boxes, customer_id, owner_id }: EventRow): LayerNews | null {
  if (layer_id === null || rev === null || customer_id === null) return null;
  if (!reader.rightsOn({ id: layer_id, customer_id, owner_id }).view) return null;
  return { id: layer_id, rev, boxes: seesPart(reader, layer_id) ? null : boxes };
}

function joinNews(before: LayerNews | undefined, now: LayerNews): LayerNews {
  if (!before) return now;
  const boxes = before.boxes && now.boxes && [...before.boxes, ...now.boxes];
  return {
    id: now.id,
    rev: Math.max(before.rev, now.rev),
    boxes: boxes && boxes.length <= MAX_NEWS_BOXES ? boxes : null,
  };
}

/** The news of some events for a reader; null where none of them is for them. */
export function newsFor(reader: Reader, rows: readonly EventRow[]): News | null {
  const layers = new Map<number, LayerNews>();
  const jobs = new Set<string>();
  const news: News = {};
  for (const row of rows) {
    if (row.kind === 'layer') {
      const one = layerNews(reader, row);
      if (one) layers.set(one.id, joinNews(layers.get(one.id), one));
      continue;
    }
    // Who sees as somebody else reads no letters of theirs, and has none of their jobs.
    if (reader.viewer ? row.kind !== 'rights' : !row.accounts?.includes(reader.id)) continue;
    if (row.kind === 'job' && row.job_id) jobs.add(row.job_id);
    if (row.kind === 'message') news.messages = true;
    if (row.kind === 'notice') news.notices = true;
    if (row.kind === 'rights' && row.accounts?.includes(reader.id)) news.rights = true;
  }
  if (layers.size > 0) news.layers = [...layers.values()];
  if (jobs.size > 0) news.jobs = [...jobs];
  return Object.keys(news).length > 0 ? news : null;
}
