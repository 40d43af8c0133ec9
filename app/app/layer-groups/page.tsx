// /app/layer-groups
import { LayerGroupsScreen } from '@/features/layers/screens/layer-groups';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerGroups');

export default async function LayerGroupsPage() {
  await mayOpen('layerGroups');
  return <LayerGroupsScreen who={(await pageSession())?.who ?? null} />;
}
