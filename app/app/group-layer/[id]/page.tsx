// /app/group-layer/:id
import { notFound } from 'next/navigation';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { GroupLayerJoined } from '../../layers/joined';

export const generateMetadata = () => pageTitle('groupLayer');

export default async function GroupLayerPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('groupLayer');
  const { id } = await params;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <GroupLayerJoined id={Number(id)} who={(await pageSession())?.who ?? null} />;
}
