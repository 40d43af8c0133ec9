// Somebody else was quicker: for each field that both have changed, whose value stays.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import type { ResourceForm } from '@/lib/form/use-resource-form';
import { DiffTable } from '../diff-table';
import { Dialog } from '../layout/dialog';

/** A field's name, and how one of its values is told; the value itself where that is left out. */
export type FieldNames<V extends object> = {
  readonly [K in keyof V]?: string | { label: string; show: (value: V[K]) => ReactNode };
};

interface ConflictDialogProps<V extends object> {
  conflict: NonNullable<ResourceForm<V>['conflict']>;
  names: FieldNames<V>;
}

export function ConflictDialog<V extends object>({ conflict, names }: ConflictDialogProps<V>) {
  const t = useTranslations('common.conflict');
  const common = useTranslations('common');
  const [picks, setPicks] = useState<Record<string, 'before' | 'after'>>(() =>
    Object.fromEntries(conflict.fields.map(({ field }) => [field, 'after'])),
  );
  const rows = conflict.fields.map(({ field, mine, theirs }) => {
    const name = names[field];
    const show = (value: unknown): ReactNode =>
      typeof name === 'object' && name !== null
        ? (name as { show: (value: unknown) => ReactNode }).show(value)
        : value === '' || value === null || value === undefined
          ? t('empty')
          : String(value);
    const label = typeof name === 'string' ? name : ((name as { label: string } | undefined)?.label ?? field);
    return { id: field, label, before: show(theirs), after: show(mine) };
  });
  return (
    <Dialog opened onClose={conflict.cancel} title={t('title')} size="lg">
      <Stack gap="md">
        <Text size="md">{t('text')}</Text>
        <DiffTable
          label={t('title')}
          heads={{ field: t('field'), before: t('theirs'), after: t('mine') }}
          rows={rows}
          picks={picks}
          onPick={(id, side) => setPicks((now) => ({ ...now, [id]: side }))}
        />
        <Group gap="xs">
          <Button onClick={() => conflict.resolve(Object.keys(picks).filter((field) => picks[field] === 'before'))}>
            {t('save')}
          </Button>
          <Button variant="default" onClick={conflict.cancel}>
            {common('cancel')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
