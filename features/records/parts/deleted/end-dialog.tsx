// Before records are deleted for ever: their number, typed by the person.
'use client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { parseNumber } from '@/lib/i18n/digits';
import { useFormat } from '@/lib/i18n/use-format';

export function EndDialog({
  count,
  onConfirm,
  onClose,
}: {
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const t = useTranslations('records.deleted');
  const { number } = useFormat();
  const [text, setText] = useState('');
  const isRight = parseNumber(text) === count;
  return (
    <Dialog opened onClose={onClose} title={t('endTitle', { n: number(count) })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight) onConfirm();
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('endText')}</Text>
          <TextInput
            label={t('endCount', { n: number(count) })}
            inputMode="numeric"
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="red" disabled={!isRight}>
              {t('end')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
