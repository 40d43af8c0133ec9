// /app/layer-data, without a layer: one that cannot be loaded leads here.
import { IconStack2 } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { NotHere } from '@/components/layout/not-here';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { href } from '@/lib/routes/rules';

export const generateMetadata = () => pageTitle('noLayerData');

export default async function NoLayerDataPage() {
  await mayOpen('noLayerData');
  const [t, routes] = await Promise.all([getTranslations('records.noLayer'), getTranslations('routes')]);
  return (
    <NotHere
      icon={<IconStack2 size={28} stroke={1.5} />}
      title={t('title')}
      text={t('text')}
      action={{ href: href('layers'), label: routes('layers.title') }}
    />
  );
}
