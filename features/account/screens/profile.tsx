// The own profile: picture and names, how to be reached, how the account is kept safe, and the plan.
'use client';
import { Badge, Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { EmailDialog } from '../parts/email-dialog';
import { FactorDialog } from '../parts/factor-dialog';
import { NamesForm } from '../parts/names-form';
import { OwnPicture } from '../parts/own-picture';
import { PasswordDialog } from '../parts/password-dialog';
import { PhoneDialog } from '../parts/phone-dialog';
import classes from './profile.module.css';

const DIALOGS = { email: EmailDialog, phone: PhoneDialog, factor: FactorDialog, password: PasswordDialog };
type Which = keyof typeof DIALOGS;

interface LineProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

function Line({ title, children, action }: LineProps) {
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        <div className={classes.hint}>{children}</div>
      </div>
      {action}
    </div>
  );
}

interface ProfileProps {
  /** These belong to other rooms and are joined by the page: the plan, the button that signs out on all devices, one's own keys and places. */
  plan: ReactNode;
  everywhere: ReactNode;
  keys?: ReactNode;
  places?: ReactNode;
}

export function ProfileScreen({ plan, everywhere, keys, places }: ProfileProps) {
  const t = useTranslations('account.profile');
  const session = useTranslations('session');
  const { digits } = useFormat();
  const { data: user, error, refetch } = useRead(api.session.user, {});
  const [open, setOpen] = useState<Which | null>(null);
  const Dialog = open && DIALOGS[open];
  const button = (which: Which, label: string) => (
    <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen(which)}>
      {label}
    </Button>
  );
  return (
    <Page title={t('title')} width={720}>
      {error && !user && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !user && <FormSkeleton fields={6} />}
      {user && (
        <div className={classes.stack}>
          <Card title={t('person')}>
            <OwnPicture user={user} />
            <NamesForm user={user} />
          </Card>
          <Card title={t('contact')} hint={t('contactHint')}>
            <Line title={t('email')} action={button('email', t(user.email ? 'change' : 'add'))}>
              {user.email ? (
                <bdi dir="ltr" className={classes.value}>
                  {user.email}
                </bdi>
              ) : (
                t('unset')
              )}
            </Line>
            <Line
              title={session('phone')}
              action={button('phone', t(user.phone ? (user.phone_proved ? 'change' : 'prove') : 'add'))}
            >
              {user.phone ? <bdi dir="ltr">{digits(user.phone)}</bdi> : t('unset')}{' '}
              {user.phone && (
                <Badge size="sm" variant="light" color={user.phone_proved ? 'green' : 'gray'}>
                  {t(user.phone_proved ? 'proved' : 'unproved')}
                </Badge>
              )}
            </Line>
          </Card>
          <Card title={t('security')}>
            <Line title={session('password')} action={button('password', t('change'))}>
              {t('passwordHint')}
            </Line>
            <Line
              title={session('twoFactor.title')}
              action={
                user.two_factor || user.phone_proved
                  ? button('factor', t(user.two_factor ? 'factorOff' : 'factorOn'))
                  : button('phone', t('proveFirst'))
              }
            >
              {t(user.two_factor ? 'factorIsOn' : user.phone_proved ? 'factorIsOff' : 'factorNeedsPhone')}
            </Line>
            <Line title={t('devices')} action={everywhere}>
              {t('devicesHint')}
            </Line>
          </Card>
          {keys}
          {places}
          {plan}
          {Dialog && <Dialog user={user} onClose={() => setOpen(null)} />}
        </div>
      )}
    </Page>
  );
}
