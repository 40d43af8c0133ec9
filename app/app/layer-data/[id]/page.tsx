// /app/layer-data/:id
import { headers } from 'next/headers';
import { LayerAccess } from '@/features/layers/slots/layer-access';
import { LayerDataScreen } from '@/features/records/screens/layer-data';
import { firstReads } from '@/features/records/slots/first-reads';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { EarlyReads } from '../../early-reads';

export const generateMetadata = () => pageTitle('layerData');

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function LayerDataPage({ params, searchParams }: PageProps) {
  await mayOpen('layerData');
  const [id, search, requestHeaders] = [Number((await params).id), await searchParams, await headers()];
  return (
    <>
      <EarlyReads
        addresses={firstReads(id, Object.keys(search).length === 0)}
        nonce={requestHeaders.get('x-nonce') ?? undefined}
      />
      <LayerDataScreen access={<LayerAccess id={id} />} />
    </>
  );
}
