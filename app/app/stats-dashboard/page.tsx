// /app/stats-dashboard
import { StatsDashboardScreen } from '@/features/dashboards/screens/stats-dashboard';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('statsDashboard');

export default async function StatsDashboardPage() {
  await mayOpen('statsDashboard');
  return <StatsDashboardScreen who={(await pageSession())?.who ?? null} />;
}
