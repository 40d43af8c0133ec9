// What a bought plan is and is not.
'use client';
import { Button, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/layout/dialog';
import classes from './subscription.module.css';

const TERMS = ['months', 'refund', 'kept', 'size', 'owned'] as const;

export interface PlanTermsProps {
  opened: boolean;
  onClose: () => void;
  onAgree: () => void;
}

/** The button agrees; Esc and the cross only close. */
export function PlanTerms({ opened, onClose, onAgree }: PlanTermsProps) {
  const t = useTranslations('subscription.terms');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size={440} zIndex={300}>
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
