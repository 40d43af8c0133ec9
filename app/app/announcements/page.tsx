// /app/announcements
import { AnnouncementsScreen } from '@/features/messages/screens/announcements';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('announcements');

export default async function AnnouncementsPage() {
  await mayOpen('announcements');
  return <AnnouncementsScreen />;
}
