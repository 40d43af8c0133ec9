// /app/settings
import { SettingsScreen } from '@/features/account/screens/settings';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('settings');

export default async function SettingsPage() {
  await mayOpen('settings');
  const session = await pageSession();
  return <SettingsScreen isSuperuser={session?.who.superuser === true} />;
}
