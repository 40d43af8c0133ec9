// What the page of a layer asks for before anything else, so that it can be begun with the page.
import { api } from '@/contract';
import type { RecordQuery } from '@/contract/schemas/record';
import { addressOf } from '@/lib/api/client';
import { PAGE_SIZE } from '../logic/row-window';

/** Addresses of the layer and, where nothing filters or orders them, of its first records. */
export function firstReads(id: number, isWhole: boolean): string[] {
  if (!Number.isSafeInteger(id) || id < 1) return [];
  const layer = addressOf(api.layers.one, { params: { id } });
  // As the table asks for its first page.
  const records = addressOf(api.records.list, { query: { layer: id, limit: PAGE_SIZE, offset: 0 } as RecordQuery });
  return isWhole ? [layer, records] : [layer];
}
