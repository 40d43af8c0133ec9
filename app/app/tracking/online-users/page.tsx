// /app/tracking/online-users
import { OnlineUsersScreen } from '@/features/tracking/screens/online-users';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('onlineUsers');

export default async function OnlineUsersPage() {
  await mayOpen('onlineUsers');
  return <OnlineUsersScreen who={(await pageSession())?.who ?? null} />;
}
