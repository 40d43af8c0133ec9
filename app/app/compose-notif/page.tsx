// /app/compose-notif
import { ComposeNotifScreen } from '@/features/messages/screens/compose-notif';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('composeNotif');

export default async function ComposeNotifPage() {
  await mayOpen('composeNotif');
  return <ComposeNotifScreen />;
}
