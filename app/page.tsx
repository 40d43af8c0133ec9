// The root only leads on: to the map or the remembered screen for who is signed in, to sign-in, or to the landing page of its host, for everybody else.
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { onLandingHost, pageSession } from '@/lib/bff/session/page-session';
import { href, safeReturn } from '@/lib/routes/rules';

export default async function RootPage() {
  const [session, jar] = await Promise.all([pageSession(), cookies()]);
  if (session) redirect(safeReturn(jar.get('initURL')?.value) ?? href('home'));
  redirect(href((await onLandingHost()) ? 'homepage' : 'signin'));
}
