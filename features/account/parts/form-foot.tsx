// The end of a profile's form: what went wrong with it, and its two buttons.
'use client';
import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Problem } from './problem';

interface FormFootProps {
  problem: string;
  busy: boolean;
  /** The verb on the button that sends. */
  send: string;
  onCancel: () => void;
}

export function FormFoot({ problem, busy, send, onCancel }: FormFootProps) {
  const t = useTranslations('common');
  return (
    <>
      <Problem text={problem} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {send}
        </Button>
      </Group>
    </>
  );
}
