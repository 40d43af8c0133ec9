// Which of one's own arrangements of the map the selected people get.
'use client';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';

export function ArrangementDialog({ onPick, onClose }: { onPick: (env: number) => void; onClose: () => void }) {
  const t = useTranslations('users.bulk');
  const common = useTranslations('common');
  const envs = useRead(api.settings.envs, {});
  const [id, setId] = useState<string | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t('arrangement')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('arrangementText')}
        </Text>
        {envs.isPending && <FormSkeleton fields={1} />}
        {envs.error && <ErrorState error={envs.error} retry={() => void envs.refetch()} />}
        {envs.data && (
          <Select
            data-autofocus
            label={t('arrangementLabel')}
            placeholder={envs.data.length === 0 ? t('noArrangement') : ''}
            disabled={envs.data.length === 0}
            data={envs.data.map((env) => ({ value: String(env.id), label: env.label }))}
            value={id}
            onChange={setId}
          />
        )}
        <Group gap="xs">
          <Button disabled={id === null} onClick={() => id !== null && onPick(Number(id))}>
            {t('give')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
