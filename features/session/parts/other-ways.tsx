// On public hosts: the ways in for who has no password at hand. Their dialogs come when they are first opened.
'use client';
import { Anchor } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import type { SessionGrant } from '../logic/calls';
import classes from './sign-in-form.module.css';

const OtpDialog = lazyPart(() => import('./otp-dialog'));
const ResetDialog = lazyPart(() => import('./reset-dialog'));
const Toasts = lazyPart(() => import('./toasts'));

type State = 'never' | 'open' | 'closed';

/** Two links, outside of the password form: what is sent in a dialog must not reach it. A dialog stays in memory once it was open, with its countdown. */
export function OtherWays({ onEntered }: { onEntered: (entered: SessionGrant & { username: string }) => void }) {
  const t = useTranslations('session');
  const [otp, setOtp] = useState<State>('never');
  const [reset, setReset] = useState<State>('never');
  const changed = async () => {
    setReset('closed');
    const { toast } = await import('@/components/feedback/toast');
    toast({ type: 'success', message: t('reset.done') });
  };
  return (
    <div className={classes.ways}>
      <Anchor component="button" type="button" inherit aria-haspopup="dialog" onClick={() => setReset('open')}>
        {t('ways.forgot')}
      </Anchor>
      <Anchor component="button" type="button" inherit aria-haspopup="dialog" onClick={() => setOtp('open')}>
        {t('ways.otp')}
      </Anchor>
      <Suspense>
        {otp !== 'never' && (
          <OtpDialog opened={otp === 'open'} onClose={() => setOtp('closed')} onEntered={onEntered} />
        )}
        {reset !== 'never' && (
          <>
            <ResetDialog opened={reset === 'open'} onClose={() => setReset('closed')} onDone={() => void changed()} />
            <Toasts />
          </>
        )}
      </Suspense>
    </div>
  );
}
