// What can be done with the regions that are chosen in the tree: given to people, exported, joined, deleted.
'use client';
import { IconDownload, IconTrash, IconUsersPlus, IconVectorTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BulkResult } from '@/components/collection/bulk-result';
import { SelectionBar } from '@/components/collection/selection-bar';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import type { ChunkResult } from '@/lib/collection/chunks';
import { useBulk } from '@/lib/collection/use-bulk';
import type { Selection } from '@/lib/collection/use-selection';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { exportRegions } from './export';
import { PeopleDialog } from './people-dialog';

/** Shapes that are joined, or exported, at once. */
const MAX_UNION = 200;
const MAX_EXPORT = 1000;

export interface BulkBarProps {
  tree: readonly RegionBranch[];
  selection: Selection;
  rowCount: number;
  onUnion: (ids: number[]) => void;
}

export function BulkBar({ tree, selection, rowCount, onUnion }: BulkBarProps) {
  const t = useTranslations('regions.bulk');
  const errorText = useErrorText();
  const { number, listed } = useFormat();
  const client = useQueryClient();
  const { confirm } = useDialogs();
  const [isGiving, setGiving] = useState(false);
  const [result, setResult] = useState<ChunkResult | null>(null);
  const ids = selection.value === 'all' ? [] : [...selection.value];
  const bulk = useBulk(async () => ids, selection.value);
  const byId = new Map(tree.map((region) => [region.id, region]));
  const run = async (send: (ids: number[]) => Promise<unknown>, done: string) => {
    const end = await bulk.run(send, 1);
    await invalidate(client, ['region', 'user', 'record']);
    if (end.refused.length + end.left.length > 0 || end.error) setResult(end);
    else toast({ type: 'success', message: done });
  };
  const handleDelete = async () => {
    const names = ids.slice(0, 3).map((id) => byId.get(id)?.label ?? '');
    const text = t('deleteText', { names: listed(names), count: ids.length, n: number(ids.length) });
    if (!(await confirm({ title: t('deleteTitle', { n: number(ids.length) }), text, confirm: t('delete'), danger: true }))) return; // biome-ignore format: one question
    await run(([id = 0]) => call(api.regions.remove, { params: { id } }), t('deleted', { n: number(ids.length) }));
    selection.clear();
  };
  const handleExport = () =>
    exportRegions(ids, tree, t('file')).catch((error) => toast({ type: 'error', message: errorText(error) }));
  const tooMany = (max: number) => (ids.length > max ? t('tooMany', { max: number(max) }) : undefined);
  useHotkeys('screen', [{ keys: 'KeyA', run: () => (ids.length > 0 ? setGiving(true) : false) }]);
  return (
    <>
      <SelectionBar
        selection={selection}
        rowCount={rowCount}
        count={rowCount}
        progress={bulk.progress}
        onStop={bulk.stop}
        acts={[
          { id: 'people', label: t('people'), icon: <IconUsersPlus size={16} />, run: () => setGiving(true) },
          { id: 'export', label: t('export'), icon: <IconDownload size={16} />, run: () => void handleExport(), whyNot: tooMany(MAX_EXPORT) }, // biome-ignore format: one act
          { id: 'union', label: t('union'), icon: <IconVectorTriangle size={16} />, run: () => onUnion(ids), whyNot: ids.length < 2 ? t('two') : tooMany(MAX_UNION) }, // biome-ignore format: one act
          { id: 'delete', label: t('delete'), icon: <IconTrash size={16} />, run: () => void handleDelete(), isDanger: true }, // biome-ignore format: one act
        ]}
      />
      {isGiving && (
        <PeopleDialog
          count={ids.length}
          onClose={() => setGiving(false)}
          onGive={(people) => {
            setGiving(false);
            void run(
              ([id = 0]) => call(api.regions.changePeople, { params: { id }, body: { add: people } }),
              t('given', { n: number(ids.length) }),
            );
          }}
        />
      )}
      {result && <BulkResult result={result} nameOf={(id) => byId.get(id)?.label} onClose={() => setResult(null)} />}
    </>
  );
}
