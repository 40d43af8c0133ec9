// Deleted layers: whose they were and when they went, their way back, and for superusers their end.
'use client';
import { Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useDialogs } from '@/components/feedback/dialogs';
import { EmptyState, ErrorState, ListSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Dialog } from '@/components/layout/dialog';
import { Num } from '@/components/num';
import { api } from '@/contract/index';
import type { TrashedLayer } from '@/contract/schemas/layer';
import { useRead, useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import type { Who } from '@/lib/routes/rules';

/** The way back of a deleted layer, and its end after a question. */
function useTrashActs() {
  const t = useTranslations('layers.trash');
  const { number } = useFormat();
  const { confirm } = useDialogs();
  const errorText = useErrorText();
  const restore = useWrite(api.layers.restore);
  const remove = useWrite(api.layers.fullDelete);
  const isBusy = restore.isPending || remove.isPending;
  const onError = (error: unknown) => void toast({ type: 'error', message: errorText(error) });

  const handleRestore = ({ id, label }: TrashedLayer) =>
    restore.mutate(
      { params: { id } },
      { onSuccess: () => void toast({ type: 'success', message: t('restored', { label }) }), onError },
    );
  const handleRemove = async ({ id, label, record_count: count }: TrashedLayer) => {
    const isSure = await confirm({
      title: t('endTitle', { label }),
      text: t('endText', { n: number(count), count }),
      confirm: t('end'),
      danger: true,
    });
    if (!isSure) return;
    remove.mutate(
      { params: { id } },
      { onSuccess: () => void toast({ type: 'success', message: t('ended', { label }) }), onError },
    );
  };
  return { isBusy, handleRestore, handleRemove };
}

export function TrashTable({ layers, canEnd }: { layers: readonly TrashedLayer[]; canEnd: boolean }) {
  const t = useTranslations('layers.trash');
  const { date } = useFormat();
  const { isBusy, handleRestore, handleRemove } = useTrashActs();
  return (
    <ScrollArea>
      <Table aria-label={t('title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('columns.label')}</Table.Th>
            <Table.Th>{t('columns.count')}</Table.Th>
            <Table.Th>{t('columns.deleted')}</Table.Th>
            <Table.Th>{t('columns.by')}</Table.Th>
            <Table.Th aria-label={t('columns.acts')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {layers.map((layer) => (
            <Table.Tr key={layer.id}>
              <Table.Td>
                <bdi>{layer.label}</bdi>
              </Table.Td>
              <Table.Td>
                <Num value={layer.record_count} />
              </Table.Td>
              <Table.Td>{date(layer.deleted, 'datetime')}</Table.Td>
              <Table.Td>
                <bdi>{layer.deleted_by && personName(layer.deleted_by)}</bdi>
              </Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap" justify="flex-end">
                  <Button variant="default" disabled={isBusy} onClick={() => handleRestore(layer)}>
                    {t('restore')}
                  </Button>
                  {canEnd && (
                    <Button variant="subtle" color="red" disabled={isBusy} onClick={() => void handleRemove(layer)}>
                      {t('end')}
                    </Button>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

export function TrashDialog({ who, onClose }: { who: Who | null; onClose: () => void }) {
  const t = useTranslations('layers.trash');
  const list = useRead(api.layers.trash, {});
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="xl">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('text')}
        </Text>
        {list.isPending && <ListSkeleton rows={3} />}
        {list.error && !list.data && <ErrorState error={list.error} retry={() => void list.refetch()} />}
        {list.data?.length === 0 && (
          <EmptyState
            title={t('empty')}
            action={
              <Button variant="default" onClick={onClose}>
                {t('close')}
              </Button>
            }
          />
        )}
        {list.data && list.data.length > 0 && <TrashTable layers={list.data} canEnd={who?.superuser ?? false} />}
      </Stack>
    </Dialog>
  );
}
