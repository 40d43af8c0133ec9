// /homepage
import { LandingScreen } from '@/features/landing/screens/landing';
import { publicPlans } from '@/lib/bff/public-plans';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('homepage');

export default async function HomePage() {
  await mayOpen('homepage');
  return <LandingScreen plans={await publicPlans()} />;
}
