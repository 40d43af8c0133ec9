// /signin
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { SignInScreen } from '@/features/session/screens/sign-in';
import { ChangelogLink } from '@/features/shell/slots/changelog-button';
import { HelpButton } from '@/features/shell/slots/help-button';
import { onPublicHost, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { href, safeReturn } from '@/lib/routes/rules';

export const generateMetadata = () => pageTitle('signin');

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const [{ to, mode }, jar, open, session] = await Promise.all([
    searchParams,
    cookies(),
    onPublicHost(),
    pageSession(),
  ]);
  const target = typeof to === 'string' ? to : null;
  const returnTo = safeReturn(target) ?? safeReturn(jar.get('initURL')?.value);
  // Whoever is in already has nothing to do here, in no mode.
  if (session) redirect(returnTo ?? href('home'));
  return (
    <SignInScreen
      returnTo={returnTo}
      open={open}
      start={open && mode === 'register' ? 'register' : 'login'}
      help={<HelpButton slug="signin" />}
      changelog={<ChangelogLink />}
    />
  );
}
