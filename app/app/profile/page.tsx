// /app/profile
import { ProfileScreen } from '@/features/account/screens/profile';
import { OwnKeys } from '@/features/publish/slots/own-keys';
import { SignOutEverywhere } from '@/features/session/slots/sign-out-everywhere';
import { PlanSection } from '@/features/subscription/slots/plan-section';
import { OwnPlaces } from '@/features/tracking/slots/own-places';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('profile');

export default async function ProfilePage() {
  await mayOpen('profile');
  return (
    <ProfileScreen
      plan={<PlanSection />}
      everywhere={<SignOutEverywhere />}
      keys={<OwnKeys />}
      places={<OwnPlaces />}
    />
  );
}
