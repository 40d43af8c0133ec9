// /app/recipient/:id
import { notFound } from 'next/navigation';
import { RecipientScreen } from '@/features/messages/screens/recipient';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('recipient');

export default async function RecipientPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('recipient');
  const { id } = await params;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <RecipientScreen id={Number(id)} />;
}
