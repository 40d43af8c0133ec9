// Which group the selected layers go to, or leave.
'use client';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import type { LayerGroup } from '@/contract/schemas/layers/group';

export interface GroupDialogProps {
  groups: readonly LayerGroup[];
  /** They leave it. */
  isOut: boolean;
  onPick: (group: LayerGroup) => void;
  onClose: () => void;
}

export function GroupDialog({ groups, isOut, onPick, onClose }: GroupDialogProps) {
  const t = useTranslations('layers.bulk');
  const common = useTranslations('common');
  const [id, setId] = useState<string | null>(null);
  const group = groups.find((one) => String(one.id) === id);
  return (
    <Dialog opened onClose={onClose} title={t(isOut ? 'ungroupTitle' : 'groupTitle')}>
      <Stack gap="md">
        <Select
          data-autofocus
          searchable
          label={t('groupLabel')}
          nothingFoundMessage={common('list.nothing')}
          data={groups.map((one) => ({ value: String(one.id), label: one.label }))}
          value={id}
          onChange={setId}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={!group} onClick={() => group && onPick(group)}>
            {t(isOut ? 'groupTake' : 'groupAdd')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
