// Says that a notice is about to go, and takes it back.
'use client';
import { Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Callout } from '@/components/feedback/callout';
import { useSecondsLeft } from '@/components/feedback/use-seconds-left';
import { useFormat } from '@/lib/i18n/use-format';

export function HeldBar({ until, isGoing, onTakeBack }: { until: number; isGoing: boolean; onTakeBack: () => void }) {
  const t = useTranslations('messages.notices');
  const { number } = useFormat();
  const seconds = useSecondsLeft(until);
  return (
    <Group mb="md">
      <Callout
        action={
          !isGoing && (
            <Button
              data-autofocus
              variant="default"
              leftSection={<IconArrowBackUp size={16} className="points" />}
              onClick={onTakeBack}
            >
              {t('takeBack')}
            </Button>
          )
        }
      >
        {isGoing ? t('going') : t('held', { n: number(seconds), count: seconds })}
      </Callout>
    </Group>
  );
}
