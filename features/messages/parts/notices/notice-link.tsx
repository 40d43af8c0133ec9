// The screen that a notice leads to, by its name; nothing where there is none of ours.
'use client';
import { Button } from '@mantine/core';
import { IconArrowForwardUp } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { routeAt, safeReturn } from '@/lib/routes/rules';

export function NoticeLink({ link, onGo }: { link: string | null; onGo?: () => void }) {
  const t = useTranslations('messages.notices');
  const routes = useTranslations('routes');
  const path = safeReturn(link);
  const route = path && routeAt(path.replace(/[?#].*$/, ''));
  if (!path || !route) return null;
  return (
    <Button
      component={Link}
      href={path}
      prefetch={false}
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowForwardUp size={16} className="points" />}
      {...(onGo ? { onClick: onGo } : {})}
    >
      {t('openScreen', { screen: routes(`${route.id}.title`) })}
    </Button>
  );
}
