// /app/system-log
import { SystemLogScreen } from '@/features/journals/screens/system-log';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('systemLog');

export default async function SystemLogPage() {
  await mayOpen('systemLog');
  return <SystemLogScreen />;
}
