// /app/supervision/rewind
import { RewindScreen } from '@/features/records/screens/rewind';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('rewind');

export default async function RewindPage() {
  await mayOpen('rewind');
  return <RewindScreen />;
}
