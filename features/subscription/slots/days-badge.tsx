// The days that are left of a subscription, in the header; a press opens the way to a new plan.
'use client';
import { Indicator } from '@mantine/core';
import { IconCalendarDollar } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { lazyPart } from '@/components/layout/lazy-part';
import { useFormat } from '@/lib/i18n/use-format';
import { daysLeft, urgencyOf } from '../logic/plans';

const SubscriptionDialog = lazyPart(() => import('../parts/subscription-dialog'));

/** Green from a week up, orange below it, red when nothing is left. Colours dark enough for the white number on them. */
const COLORS = { green: 'green.9', orange: 'orange.9', red: 'red.8' } as const;

export function DaysBadge({ days }: { days: number | null }) {
  const t = useTranslations('subscription');
  const { number } = useFormat();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const left = daysLeft(days);
  const urgency = urgencyOf(left);
  return (
    <>
      <Indicator label={number(left)} size={16} offset={5} color={COLORS[urgency]} data-urgency={urgency}>
        <IconButton
          label={left > 0 ? t('daysLeft', { days: number(left), number: left }) : t('ended')}
          aria-haspopup="dialog"
          onClick={() => setState('open')}
        >
          <IconCalendarDollar size={20} stroke={1.6} />
        </IconButton>
      </Indicator>
      {state !== 'never' && (
        <Suspense>
          <SubscriptionDialog opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
