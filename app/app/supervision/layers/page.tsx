// /app/supervision/layers
import { SupervisionLayersScreen } from '@/features/supervision/screens/supervision-layers';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('supervisionLayers');

export default async function SupervisionLayersPage() {
  await mayOpen('supervisionLayers');
  return <SupervisionLayersScreen />;
}
