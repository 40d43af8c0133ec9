// The root only leads on: to the map or the remembered screen for who is signed in, to sign-in for everybody else.
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { pageSession } from '@/lib/bff/page-session';
import { href, safeReturn } from '@/lib/routes/rules';

export default async function RootPage() {
  const [session, jar] = await Promise.all([pageSession(), cookies()]);
  redirect(session ? (safeReturn(jar.get('initURL')?.value) ?? href('home')) : href('signin'));
}
