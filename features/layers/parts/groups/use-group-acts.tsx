// What can be done with one group, as the acts of its row.
'use client';
import { IconMap, IconStack2, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RowAct } from '@/components/collection/acts';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, href, type Who } from '@/lib/routes/rules';
import { routes } from '@/lib/routes/table';
import { groupOnMap } from '../../logic/group-view';

export function useGroupActs(who: Who | null, onRemoved: (id: number) => void): (group: LayerGroup) => RowAct[] {
  const t = useTranslations('layerGroups');
  const { number } = useFormat();
  const remove = useWrite(api.groups.remove);
  const { run } = useAction(({ id }: LayerGroup) => remove.mutateAsync({ params: { id } }), {
    confirm: ({ label, layer, hidden_count = 0 }) => ({
      title: t('remove.title', { label }),
      text: t('remove.text', { n: number(layer.length + hidden_count), count: layer.length + hidden_count }),
      confirm: t('remove.confirm'),
      danger: true,
    }),
    done: (_, { label }) => t('remove.done', { label }),
  });
  return (group) => [
    ...(allows(who, routes.groupLayer.needs)
      ? [{ id: 'layers', icon: <IconStack2 size={16} />, label: t('acts.layers'), href: href('groupLayer', { id: group.id }) }] // biome-ignore format: one act
      : []),
    {
      id: 'map',
      icon: <IconMap size={16} />,
      label: t('acts.map'),
      href: groupOnMap(group.id),
      whyNot: group.layer.length === 0 ? t('acts.noLayers') : null,
    },
    {
      id: 'remove',
      group: 'remove',
      icon: <IconTrash size={16} />,
      label: t('acts.remove'),
      isDanger: true,
      run: () => void run(group).then((done) => done && onRemoved(group.id)),
    },
  ];
}
