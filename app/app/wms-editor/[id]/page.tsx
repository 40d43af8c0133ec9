// /app/wms-editor/:id
import { notFound } from 'next/navigation';
import { ServiceEditorScreen } from '@/features/layer-sources/screens/service-editor';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('wmsEditor');

export default async function WmsEditorPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('wmsEditor');
  const { id } = await params;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <ServiceEditorScreen id={Number(id)} />;
}
