// A cut as a change that can be taken back: the record gets its old shape, the new parts go; and the other way round.
import { api } from '@/contract';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { removeRecords } from '@/lib/api/remove-records';
import type { Change } from '@/map/tool-types';

/** `parts` as the server answered them; the one with the old id keeps its number. Somebody's change in between refuses both ways. */
export const splitChange = (label: string, before: LayerRecord, parts: readonly LayerRecord[]): Change => {
  const { id, layer } = before;
  const whole = before.geometry;
  const rest = parts.filter((part) => part.id !== id);
  const ids = rest.map((part) => part.id);
  let current = parts.find((part) => part.id === id) ?? before;
  const cut = current.geometry;
  const shape = async (geometry: LayerRecord['geometry']) => {
    current = await call(
      api.records.edit,
      { params: { id }, body: { geometry } },
      { headers: { 'if-match': `"${current.version}"` } },
    );
  };
  return {
    id: `split/${id}`,
    label,
    undo: async () => {
      await shape(whole);
      const removed = ids.length > 0 ? await removeRecords(layer, ids) : { layers: [layer] };
      return { ...removed, records: [current] };
    },
    redo: async () => {
      await shape(cut);
      if (ids.length > 0) await call(api.records.restore, { body: { ids } });
      return { layers: [layer], records: [current, ...rest] };
    },
  };
};
