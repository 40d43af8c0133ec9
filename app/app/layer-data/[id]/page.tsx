// /app/layer-data/:id
import { LayerDataScreen } from '@/features/records/screens/layer-data';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerData');

export default function LayerDataPage() {
  return <LayerDataScreen />;
}
