// The same answer for addresses behind sign-in, inside the shell.
import { IconMapOff } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { NotHere } from '@/components/layout/not-here';
import { href } from '@/lib/routes/rules';

export default async function NotFoundInApp() {
  const t = await getTranslations('common');
  return (
    <NotHere
      icon={<IconMapOff size={28} stroke={1.5} />}
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      action={{ href: href('home'), label: t('home') }}
    />
  );
}
