// To whom a layer is given, and what that means for whoever owned it.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { useWrite } from '@/lib/api/hooks';
import { usePeopleOptions } from '@/lib/collection/options';
import { personName } from '@/lib/i18n/person-name';

export function OwnerDialog({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const t = useTranslations('layers.owner');
  const common = useTranslations('common');
  const people = usePeopleOptions(api.users.all);
  const [ids, setIds] = useState<number[]>([]);
  const give = useWrite(api.layers.setOwner);
  const { run, isBusy } = useAction(give.mutateAsync, { done: () => t('done', { label: layer.label }) });
  const [owner] = ids;
  const handleGive = async () => {
    if (owner !== undefined && (await run({ params: { id: layer.id }, body: { owner } }))) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('title', { label: layer.label })}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('text', { has: layer.owner ? 'yes' : 'no', name: layer.owner ? personName(layer.owner) : '' })}
        </Text>
        <OptionPick autoFocus label={t('person')} max={1} value={ids} onChange={setIds} source={people} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={owner === undefined} loading={isBusy} onClick={() => void handleGive()}>
            {t('give')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
