// /app/layer-builder-raster
import { LayerRasterScreen } from '@/features/layer-builder/screens/layer-raster';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerBuilderRaster');

export default async function LayerBuilderRasterPage() {
  await mayOpen('layerBuilderRaster');
  return <LayerRasterScreen />;
}
