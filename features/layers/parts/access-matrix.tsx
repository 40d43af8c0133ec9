// Who may do what on one layer: its roles against the rights.
'use client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Matrix } from '@/components/collection/matrix';
import { EmptyState, ErrorState, TableSkeleton, useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { fold } from '@/contract/fold';
import { api } from '@/contract/index';
import type { LayerPermission } from '@/contract/schemas/user';
import { RIGHTS } from '@/contract/schemas/user';
import { useRead, useWrite } from '@/lib/api/hooks';
import { applyChanges, changedLines, ticksOf } from '../logic/access';

/** Roles beyond this number can be searched. */
const MANY_ROLES = 8;

export interface AccessMatrixProps {
  layer: number;
  /** Called once what was changed is saved. */
  onSaved?: () => void;
  /** Adds a button that leaves everything as it was. */
  onCancel?: () => void;
}

export function AccessMatrix({ layer, onSaved, onCancel }: AccessMatrixProps) {
  const t = useTranslations('layers.access');
  const errorText = useErrorText();
  const list = useRead(api.roles.layerPermissions, { query: { layer } });
  const save = useWrite(api.roles.setLayerPermissions);
  const [edits, setChosen] = useState<ReadonlyMap<number, LayerPermission>>(new Map());
  const [search, setSearch] = useState('');
  const before = list.data ?? [];
  const changed = changedLines(before, edits);
  const rows = before.filter((line) => fold(line.label).includes(fold(search)));

  const handleSave = () =>
    save.mutate(
      { query: { layer }, body: { permissions: changed.map(({ layer: _, label: __, ...line }) => line) } },
      {
        onSuccess: () => {
          toast({ type: 'success', message: t('saved') });
          setChosen(new Map());
          onSaved?.();
        },
        onError: (error) => void toast({ type: 'error', message: errorText(error) }),
      },
    );

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('text')}
      </Text>
      {before.length > MANY_ROLES && (
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {list.isPending && <TableSkeleton rows={4} columns={RIGHTS.length + 1} />}
      {list.error && !list.data && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && (
        <EmptyState
          title={t('noRole')}
          action={
            <Button variant="default" onClick={() => setSearch('')}>
              {t('clear')}
            </Button>
          }
        />
      )}
      {rows.length > 0 && (
        <Matrix
          label={t('title')}
          head={t('role')}
          columns={RIGHTS.map((id) => ({ id, label: t(`rights.${id}`) }))}
          rows={rows.map(({ group, label: role }) => ({ id: String(group), label: role }))}
          value={ticksOf(before, edits)}
          onChange={(changes) => setChosen(applyChanges(before, edits, changes))}
          maxHeight="50vh"
        />
      )}
      <Group justify="flex-end" gap="xs">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button disabled={changed.length === 0} loading={save.isPending} onClick={handleSave}>
          {t('save')}
        </Button>
      </Group>
    </Stack>
  );
}
