// Deleting records of a layer by id, and what became of them.
import { api } from '@/contract';
import { call } from './client';

export interface RemovedRecords {
  layers: number[];
  gone: { layer: number; id: number }[];
  /** How many approved records stay until their deletion is approved. */
  waiting: number;
}

/** Deletes records of one layer: `gone` are those that are deleted. Throws where the server refuses them all. */
export async function removeRecords(layer: number, ids: readonly number[]): Promise<RemovedRecords> {
  const { waiting = [] } = await call(api.records.removeBulk, { body: { ids: [...ids] } });
  const asked = new Set(waiting);
  const gone = ids.filter((id) => !asked.has(id)).map((id) => ({ layer, id }));
  return { layers: [layer], gone, waiting: waiting.length };
}
