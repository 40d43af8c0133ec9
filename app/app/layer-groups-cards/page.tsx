// /app/layer-groups-cards
import { LayerGroupsCardsScreen } from '@/features/layers/screens/layer-groups-cards';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerGroupsCards');

export default async function LayerGroupsCardsPage() {
  await mayOpen('layerGroupsCards');
  return <LayerGroupsCardsScreen who={(await pageSession())?.who ?? null} />;
}
