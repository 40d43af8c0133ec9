// /app/group-builder/:id
import { notFound } from 'next/navigation';
import { GroupBuilderScreen } from '@/features/roles/screens/group-builder';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('groupEditor');

export default async function GroupEditorPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('groupEditor');
  const { id } = await params;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <GroupBuilderScreen id={Number(id)} who={(await pageSession())?.who ?? null} />;
}
