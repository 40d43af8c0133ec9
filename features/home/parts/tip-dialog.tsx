// Chooses the fields that a layer's map tip shows.
'use client';
import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { hasNoValue } from '@/contract/fields';
import type { Layer } from '@/contract/schemas/layer';
import { useRead, useWrite } from '@/lib/api/hooks';
import { MAX_TIP_FIELDS, TIP_ITEM, tipChoices } from '../logic/tip-fields';

export function TipDialog({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const t = useTranslations('home.tip');
  const text = useErrorText();
  const read = useRead(api.settings.items, { query: { type: TIP_ITEM } });
  const add = useWrite(api.settings.addItem);
  const edit = useWrite(api.settings.editItem);
  const remove = useWrite(api.settings.removeItem);
  const choice = tipChoices(read.data ?? []).get(layer.id);
  const [typed, setTyped] = useState<string[] | null>(null);
  const { form } = layer.config;
  const fields = (typed ?? choice?.fields ?? []).filter((name) => form.some((f) => f.name === name));
  const save = async () => {
    try {
      const data = { layer: layer.id, fields } as never;
      if (fields.length === 0 && choice) await remove.mutateAsync({ params: { id: choice.item } });
      else if (choice) await edit.mutateAsync({ params: { id: choice.item }, body: { data } });
      else if (fields.length > 0) await add.mutateAsync({ body: { label: layer.label, type: TIP_ITEM, data } });
      onClose();
    } catch (error) {
      toast({ type: 'error', message: text(error) });
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('title', { label: layer.label })}>
      <Stack gap="md">
        <MultiSelect
          data-autofocus
          label={t('fields')}
          description={t('what')}
          data={form.filter((f) => !hasNoValue(f)).map((f) => ({ value: f.name, label: f.label }))}
          value={fields}
          onChange={setTyped}
          maxValues={MAX_TIP_FIELDS}
          searchable
          clearable
          disabled={read.isPending}
          error={read.error ? text(read.error) : undefined}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={add.isPending || edit.isPending || remove.isPending} onClick={() => void save()}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
