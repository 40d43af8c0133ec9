// Layers in the trash, lent to the screen of all that was deleted.
'use client';
import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { TrashTable } from '../parts/trash-dialog';

export function LayerTrash({ canEnd }: { canEnd: boolean }) {
  const t = useTranslations('layers.trash');
  const list = useRead(api.layers.trash, {});
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('text')}
      </Text>
      {list.isPending && <ListSkeleton rows={3} />}
      {list.error && !list.data && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.data?.length === 0 && <EmptyState title={t('empty')} noAct="final" />}
      {list.data && list.data.length > 0 && <TrashTable layers={list.data} canEnd={canEnd} />}
    </Stack>
  );
}
