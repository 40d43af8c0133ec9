// /app/layer-builder-db
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { LayerBuilderDbJoined } from './joined';

export const generateMetadata = () => pageTitle('layerBuilderDb');

export default async function LayerBuilderDbPage() {
  await mayOpen('layerBuilderDb');
  return <LayerBuilderDbJoined who={(await pageSession())?.who ?? null} />;
}
