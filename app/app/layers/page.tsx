// /app/layers
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { LayersJoined } from './joined';

export const generateMetadata = () => pageTitle('layers');

export default async function LayersPage() {
  await mayOpen('layers');
  return <LayersJoined who={(await pageSession())?.who ?? null} />;
}
