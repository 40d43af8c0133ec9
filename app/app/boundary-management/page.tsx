// /app/boundary-management
import { BoundaryManagementScreen } from '@/features/regions/screens/boundary-management';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('boundaryManagement');

export default async function BoundaryManagementPage() {
  await mayOpen('boundaryManagement');
  return <BoundaryManagementScreen />;
}
