// /app/group-manager
import { GroupManagerScreen } from '@/features/roles/screens/group-manager';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('groupManager');

export default async function GroupManagerPage() {
  await mayOpen('groupManager');
  return <GroupManagerScreen />;
}
