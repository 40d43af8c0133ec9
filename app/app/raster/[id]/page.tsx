// /app/raster/:id
import { notFound } from 'next/navigation';
import { RasterEditorScreen } from '@/features/layer-sources/screens/raster-editor';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('rasterEditor');

export default async function RasterEditorPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('rasterEditor');
  const { id } = await params;
  if (!/^\d{1,9}$/.test(id)) notFound();
  return <RasterEditorScreen id={Number(id)} who={(await pageSession())?.who ?? null} />;
}
