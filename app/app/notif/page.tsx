// /app/notif
import { NotifScreen } from '@/features/messages/screens/notif';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('notif');

export default async function NotifPage() {
  await mayOpen('notif');
  return <NotifScreen />;
}
