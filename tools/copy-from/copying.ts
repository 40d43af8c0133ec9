// Writes copies one call each, a few at a time, so that a refused one refuses nobody else; and the way back.
import { api } from '@/contract';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { removeRecords } from '@/lib/api/remove-records';
import type { Change } from '@/map/tool-types';
import type { RecordCopy } from './mapping';

/** Calls under way at once. */
const AT_ONCE = 4;

export interface Copying {
  records: readonly LayerRecord[];
  /** What went wrong first; null where nothing did. */
  failure: unknown;
  failed: number;
}

/** Ends early when `signal` says so; what was made until then is returned. `onProgress` is called with how many are done. */
export const copyAll = async (
  into: number,
  list: readonly RecordCopy[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Copying> => {
  const records: LayerRecord[] = [];
  let failure: unknown = null;
  let failed = 0;
  let next = 0;
  const work = async () => {
    for (let one = list[next++]; one && !signal.aborted; one = list[next++]) {
      try {
        records.push(
          await call(api.records.create, {
            body: { layer: into, value: one.values, geometry: one.record.geometry },
          }),
        );
      } catch (error) {
        failure ??= error;
        failed += 1;
      }
      onProgress(records.length + failed);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { records, failure, failed };
};

export const copyChange = (label: string, into: number, records: readonly LayerRecord[]): Change => {
  const ids = records.map(({ id }) => id);
  return {
    id: `copy/${ids[0] ?? 0}`,
    label,
    undo: () => removeRecords(into, ids),
    redo: async () => {
      await call(api.records.restore, { body: { ids } });
      return { layers: [into], records };
    },
  };
};
