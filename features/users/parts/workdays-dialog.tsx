// The days of work that all selected people have from now on.
'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { WeekDayPick } from '@/components/pickers/week-day-pick';
import { useFormat } from '@/lib/i18n/use-format';
import { useWorkdayText } from './use-workday-text';

export interface WorkdaysDialogProps {
  /** People that it concerns. */
  count: number;
  onChange: (days: number[]) => void;
  onClose: () => void;
}

export function WorkdaysDialog({ count, onChange, onClose }: WorkdaysDialogProps) {
  const t = useTranslations('users');
  const common = useTranslations('common');
  const { number } = useFormat();
  const inWords = useWorkdayText();
  const [days, setDays] = useState<number[]>([]);
  const title = t('bulk.workdaysTitle', { n: number(count), count });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        <WeekDayPick
          label={t('columns.workdays')}
          description={t('form.workdaysHint')}
          nameOf={(day) => t(`days.${day}`)}
          value={days}
          onChange={setDays}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('bulk.workdaysText', { days: inWords(days) })}
        </Text>
        <Group gap="xs">
          <Button onClick={() => onChange(days)}>{t('bulk.workdaysSet')}</Button>
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
