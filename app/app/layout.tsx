// The shell around every screen behind sign-in. The session is read here again: the middleware's word is not enough.
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { preload } from 'react-dom';
import { pageSession } from '@/lib/bff/session/page-session';
import { textsFile } from '@/lib/i18n/texts/texts-file';
import { href } from '@/lib/routes/rules';
import { FRAME_COOKIE, frameOf } from '@/lib/state/client-settings';
import { AppTexts } from './app-texts';
import { Frame } from './frame';

export default async function AppLayout({ children }: { children: ReactNode }) {
  const [session, lang, jar] = await Promise.all([pageSession(), getLocale(), cookies()]);
  if (!session) redirect(href('signin'));
  if (session.mustChange) redirect(href('changePassword'));
  const { path } = textsFile(lang);
  // On its way together with the code that needs it.
  preload(path, { as: 'fetch', crossOrigin: 'anonymous' });
  return (
    <AppTexts lang={lang} path={path}>
      <Frame initial={session} frame={frameOf(jar.get(FRAME_COOKIE)?.value)}>
        {children}
      </Frame>
    </AppTexts>
  );
}
