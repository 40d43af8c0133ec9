// Pages below /app that anybody may open: without the shell, and without asking for a session.
import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { TIME_ZONE } from '@/lib/i18n/lang';

export default async function PublicLayout({ children }: { children: ReactNode }) {
  const [lang, { common, errors, subscription }] = await Promise.all([getLocale(), getMessages()]);
  return (
    <NextIntlClientProvider locale={lang} messages={{ common, errors, subscription }} timeZone={TIME_ZONE}>
      {children}
    </NextIntlClientProvider>
  );
}
