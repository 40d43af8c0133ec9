// /app/layer-publish
import { LayerPublishScreen } from '@/features/publish/screens/layer-publish';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerPublish');

export default async function LayerPublishPage() {
  await mayOpen('layerPublish');
  return <LayerPublishScreen />;
}
