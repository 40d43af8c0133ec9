// Screens of the route table that have no page of their own yet say so; anything else is not found.
import { IconHammer } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { NotHere } from '@/components/layout/not-here';
import { mayOpen } from '@/lib/bff/session/page-session';
import { href, routeAt } from '@/lib/routes/rules';

interface Props {
  params: Promise<{ rest: string[] }>;
}

const at = async ({ params }: Props) => routeAt(`/app/${(await params).rest.join('/')}`);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [address, t] = await Promise.all([at(props), getTranslations('routes')]);
  return address ? { title: t(`${address.id}.title`) } : {};
}

export default async function NotBuiltPage(props: Props) {
  const [address, routes, t] = await Promise.all([at(props), getTranslations('routes'), getTranslations('common')]);
  if (!address) notFound();
  await mayOpen(address.id);
  const purpose = `${address.id}.purpose` as Parameters<typeof routes.has>[0];
  return (
    <NotHere
      icon={<IconHammer size={28} stroke={1.5} />}
      title={t('notBuiltTitle')}
      text={t('notBuiltText', { title: routes(`${address.id}.title`) })}
      {...(routes.has(purpose) ? { note: routes(purpose) } : {})}
      action={{ href: href('home'), label: t('home') }}
    />
  );
}
