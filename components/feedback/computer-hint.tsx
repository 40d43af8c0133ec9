// On a telephone, once: that a screen is easier on a computer. Until somebody has read it, in this browser.
'use client';
import { Button } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { PHONE } from '@/lib/config/constants';
import { Callout } from './callout';

export function ComputerHint() {
  const t = useTranslations('common.computerHint');
  const isPhone = useMediaQuery(PHONE) ?? false;
  const [isRead, setRead] = useLocalStorage({ key: 'computerHint', defaultValue: false });
  if (!isPhone || isRead) return null;
  return (
    <Callout
      action={
        <Button size="xs" variant="subtle" onClick={() => setRead(true)}>
          {t('read')}
        </Button>
      }
    >
      {t('text')}
    </Callout>
  );
}
