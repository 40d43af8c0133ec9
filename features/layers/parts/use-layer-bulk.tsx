// What can be done with all selected layers: supervision on and off, into a group, into the trash.
'use client';
import { IconFolderPlus, IconShieldCheck, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { BulkResult } from '@/components/collection/bulk-result';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { LayerGroup } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import type { ChunkResult } from '@/lib/collection/chunks';
import { type BulkProgress, useBulk } from '@/lib/collection/use-bulk';
import type { Collection } from '@/lib/collection/use-collection';
import { type Selection, useSelection } from '@/lib/collection/use-selection';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, type Who } from '@/lib/routes/rules';
import type { LAYERS_VIEW } from '../logic/view';
import { GroupDialog } from './group-dialog';

/** Layers in one call of the trash. */
const MAX_REMOVED = 100;

export interface LayerBulk {
  selection: Selection;
  acts: RowAct[];
  progress: BulkProgress | null;
  onStop: () => void;
  dialog: ReactNode;
}
type Layers = Collection<typeof LAYERS_VIEW.call, typeof LAYERS_VIEW.filters, (typeof LAYERS_VIEW.orders)[number]>;

/** Null for whom nothing of it is allowed. */
export function useLayerBulk(layers: Layers, who: Who | null, groups: readonly LayerGroup[]): LayerBulk | null {
  const t = useTranslations('layers.bulk');
  const client = useQueryClient();
  const errorText = useErrorText();
  const { number } = useFormat();
  const { confirm } = useDialogs();
  const [result, setResult] = useState<ChunkResult | null>(null);
  const [isGrouping, setGrouping] = useState(false);
  const ids = useMemo(() => layers.rows.map(({ id }) => id), [layers.rows]);
  const selection = useSelection(ids, layers.count, JSON.stringify(layers.view.filters));
  const { run, progress, stop } = useBulk(layers.readIds, selection.value);
  const mayEdit = allows(who, api.layers.edit.needs);
  const mayGroup = allows(who, api.groups.edit.needs);
  const mayRemove = allows(who, api.layers.removeMany.needs);
  if (!mayEdit && !mayGroup && !mayRemove) return null;

  const start = async (send: (ids: number[]) => Promise<unknown>, size: number) => {
    try {
      const ended = await run(send, size);
      await invalidate(client, ['layer', 'group', 'record']);
      selection.clear();
      if (ended.refused.length > 0 || ended.left.length > 0) setResult(ended);
      else toast({ type: 'success', message: t('done', { n: number(ended.done.length) }) });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  const supervise = (supervised: boolean) =>
    start(([id = 0]) => call(api.layers.edit, { params: { id }, body: { config: { supervised } } }), 1);
  const remove = async () => {
    const isSure = await confirm({
      title: t('removeTitle', { n: number(selection.count), count: selection.count }),
      text: t('removeText'),
      confirm: t('remove'),
      danger: true,
    });
    if (isSure) await start((some) => call(api.layers.removeMany, { body: { ids: some } }), MAX_REMOVED);
  };
  const acts: (RowAct & { isAllowed: boolean })[] = [
    {
      id: 'group',
      isAllowed: mayGroup,
      label: t('group'),
      icon: <IconFolderPlus size={16} />,
      run: () => setGrouping(true),
    },
    {
      id: 'supervise',
      isAllowed: mayEdit,
      label: t('supervise'),
      icon: <IconShieldCheck size={16} />,
      run: () => void supervise(true),
    },
    {
      id: 'unsupervise',
      isAllowed: mayEdit,
      label: t('unsupervise'),
      icon: <IconShieldOff size={16} />,
      run: () => void supervise(false),
    },
    {
      id: 'remove',
      isAllowed: mayRemove,
      label: t('remove'),
      icon: <IconTrash size={16} />,
      isDanger: true,
      run: () => void remove(),
    },
  ];
  return {
    selection,
    acts: acts.filter(({ isAllowed }) => isAllowed),
    progress,
    onStop: stop,
    dialog: (
      <>
        {isGrouping && (
          <GroupDialog
            groups={groups}
            onClose={() => setGrouping(false)}
            onPick={(group) => {
              setGrouping(false);
              const has = new Set(group.layer);
              void start(
                (some) =>
                  call(api.groups.edit, {
                    params: { id: group.id },
                    body: { label: group.label, layer: [...group.layer, ...some.filter((id) => !has.has(id))] },
                  }),
                Number.MAX_SAFE_INTEGER,
              );
            }}
          />
        )}
        {result && (
          <BulkResult
            result={result}
            nameOf={(id) => layers.rows.find((layer) => layer.id === id)?.label}
            onClose={() => setResult(null)}
          />
        )}
      </>
    ),
  };
}
