// /app/user-builder
import { UserEditorScreen } from '@/features/users/screens/user-editor';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('userBuilder');

export default async function UserBuilderPage() {
  await mayOpen('userBuilder');
  return <UserEditorScreen id={null} who={(await pageSession())?.who ?? null} />;
}
