// /app/supervision/lots
import { AuditLotsScreen } from '@/features/supervision/screens/audit-lots';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('supervisionLots');

export default async function AuditLotsPage() {
  await mayOpen('supervisionLots');
  return <AuditLotsScreen />;
}
