// The network is gone: says so until it is back. Work stays on screen behind it; it can be put aside.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';

/** Never lazy: its code could not be fetched when it is needed. */
export function OfflineDialog() {
  const t = useTranslations('shell.offline');
  const [open, setOpen] = useState(true);
  return (
    <Dialog opened={open} onClose={() => setOpen(false)} title={t('title')} size={360}>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap">
          <IconWifiOff size={24} stroke={1.6} />
          <Text size="md">{t('text')}</Text>
        </Group>
        <Group justify="flex-end">
          <Button data-autofocus onClick={() => location.reload()}>
            {t('retry')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
