// Pages for looking at the shared parts; only in test builds.
import { notFound } from 'next/navigation';
import { getLocale, getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AppProviders } from '../app/app-providers';

export default async function PartsLayout({ children }: { children: ReactNode }) {
  if (process.env.NEXT_PUBLIC_TEST_HANDLE !== '1') notFound();
  const [lang, messages] = await Promise.all([getLocale(), getMessages()]);
  return (
    <AppProviders lang={lang} messages={messages}>
      {children}
    </AppProviders>
  );
}
