// /app/settings
import { SettingsScreen } from '@/features/account/screens/settings';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('settings');

export default function SettingsPage() {
  return <SettingsScreen />;
}
