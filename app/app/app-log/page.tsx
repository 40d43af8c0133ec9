// /app/app-log
import { AppLogScreen } from '@/features/journals/screens/app-log';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('appLog');

export default async function AppLogPage() {
  await mayOpen('appLog');
  return <AppLogScreen />;
}
