// /app/layer-data/:id
import { LayerDataScreen } from '@/features/records/screens/layer-data';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerData');

export default async function LayerDataPage() {
  await mayOpen('layerData');
  return <LayerDataScreen />;
}
