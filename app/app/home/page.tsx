// The map.
import { getInstance } from '@/lib/bff/instance';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { HomeJoined } from './joined';

export const generateMetadata = () => pageTitle('home');
export default async function HomePage() {
  await mayOpen('home');
  return <HomeJoined baseMaps={(await getInstance().baseMaps).offers} />;
}
