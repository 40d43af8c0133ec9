// Roles or regions that the selected people get, or lose.
'use client';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { OptionPick } from '@/components/pickers/option-pick';
import { useRegionOptions, useRoleOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';

export interface MemberChange {
  kind: 'groups' | 'regions';
  ids: number[];
  isTaken: boolean;
}

export interface MembersDialogProps {
  kind: MemberChange['kind'];
  /** People that it concerns. */
  count: number;
  onChange: (change: MemberChange) => void;
  onClose: () => void;
}

export function MembersDialog({ kind, count, onChange, onClose }: MembersDialogProps) {
  const t = useTranslations('users.bulk');
  const common = useTranslations('common');
  const users = useTranslations('users');
  const { number } = useFormat();
  const roles = useRoleOptions(users('notYours'));
  const regions = useRegionOptions();
  const [ids, setIds] = useState<number[]>([]);
  const [isTaken, setTaken] = useState(false);
  return (
    <Dialog opened onClose={onClose} title={t(`${kind}Title`, { n: number(count), count })}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t(`${kind}Title`, { n: number(count), count })}
          value={isTaken ? 'take' : 'give'}
          onChange={(value) => setTaken(value === 'take')}
          data={[
            { value: 'give', label: t('give') },
            { value: 'take', label: t('take') },
          ]}
        />
        <OptionPick
          autoFocus
          label={users(`columns.${kind === 'groups' ? 'roles' : 'regions'}`)}
          value={ids}
          onChange={setIds}
          source={kind === 'groups' ? roles : regions}
        />
        <Group gap="xs">
          <Button disabled={ids.length === 0} onClick={() => onChange({ kind, ids, isTaken })}>
            {t(isTaken ? 'take' : 'give')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
