// The layers of one group, in the order in which they are drawn.
'use client';
import { Button } from '@mantine/core';
import { IconMap, IconStack2 } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ErrorState } from '@/components/feedback/states';
import { Page } from '@/components/layout/page';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { useCollection } from '@/lib/collection/use-collection';
import { groupOnMap } from '../logic/group-view';
import { viewOfGroup } from '../logic/view';
import { LayerList, type LayersScreenProps } from '../parts/layer-list';

export function GroupLayerScreen({ id, ...props }: LayersScreenProps & { id: number }) {
  const t = useTranslations('layerGroups.page');
  const read = useRead(api.groups.one, { params: { id } });
  const view = useMemo(() => viewOfGroup(id), [id]);
  const layers = useCollection(view, 'groupLayer');
  const group = read.data;
  if (read.error && !group)
    return (
      <Page title={t('title')}>
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      </Page>
    );
  return (
    <LayerList
      {...props}
      title={group?.label ?? t('title')}
      layers={layers}
      isOfGroup
      primary={
        group !== undefined &&
        group.layer.length > 0 && (
          <Button component={Link} href={groupOnMap(id)} prefetch={false} leftSection={<IconMap size={16} />}>
            {t('onMap')}
          </Button>
        )
      }
      empty={{ icon: <IconStack2 size={24} />, title: t('empty'), text: t('emptyText') }}
    />
  );
}
