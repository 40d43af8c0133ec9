// /app/layer-builder-wms
import { LayerBuilderWmsScreen } from '@/features/layer-sources/screens/layer-builder-wms';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerBuilderWms');

export default async function LayerBuilderWmsPage() {
  await mayOpen('layerBuilderWms');
  return <LayerBuilderWmsScreen />;
}
