// The button that ends the sessions of all devices.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useSession } from './session-frame';

export function SignOutEverywhere() {
  const t = useTranslations('session.signOut');
  const { signOutEverywhere } = useSession();
  return (
    <Button variant="default" aria-haspopup="dialog" onClick={() => void signOutEverywhere()}>
      {t('everywhere')}
    </Button>
  );
}
