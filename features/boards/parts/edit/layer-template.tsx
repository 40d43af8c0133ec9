// A board that a layer makes of itself: its fields say what is worth a look.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Callout } from '@/components/feedback/callout';
import { Dialog } from '@/components/layout/dialog';
import { OptionPick } from '@/components/pickers/option-pick';
import { api } from '@/contract/index';
import type { Board, NewBoard } from '@/contract/schemas/boards/board';
import { useRead } from '@/lib/api/hooks';
import { useLayerOptions } from '@/lib/collection/options';
import { boardOfLayer } from '../../logic/widgets';

export interface LayerTemplateProps {
  onClose: () => void;
  create: (body: Omit<NewBoard, 'label'>, label: string) => Promise<Board | undefined>;
}

export default function LayerTemplate({ onClose, create }: LayerTemplateProps) {
  const t = useTranslations('boards.template');
  const common = useTranslations('common');
  const layers = useLayerOptions();
  const [id, setId] = useState<number | null>(null);
  const layer = useRead(api.layers.one, { params: { id: id ?? 0 } }, { enabled: id !== null });
  const hasNone = (layer.data?.type ?? 0) > 3;
  const make = async () => {
    if (!layer.data) return;
    const { label, type, config } = layer.data;
    const widgets = boardOfLayer(
      { id: layer.data.id, label, type, form: config.form },
      {
        all: t('all', { label }),
        month: t('month'),
        bySum: (field) => t('sum', { field }),
        by: (field) => t('by', { field }),
      },
    );
    if (await create({ widgets }, label)) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('title')}>
      <Stack gap="md">
        <Text size="sm">{t('text')}</Text>
        <OptionPick
          autoFocus
          label={t('layer')}
          source={layers}
          value={id === null ? [] : [id]}
          max={2}
          onChange={(ids) => setId(ids.at(-1) ?? null)}
        />
        {hasNone && <Callout kind="caution">{t('noRecords')}</Callout>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            disabled={!layer.data || hasNone}
            loading={id !== null && layer.isPending}
            onClick={() => void make()}
          >
            {t('make')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
