// A newer build is ready: take it now, or later.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/layout/dialog';
import { hasUnsaved } from '@/lib/state/unload-guard';

/** Never lazy: after a release its code could be gone. */
export function NewVersionDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('shell.newVersion');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size={400}>
      <Stack gap="md">
        <Text size="md">{t('text')}</Text>
        {opened && hasUnsaved() && (
          <Text size="sm" c="orange">
            {t('unsaved')}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          <Button data-autofocus onClick={() => location.reload()}>
            {t('update')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
