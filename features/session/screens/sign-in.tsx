// The sign-in screen: one card over a still map, who runs this installation, language, version and its changes.
'use client';
import { Anchor, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { LanguageSwitch } from '@/components/language-switch';
import { Logo } from '@/components/logo';
import { useFormat } from '@/lib/i18n/use-format';
import { hintsSignedIn } from '../logic/storage';
import { loadRecord } from '../logic/user-record';
import { SignInForm } from '../parts/sign-in-form';
import { useArrival } from '../parts/use-arrival';
import { useCustomer } from '../parts/use-customer';
import classes from './sign-in.module.css';

export interface SignInScreenProps {
  /** Where to go after signing in: a screen of ours. */
  returnTo: string;
  /** Buttons that open the help and the list of changes; they belong to another room and are joined by the page. */
  help: ReactNode;
  changelog: ReactNode;
}

/** The name of whoever used this browser last and never signed out. */
function useLastUsername(): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (hintsSignedIn()) void loadRecord().then((record) => setName(record?.username));
  }, []);
  return name;
}

export function SignInScreen({ returnTo, help, changelog }: SignInScreenProps) {
  const t = useTranslations('session');
  const { digits } = useFormat();
  const names = useCustomer();
  const { arrive, alreadyIn } = useArrival(returnTo);
  const lastUsername = useLastUsername();
  useEffect(() => {
    document.title = `${t('title')} | ${names.name}`;
  }, [t, names.name]);
  return (
    <div className={classes.page}>
      <div className={classes.map} aria-hidden />
      <main className={classes.card}>
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
        <SignInForm
          suggestedUsername={lastUsername}
          onSignedIn={({ username, csrf }) => arrive(username, csrf)}
          onAlreadyIn={alreadyIn}
        />
        <footer className={classes.foot}>
          <LanguageSwitch size="xs" />
          <span className={classes.version}>
            {names.version && <span>{t('version', { version: digits(names.version) })}</span>}
            {changelog}
          </span>
        </footer>
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
      </main>
    </div>
  );
}
