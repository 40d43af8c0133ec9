// Starts a lot in a layer: from now on so many of a hundred first approvals are drawn for a second one, from a new seed.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { NumberField } from '@/components/fields/number-field';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { useWrite } from '@/lib/api/hooks';
import { isolate } from '@/lib/i18n/isolate';

const FIRST_SHARE = 10;

export function LotDialog({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const t = useTranslations('supervision.lots.form');
  const [share, setShare] = useState(FIRST_SHARE);
  const write = useWrite(api.supervision.setAudit);
  const start = useAction(() => write.mutateAsync({ params: { layer: layer.id }, body: { share } }), {
    done: () => t('done'),
  });
  return (
    <Dialog opened onClose={onClose} title={t('title', { layer: isolate(layer.label) })}>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          if (await start.run(undefined)) onClose();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('text')}</Text>
          <NumberField
            data-autofocus
            label={t('share')}
            description={t('hint')}
            value={share}
            onChange={setShare}
            min={0}
            max={100}
            whole
          />
          <Group gap="xs">
            <Button type="submit" loading={start.isBusy}>
              {t('save')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
