// A merge as a change that can be taken back: the kept record gets its old shape and values, the others come back.
import { api } from '@/contract';
import { sameValue } from '@/contract/same';
import type { Values } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { removeRecords } from '@/lib/api/remove-records';
import type { Change } from '@/map/tool-types';

/** `others` are the records that were deleted. Somebody's change of the kept one in between refuses both ways. */
export const mergeChange = (
  label: string,
  before: LayerRecord,
  merged: LayerRecord,
  others: readonly LayerRecord[],
): Change => {
  const { id, layer } = before;
  const ids = others.map((record) => record.id);
  let now = merged;
  const write = async (to: LayerRecord, from: LayerRecord) => {
    const changed: Values = {};
    for (const name of new Set([...Object.keys(to.value), ...Object.keys(from.value)]))
      if (!sameValue(to.value[name], from.value[name])) changed[name] = to.value[name] ?? null;
    now = await call(
      api.records.edit,
      { params: { id }, body: { value: changed, geometry: to.geometry } },
      { headers: { 'if-match': `"${now.version}"` } },
    );
  };
  return {
    id: `merge/${id}`,
    label,
    undo: async () => {
      await write(before, merged);
      await call(api.records.restore, { body: { ids } });
      return { layers: [layer], records: [now, ...others] };
    },
    redo: async () => {
      await write(merged, before);
      return { ...(await removeRecords(layer, ids)), records: [now] };
    },
  };
};
