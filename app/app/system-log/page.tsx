// /app/system-log
import { SystemLogScreen } from '@/features/journals/screens/system-log';
import { RecordSteps } from '@/features/records/slots/record-steps';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('systemLog');

export default async function SystemLogPage() {
  await mayOpen('systemLog');
  return <SystemLogScreen Steps={RecordSteps} />;
}
