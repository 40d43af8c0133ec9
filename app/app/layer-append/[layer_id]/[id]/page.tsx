// /app/layer-append/<layer>/upload, and /app/layer-append/<layer>/<id of an uploaded file>
import { LayerAppendScreen } from '@/features/layer-builder/screens/layer-append';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerAppend');

export default async function LayerAppendPage({ params }: { params: Promise<{ layer_id: string; id: string }> }) {
  await mayOpen('layerAppend');
  const { layer_id, id } = await params;
  return <LayerAppendScreen layerId={layer_id} id={id} />;
}
