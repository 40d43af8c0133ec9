// /app/403
import { IconLock } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { NotHere } from '@/components/layout/not-here';
import { mayOpen } from '@/lib/bff/session/page-session';
import { pageTitle } from '@/lib/i18n/page-title';
import { href } from '@/lib/routes/rules';

export const generateMetadata = () => pageTitle('forbidden');

export default async function ForbiddenPage() {
  await mayOpen('forbidden');
  const t = await getTranslations('common');
  return (
    <NotHere
      icon={<IconLock size={28} stroke={1.5} />}
      title={t('forbiddenTitle')}
      text={t('forbiddenText')}
      action={{ href: href('home'), label: t('home') }}
    />
  );
}
