// /app/layer-relations
import { LayerRelationsScreen } from '@/features/relations/screens/layer-relations';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerRelations');

export default async function LayerRelationsPage() {
  await mayOpen('layerRelations');
  return <LayerRelationsScreen />;
}
