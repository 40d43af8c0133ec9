// What one role may do in all selected layers.
'use client';
import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract/index';
import type { Rights } from '@/contract/schemas/layer';
import { RIGHTS } from '@/contract/schemas/user';
import { useRead } from '@/lib/api/hooks';

export type RoleRights = Rights & { group: number };
const NONE = Object.fromEntries(RIGHTS.map((right) => [right, false])) as Rights;

export interface RightsDialogProps {
  /** Layers that it concerns. */
  count: { n: string; count: number };
  onPick: (line: RoleRights) => void;
  onClose: () => void;
}

/** Any right brings the right to view; without that none is left. */
export function RightsDialog({ count, onPick, onClose }: RightsDialogProps) {
  const t = useTranslations('layers');
  const common = useTranslations('common');
  const roles = useRead(api.roles.names, {}).data ?? [];
  const [role, setRole] = useState<string | null>(null);
  const [rights, setRights] = useState(NONE);
  const toggle = (right: keyof Rights, isOn: boolean) =>
    setRights(right === 'view' && !isOn ? NONE : { ...rights, [right]: isOn, view: isOn || rights.view });
  return (
    <Dialog opened onClose={onClose} title={t('bulk.rightsTitle', count)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('bulk.rightsText')}
        </Text>
        <Select
          data-autofocus
          searchable
          label={t('access.role')}
          nothingFoundMessage={common('list.nothing')}
          data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={role}
          onChange={setRole}
        />
        <Group gap="md">
          {RIGHTS.map((right) => (
            <Checkbox
              key={right}
              label={t(`access.rights.${right}`)}
              checked={rights[right]}
              onChange={(event) => toggle(right, event.currentTarget.checked)}
            />
          ))}
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={role === null} onClick={() => onPick({ group: Number(role), ...rights })}>
            {t('bulk.rightsSet')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
