// /app/layers
import { LayersScreen } from '@/features/layers/screens/layers';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layers');

export default async function LayersPage() {
  await mayOpen('layers');
  return <LayersScreen who={(await pageSession())?.who ?? null} />;
}
