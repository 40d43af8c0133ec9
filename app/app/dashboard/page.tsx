// /app/dashboard
import { DashboardScreen } from '@/features/boards/screens/dashboard';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('dashboard');

export default async function DashboardPage() {
  await mayOpen('dashboard');
  const session = await pageSession();
  return session && <DashboardScreen who={session.who} />;
}
