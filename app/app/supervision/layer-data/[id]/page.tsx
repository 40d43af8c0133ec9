// /app/supervision/layer-data/:id; `all` in place of the id is the queue of all layers
import { notFound } from 'next/navigation';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { LayerReviewJoined } from '../../../review-joined';

export const generateMetadata = () => pageTitle('supervisionLayerData');

export default async function LayerReviewPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('supervisionLayerData');
  const { id } = await params;
  if (id !== 'all' && !/^\d{1,9}$/.test(id)) notFound();
  return <LayerReviewJoined id={id === 'all' ? null : Number(id)} />;
}
