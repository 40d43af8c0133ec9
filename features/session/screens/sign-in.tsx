// The sign-in screen: one card over a still map, who runs this installation, language, version and its changes.
'use client';
import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { LanguageSwitch } from '@/components/layout/language-switch';
import { lazyPart } from '@/components/layout/lazy-part';
import { Logo } from '@/components/layout/logo';
import { useFormat } from '@/lib/i18n/use-format';
import { href } from '@/lib/routes/rules';
import { AFTER_REGISTER_MS } from '../logic/limits';
import { isMarkedSignedIn } from '../logic/storage';
import { loadRecord } from '../logic/user-record';
import { OtherWays } from '../parts/other-ways';
import { SignInForm } from '../parts/sign-in-form';
import { useArrival } from '../parts/use-arrival';
import { useCustomer } from '../parts/use-customer';
import classes from './sign-in.module.css';

const RegisterForm = lazyPart(() => import('../parts/register-form'));

type Mode = 'login' | 'register';

export interface SignInScreenProps {
  /** Where to go after signing in: a screen of ours; null for the one that the roles begin with. */
  returnTo: string | null;
  /** Whether this is a public host: anybody may sign up, sign in by a code, and reset a password. */
  open: boolean;
  start: Mode;
  /** Buttons that open the help and the list of changes; they belong to another room and are joined by the page. */
  help: ReactNode;
  changelog: ReactNode;
}

/** The name of whoever used this browser last and never signed out. */
function useLastUsername(): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (isMarkedSignedIn()) void loadRecord().then((record) => setName(record?.username));
  }, []);
  return name;
}

type Names = ReturnType<typeof useCustomer>;

function CardHead({ names, help }: { names: Names; help: ReactNode }) {
  return (
    <header className={classes.head}>
      <Logo size={40} />
      <div className={classes.names}>
        <h1 className={classes.name}>
          <bdi>{names.name}</bdi>
        </h1>
        <Text size="sm" c="dimmed" truncate>
          <bdi>{names.subtitle}</bdi>
        </Text>
      </div>
      {help}
    </header>
  );
}

function CardFoot({ names, changelog }: { names: Names; changelog: ReactNode }) {
  const t = useTranslations('session');
  const { digits } = useFormat();
  return (
    <>
      <footer className={classes.foot}>
        <LanguageSwitch size="xs" />
        <span className={classes.version}>
          {names.version && <span>{t('version', { version: digits(names.version) })}</span>}
          {changelog}
        </span>
      </footer>
      {names.app && (
        <Anchor href={names.app.path} size="sm" ta="center">
          {t('mobileApp', { version: digits(names.app.version) })}
        </Anchor>
      )}
      {names.footer && (
        <Text size="xs" c="dimmed" ta="center" dir="auto">
          {names.link ? (
            <Anchor href={names.link} target="_blank" rel="noopener noreferrer" inherit>
              {names.footer}
            </Anchor>
          ) : (
            names.footer
          )}
        </Text>
      )}
    </>
  );
}

export function SignInScreen({ returnTo, open, start, help, changelog }: SignInScreenProps) {
  const t = useTranslations('session');
  const names = useCustomer();
  const { arrive, alreadyIn, prepare } = useArrival(returnTo);
  const lastUsername = useLastUsername();
  const [mode, setMode] = useState<Mode>(start);
  const [second, setSecond] = useState(false);
  // The server draws no registration form: what is typed into one before its code has arrived would be lost.
  const [running, setRunning] = useState(false);
  useEffect(() => setRunning(true), []);
  const waiting = <div className={classes.waiting} aria-busy />;
  useEffect(() => {
    document.title = `${t('title')} | ${names.name}`;
  }, [t, names.name]);
  return (
    <div className={classes.page}>
      <div className={classes.map} aria-hidden />
      <main className={classes.card} onInput={prepare}>
        <CardHead names={names} help={help} />
        {open && !second && (
          <SegmentedControl
            fullWidth
            aria-label={t('mode.label')}
            value={mode}
            onChange={(next) => setMode(next as Mode)}
            data={[
              { value: 'login', label: t('mode.login') },
              { value: 'register', label: t('mode.register') },
            ]}
          />
        )}
        {mode === 'register' ? (
          <Suspense fallback={waiting}>
            {running ? (
              <RegisterForm onDone={(username, { csrf }) => arrive(username, csrf, href('home'), AFTER_REGISTER_MS)} />
            ) : (
              waiting
            )}
          </Suspense>
        ) : (
          <SignInForm
            suggestedUsername={lastUsername}
            onSignedIn={({ username, csrf }) => arrive(username, csrf)}
            onAlreadyIn={alreadyIn}
            onSecond={setSecond}
          />
        )}
        {open && !second && mode === 'login' && (
          <OtherWays onEntered={({ username, csrf }) => arrive(username, csrf)} />
        )}
        <CardFoot names={names} changelog={changelog} />
      </main>
    </div>
  );
}
