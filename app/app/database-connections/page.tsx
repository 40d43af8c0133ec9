// /app/database-connections
import { DatabaseConnectionsScreen } from '@/features/layer-sources/screens/database-connections';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('databaseConnections');

export default async function DatabaseConnectionsPage() {
  await mayOpen('databaseConnections');
  return <DatabaseConnectionsScreen />;
}
