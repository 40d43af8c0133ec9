// /app/user-editor/:id
import { notFound } from 'next/navigation';
import { UserEditorScreen } from '@/features/users/screens/user-editor';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('userEditor');

export default async function UserEditorPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('userEditor');
  const { id } = await params;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <UserEditorScreen id={Number(id)} who={(await pageSession())?.who ?? null} />;
}
