// /app/users-dashboard
import { UsersDashboardScreen } from '@/features/dashboards/screens/users-dashboard';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('usersDashboard');

export default async function UsersDashboardPage() {
  await mayOpen('usersDashboard');
  return <UsersDashboardScreen />;
}
