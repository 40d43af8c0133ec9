// Where somebody lands who comes back from paying: what the server says of the payment, calmly, and the way back.
'use client';
import { Loader } from '@mantine/core';
import { IconCircleCheck, IconClockHour4, IconCreditCardOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { NotHere } from '@/components/layout/not-here';
import { type PaymentStatus, watchPayment } from '../logic/watch';

const SIZE = 28;
const ICONS: Record<PaymentStatus | 'cancelled', ReactNode> = {
  checking: <Loader size={SIZE} />,
  paid: <IconCircleCheck size={SIZE} stroke={1.5} color="var(--mantine-color-green-text)" />,
  cancelled: <IconCreditCardOff size={SIZE} stroke={1.5} />,
  failed: <IconCreditCardOff size={SIZE} stroke={1.5} />,
  pending: <IconClockHour4 size={SIZE} stroke={1.5} />,
  unknown: <IconClockHour4 size={SIZE} stroke={1.5} />,
  unreached: <IconPlugConnectedX size={SIZE} stroke={1.5} />,
};

/** `returned`: as what the bank sent the payer back. Who comes back without having paid is told so at once; better news may follow. */
export function PurchaseResultScreen({ id, returned }: { id: string; returned: 'paid' | 'unpaid' }) {
  const t = useTranslations('subscription.result');
  const lang = useLocale();
  const [status, setStatus] = useState<PaymentStatus>('checking');
  const isOpen = status === 'checking' || status === 'pending';
  const standing = returned === 'unpaid' && isOpen ? 'cancelled' : status;
  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      const [{ api }, { call, wire }] = await Promise.all([import('@/contract'), import('@/lib/api/client')]);
      wire.lang = lang;
      const ask = () => call(api.subscription.payment, { params: { payment: id } }, { signal: left.signal });
      const last = await watchPayment(ask, left.signal);
      if (!left.signal.aborted) setStatus(last);
    })();
    return () => left.abort();
  }, [id, lang]);
  return (
    <main style={{ minBlockSize: '100dvh', display: 'grid', alignItems: 'center' }}>
      <div aria-live="polite" aria-busy={standing === 'checking'}>
        <NotHere
          icon={ICONS[standing]}
          title={t(`${standing}.title`)}
          text={t(`${standing}.text`)}
          {...(['paid', 'failed', 'cancelled', 'pending'].includes(standing) ? { note: t('number', { id }) } : {})}
          action={{ href: '/', label: t('back') }}
        />
      </div>
    </main>
  );
}
