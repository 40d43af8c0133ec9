// /app/supervision/data-detail/:id
import { notFound } from 'next/navigation';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { RecordReviewJoined } from '../../../review-joined';

export const generateMetadata = () => pageTitle('supervisionDetail');

export default async function RecordReviewPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('supervisionDetail');
  const { id } = await params;
  if (!/^\d{1,15}$/.test(id)) notFound();
  return <RecordReviewJoined id={Number(id)} />;
}
