// /app/group-builder
import { GroupBuilderScreen } from '@/features/roles/screens/group-builder';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('groupBuilder');

export default async function GroupBuilderPage() {
  await mayOpen('groupBuilder');
  return <GroupBuilderScreen id={null} who={(await pageSession())?.who ?? null} />;
}
