// /app/layer-data/:id
import { LayerAccess } from '@/features/layers/slots/layer-access';
import { LayerDataScreen } from '@/features/records/screens/layer-data';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerData');

export default async function LayerDataPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('layerData');
  return <LayerDataScreen access={<LayerAccess id={Number((await params).id)} />} />;
}
