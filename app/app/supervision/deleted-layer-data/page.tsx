// /app/supervision/deleted-layer-data
import { LayerTrash } from '@/features/layers/slots/layer-trash';
import { DeletedRecordsScreen } from '@/features/records/screens/deleted-records';
import { mayOpen, pageSession } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';

export const generateMetadata = () => pageTitle('deletedData');

export default async function DeletedDataPage() {
  await mayOpen('deletedData');
  const who = (await pageSession())?.who ?? null;
  return <DeletedRecordsScreen layers={<LayerTrash canEnd={who?.superuser ?? false} />} />;
}
