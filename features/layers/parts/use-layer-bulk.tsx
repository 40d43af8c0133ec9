// What can be done with all selected layers: supervision on and off, into a group, into the trash.
'use client';
import { IconFolderPlus, IconShieldCheck, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { type BulkRows, useBulkActs } from '@/components/collection/use-bulk-acts';
import { useDialogs } from '@/components/feedback/dialogs';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { allows, type Who } from '@/lib/routes/rules';
import { GroupDialog } from './group-dialog';

/** Layers in one call of the trash. */
const MAX_REMOVED = 100;

/** Null for whom nothing of it is allowed. */
export function useLayerBulk(layers: BulkRows<Layer>, who: Who | null, groups: readonly LayerGroup[]) {
  const t = useTranslations('layers.bulk');
  const client = useQueryClient();
  const { confirm } = useDialogs();
  const [isGrouping, setGrouping] = useState(false);
  const bulk = useBulkActs(
    layers,
    ({ label }) => label,
    () => invalidate(client, ['layer', 'group', 'record']),
  );
  const { start, each, selection, count } = bulk;
  const supervise = (supervised: boolean) =>
    void each((id) => call(api.layers.edit, { params: { id }, body: { config: { supervised } } }));
  const remove = async () => {
    const isSure = await confirm({
      title: t('removeTitle', count),
      text: t('removeText'),
      confirm: t('remove'),
      danger: true,
    });
    if (isSure) await start((ids) => call(api.layers.removeMany, { body: { ids } }), MAX_REMOVED);
  };
  const addTo = ({ id, label, layer }: LayerGroup) => {
    setGrouping(false);
    const body = (ids: number[]) => ({ label, layer: [...layer, ...ids.filter((one) => !layer.includes(one))] });
    void start((ids) => call(api.groups.edit, { params: { id }, body: body(ids) }), Number.MAX_SAFE_INTEGER);
  };
  const mayEdit = allows(who, api.layers.edit.needs);
  const acts: RowAct[] = [
    ...(allows(who, api.groups.edit.needs)
      ? [{ id: 'group', label: t('group'), icon: <IconFolderPlus size={16} />, run: () => setGrouping(true) }]
      : []),
    ...(mayEdit
      ? [
          { id: 'on', label: t('supervise'), icon: <IconShieldCheck size={16} />, run: () => supervise(true) },
          { id: 'off', label: t('unsupervise'), icon: <IconShieldOff size={16} />, run: () => supervise(false) },
        ]
      : []),
    ...(allows(who, api.layers.removeMany.needs)
      ? [{ id: 'remove', label: t('remove'), icon: <IconTrash size={16} />, isDanger: true, run: () => void remove() }]
      : []),
  ];
  if (acts.length === 0) return null;
  return {
    bar: { selection, acts, progress: bulk.progress, onStop: bulk.stop },
    dialogs: (
      <>
        {isGrouping && <GroupDialog groups={groups} onClose={() => setGrouping(false)} onPick={addTo} />}
        {bulk.result}
      </>
    ),
  };
}
