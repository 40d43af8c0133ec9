// The own plan on the profile: what it gives, what is used of it, the way to the next one, and what was paid. Only for those who have subscribed.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { Purchases } from '../parts/purchases';
import { Usage } from '../parts/usage';

const SubscriptionDialog = lazyPart(() => import('../parts/subscription-dialog'));

export function PlanSection() {
  const t = useTranslations('subscription');
  const user = useRead(api.session.user, {}).data;
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  if (!user?.is_signed_up) return null;
  return (
    <>
      <Usage
        user={user}
        action={
          user.reserved_plan === null && (
            <Button variant="default" aria-haspopup="dialog" onClick={() => setState('open')}>
              {t(user.current_plan === null ? 'upgrade' : 'renew')}
            </Button>
          )
        }
      />
      {user.is_superuser && <Purchases user={user} />}
      {state !== 'never' && (
        <Suspense>
          <SubscriptionDialog opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
