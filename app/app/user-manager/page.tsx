// /app/user-manager
import { UserManagerScreen } from '@/features/users/screens/user-manager';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('userManager');

export default async function UserManagerPage() {
  await mayOpen('userManager');
  return <UserManagerScreen who={(await pageSession())?.who ?? null} />;
}
