// A copy of a layer: its name, and whether the records come too.
'use client';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { useAction } from '@/components/feedback/use-action';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { useWrite } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';

/** The server copies no more records than these in one call. */
const MAX_RECORDS = 100_000;

export function CopyDialog({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const t = useTranslations('layers.copy');
  const common = useTranslations('common');
  const { number } = useFormat();
  const [label, setLabel] = useState(t('name', { label: layer.label }));
  const isTooLarge = layer.record_count > MAX_RECORDS;
  const [hasRecords, setHasRecords] = useState(!isTooLarge);
  const copy = useWrite(api.layers.copy);
  const { run, isBusy } = useAction(copy.mutateAsync, { done: (created) => t('done', { label: created.label }) });
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const name = label.trim();
    if (await run({ body: { layer: layer.id, records: hasRecords, ...(name ? { label: name } : {}) } })) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('title', { label: layer.label })}>
      <form onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('label')}
            maxLength={200}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Checkbox
            label={t('records', { n: number(layer.record_count), count: layer.record_count })}
            checked={hasRecords}
            disabled={isTooLarge}
            onChange={(event) => setHasRecords(event.currentTarget.checked)}
          />
          {isTooLarge && (
            <Text size="sm" c="dimmed">
              {t('tooLarge', { n: number(MAX_RECORDS) })}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
