// The shell around every screen behind sign-in. The session is read here again: the middleware's word is not enough.
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { getLocale, getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { pageSession } from '@/lib/bff/session/page-session';
import { href } from '@/lib/routes/rules';
import { FRAME_COOKIE, frameOf } from '@/lib/state/client-settings';
import { AppProviders } from './app-providers';
import { Frame } from './frame';

export default async function AppLayout({ children }: { children: ReactNode }) {
  const [session, lang, messages, jar] = await Promise.all([pageSession(), getLocale(), getMessages(), cookies()]);
  if (!session) redirect(href('signin'));
  if (session.mustChange) redirect(href('changePassword'));
  return (
    <AppProviders lang={lang} messages={messages}>
      <Frame initial={session} frame={frameOf(jar.get(FRAME_COOKIE)?.value)}>
        {children}
      </Frame>
    </AppProviders>
  );
}
