// What a trial is and is not.
'use client';
import { Button, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/layout/dialog';
import classes from './sign-in-form.module.css';

export interface TermsDialogProps {
  opened: boolean;
  onClose: () => void;
  onAgree: () => void;
}

const TERMS = ['trial', 'deleted', 'volume', 'maps', 'content'] as const;

/** The button agrees; Esc and the cross only close. */
export function TermsDialog({ opened, onClose, onAgree }: TermsDialogProps) {
  const t = useTranslations('session.terms');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size={480}>
      <Stack gap="lg">
        <ul className={classes.list}>
          {TERMS.map((one) => (
            <li key={one}>{t(one)}</li>
          ))}
        </ul>
        <Button onClick={onAgree} data-autofocus>
          {t('agree')}
        </Button>
      </Stack>
    </Dialog>
  );
}
