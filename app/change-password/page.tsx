// /change-password

import { redirect } from 'next/navigation';
import { getLocale, getMessages } from 'next-intl/server';
import { ChangePasswordScreen } from '@/features/session/screens/change-password';
import { HelpButton } from '@/features/shell/slots/help-button';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { href } from '@/lib/routes/rules';
import { AppProviders } from '../app/app-providers';

export const generateMetadata = () => pageTitle('changePassword');

export default async function ChangePasswordPage() {
  await mayOpen('changePassword');
  const [session, lang, messages] = await Promise.all([pageSession(), getLocale(), getMessages()]);
  // Whoever need not change it does so in the profile.
  if (!session?.mustChange) redirect(href(session ? 'home' : 'signin'));
  return (
    <AppProviders lang={lang} messages={messages}>
      <ChangePasswordScreen user={session.user} csrf={session.csrf} help={<HelpButton slug="signin" />} />
    </AppProviders>
  );
}
