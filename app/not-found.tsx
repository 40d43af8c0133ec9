// The one page for addresses that lead nowhere.
import { IconMapOff } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { NotHere } from '@/components/layout/not-here';

export default async function NotFound() {
  const t = await getTranslations('common');
  return (
    <main style={{ minBlockSize: '100dvh', display: 'grid', alignItems: 'center' }}>
      <NotHere
        icon={<IconMapOff size={28} stroke={1.5} />}
        title={t('notFoundTitle')}
        text={t('notFoundText')}
        action={{ href: '/', label: t('home') }}
      />
    </main>
  );
}
