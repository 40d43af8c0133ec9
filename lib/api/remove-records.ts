// Deletes records of a layer by id.
import { api } from '@/contract';
import { call } from './client';

export interface RemovedRecords {
  layers: number[];
  removed: { layer: number; id: number }[];
  /** How many approved records stay until their deletion is approved. */
  waiting: number;
  /** What went with them, by relations. */
  related: number[];
}

/** Deletes records of one layer: `removed` are those that are deleted. Throws where the server rejects them all. */
export async function removeRecords(layer: number, ids: readonly number[]): Promise<RemovedRecords> {
  const { waiting = [], related = [] } = await call(api.records.removeBulk, { body: { ids: [...ids] } });
  const waitingIds = new Set(waiting);
  const removed = ids.filter((id) => !waitingIds.has(id)).map((id) => ({ layer, id }));
  return { layers: [layer], removed: removed, waiting: waiting.length, related };
}
