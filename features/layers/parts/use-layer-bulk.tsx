// What can be done with all selected layers: into and out of a group, supervision on and off, rights of a role, into the trash.
'use client';
import { IconFolderMinus, IconFolderPlus, IconShieldCheck, IconShieldOff, IconTrash, IconUsersGroup } from '@tabler/icons-react'; // biome-ignore format: one line
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactElement, useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { type BulkActs, type BulkRows, useBulkActs } from '@/components/collection/use-bulk-acts';
import { useDialogs } from '@/components/feedback/dialogs';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { invalidate } from '@/lib/api/keys';
import { readAll } from '@/lib/api/read-all';
import { ifMatch, readResource } from '@/lib/api/use-resource';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, type Who } from '@/lib/routes/rules';
import { GroupDialog } from './group-dialog';
import { RightsDialog, type RoleRights } from './rights-dialog';

/** Layers in one call of the trash. */
const MAX_REMOVED = 100;

/** With more records than these the number of layers is typed before they go. */
const MAX_UNASKED = 1000;

/** Asks before the selected layers go to the trash; resolves to whether they shall. */
function useSure(layers: BulkRows<Layer>) {
  const t = useTranslations('layers.bulk');
  const { confirm, prompt } = useDialogs();
  const { number } = useFormat();
  /** Records of the selected layers; those of other pages are read. */
  const countRecords = async (selected: BulkActs['selection']['value'], count: number) => {
    const isHere = selected !== 'all' && layers.rows.filter(({ id }) => selected.has(id)).length === count;
    const rows = isHere
      ? layers.rows
      : await readAll<Layer>((query) => call(api.layers.list, { query: query as { limit: number; offset: number } }));
    const ids = selected === 'all' ? new Set(await layers.readIds(new AbortController().signal)) : selected;
    return rows.reduce((sum, { id, record_count }) => sum + (ids.has(id) ? record_count : 0), 0);
  };
  return async ({ selection, count }: BulkActs) => {
    const records = await countRecords(selection.value, selection.count);
    const title = t('removeTitle', { ...count, r: number(records), records });
    if (records <= MAX_UNASKED) return confirm({ title, text: t('removeText'), confirm: t('remove'), danger: true });
    const typed = await prompt({ title, text: t('removeText'), label: t('typeNumber', count), confirm: t('remove') });
    if (typed === null) return false;
    if (parseNumber(typed) === selection.count) return true;
    toast({ type: 'error', message: t('otherNumber', count) });
    return false;
  };
}

/** Puts layers into a group as it is now, or takes them out. Who changes it in between loses nothing: then it is read once more. */
async function changeMembers(id: number, ids: readonly number[], isOut: boolean, isAgain = false): Promise<unknown> {
  const { body, etag } = await readResource(api.groups.one, { params: { id } });
  const { label, layer } = body;
  const next = isOut ? layer.filter((one) => !ids.includes(one)) : [...new Set([...layer, ...ids])];
  return call(api.groups.edit, { params: { id }, body: { label, layer: next } }, ifMatch(etag)).catch((error) => {
    if (isAgain || !(error instanceof CallError) || error.status !== 412) throw error;
    return changeMembers(id, ids, isOut, true);
  });
}

type Choosing = 'group' | 'ungroup' | 'rights';

/** Null for whom nothing of it is allowed. */
export function useLayerBulk(layers: BulkRows<Layer>, who: Who | null, groups: readonly LayerGroup[]) {
  const t = useTranslations('layers.bulk');
  const client = useQueryClient();
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const isSure = useSure(layers);
  const bulk = useBulkActs(
    layers,
    ({ label }) => label,
    () => invalidate(client, ['layer', 'group', 'record', 'role']),
  );
  const { start, each, selection } = bulk;
  const supervise = (supervised: boolean) =>
    void each((id) => call(api.layers.edit, { params: { id }, body: { config: { supervised } } }));
  const remove = async () => {
    if (await isSure(bulk)) await start((ids) => call(api.layers.removeMany, { body: { ids } }), MAX_REMOVED);
  };
  const regroup = ({ id }: LayerGroup) => {
    const isOut = choosing === 'ungroup';
    setChoosing(null);
    void start((ids) => changeMembers(id, ids, isOut), Number.MAX_SAFE_INTEGER);
  };
  const give = (line: RoleRights) => {
    setChoosing(null);
    void each((layer) => call(api.roles.setLayerPermissions, { query: { layer }, body: { permissions: [line] } }));
  };
  const act = (id: string, icon: ReactElement, run: () => void): RowAct => ({ id, label: t(id as 'group'), icon, run });
  const acts: RowAct[] = [
    ...(allows(who, api.groups.edit.needs)
      ? [
          act('group', <IconFolderPlus size={16} />, () => setChoosing('group')),
          act('ungroup', <IconFolderMinus size={16} />, () => setChoosing('ungroup')),
        ]
      : []),
    ...(allows(who, api.layers.edit.needs)
      ? [
          act('supervise', <IconShieldCheck size={16} />, () => supervise(true)),
          act('unsupervise', <IconShieldOff size={16} />, () => supervise(false)),
        ]
      : []),
    ...(allows(who, api.roles.names.needs)
      ? [act('rights', <IconUsersGroup size={16} />, () => setChoosing('rights'))]
      : []),
    ...(allows(who, api.layers.removeMany.needs)
      ? [{ ...act('remove', <IconTrash size={16} />, () => void remove()), isDanger: true }]
      : []),
  ];
  if (acts.length === 0) return null;
  const close = () => setChoosing(null);
  return {
    bar: { selection, acts, progress: bulk.progress, onStop: bulk.stop },
    dialogs: (
      <>
        {choosing === 'rights' && <RightsDialog count={bulk.count} onClose={close} onPick={give} />}
        {choosing !== null && choosing !== 'rights' && (
          <GroupDialog groups={groups} isOut={choosing === 'ungroup'} onClose={close} onPick={regroup} />
        )}
        {bulk.result}
      </>
    ),
  };
}
