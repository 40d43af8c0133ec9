// Takes all records of a layer away: the format is chosen in a dialog, where no button has the place for a menu.
'use client';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import type { Layer } from '@/contract/schemas/layer';
import { type OutFormat, useExport } from './use-export';

export interface ExportDialogProps {
  layer: Layer;
  onClose: () => void;
}

export function ExportDialog({ layer, onClose }: ExportDialogProps) {
  const t = useTranslations('map.export');
  const common = useTranslations('common');
  const { formats, run, isBusy, codes, setCodes } = useExport(layer);
  const [format, setFormat] = useState<OutFormat | undefined>(formats[0]);
  const handleStart = async () => {
    if (format) await run(format);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('title', { label: layer.label })}>
      <Stack gap="md">
        <Radio.Group label={t('format')} value={format ?? null} onChange={(value) => setFormat(value as OutFormat)}>
          <Stack gap="xs" mt="xs">
            {formats.map((one) => (
              <Radio key={one} value={one} label={t(`formats.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {codes !== null && (
          <Checkbox label={t('codes')} checked={codes} onChange={(event) => setCodes(event.currentTarget.checked)} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => void handleStart()}>
            {t('start')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
