// /app/layer-import/upload, and /app/layer-import/<id of an uploaded file>
import { LayerImportScreen } from '@/features/layer-builder/screens/layer-import';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('layerImport');

export default async function LayerImportPage({ params }: { params: Promise<{ id: string }> }) {
  await mayOpen('layerImport');
  return <LayerImportScreen id={(await params).id} />;
}
