// The tabs of a record's relations, each with how many there are.
'use client';
import { Badge, Tabs } from '@mantine/core';
import { IconSitemap } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { ListSkeleton } from '@/components/feedback/states';
import { lazyPart } from '@/components/layout/lazy-part';
import { Num } from '@/components/num';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import type { useRelationForm } from './use-relation-form';

/** Most records are read without it. */
const RelatedTab = lazyPart(() => import('./related-tab'));

type Related = Pick<ReturnType<typeof useRelationForm>, 'tabs' | 'count'>;

export function RelatedTabs({ related }: { related: Related }) {
  const t = useTranslations('records.related');
  return related.tabs.map(({ id, label }) => {
    const count = related.count(id);
    return (
      <Tabs.Tab
        key={id}
        value={id}
        leftSection={<IconSitemap size={16} aria-hidden />}
        rightSection={
          count && (
            <Badge size="sm" variant="light" color="gray" tt="none">
              <Num value={count.count} isCapped={count.capped} />
            </Badge>
          )
        }
      >
        <bdi>{label || t('other')}</bdi>
      </Tabs.Tab>
    );
  });
}

interface RelatedPanelsProps {
  related: Related;
  layer: Layer;
  record: LayerRecord;
  open: string | null;
}

/** Only the open one asks the server. */
export function RelatedPanels({ related, layer, record, open }: RelatedPanelsProps) {
  return related.tabs.map((tab) => (
    <Tabs.Panel key={tab.id} value={tab.id}>
      {open === tab.id && (
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <RelatedTab tab={tab} layer={layer} record={record} />
        </Suspense>
      )}
    </Tabs.Panel>
  ));
}
