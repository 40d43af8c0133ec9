// /app/add-data/:id
import { AddDataScreen } from '@/features/records/screens/add-data';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('addData');

export default async function AddDataPage() {
  await mayOpen('addData');
  return <AddDataScreen />;
}
