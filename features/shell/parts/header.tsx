// The bar above every screen: menu, home, back, map tools; help, upload, changes.
'use client';
import { Indicator } from '@mantine/core';
import { IconArrowRight, IconMenu2, IconMessage, IconTools } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { REGION } from '@/components/focus/regions';
import { IconButton } from '@/components/icon-button';
import { Logo } from '@/components/layout/logo';
import { useFormat } from '@/lib/i18n/use-format';
import { href, isOffered, type Who } from '@/lib/routes/rules';
import { useClientSettings } from '@/lib/state/client-settings';
import { helpSlug } from '../logic/menu-state';
import { ChangelogButton } from '../slots/changelog-button';
import { HelpButton } from '../slots/help-button';
import classes from './header.module.css';
import { UploadBadge } from './upload-badge';
import { useHasHistory } from './use-has-history';

export interface HeaderProps {
  who: Who;
  appName: string;
  onMenu: () => void;
  /** The menu stands beside the content at every width that has room for it. */
  permanentMenu: boolean;
  /** Unread messages. */
  messages: number;
  subscription?: ReactNode;
  /** What the person was told. */
  notices?: ReactNode;
}

export function Header({ who, appName, onMenu, permanentMenu, messages, subscription, notices }: HeaderProps) {
  const t = useTranslations('shell');
  const path = usePathname();
  const router = useRouter();
  const { number } = useFormat();
  const hasHistory = useHasHistory(path);
  const { isMapMenuOpen, toggleMapMenu } = useClientSettings();
  const onHome = path === href('home');
  const slug = helpSlug(path);
  return (
    <header className={classes.header} {...REGION}>
      <div className={classes.menuButton} data-permanent={permanentMenu || undefined}>
        <IconButton label={t('openMenu')} onClick={onMenu}>
          <IconMenu2 size={20} stroke={1.6} className="points" />
        </IconButton>
      </div>
      <Link href={href('home')} prefetch={false} className={classes.home} aria-label={t('homeLogo', { name: appName })}>
        <Logo size={28} />
        <bdi className={classes.appName}>{appName}</bdi>
      </Link>
      {hasHistory && !onHome && (
        <>
          <IconButton label={t('back')} onClick={() => router.back()}>
            <IconArrowRight size={20} stroke={1.6} className={classes.backIcon} />
          </IconButton>
          {isOffered(who, 'chat') && (
            <Indicator label={number(messages)} size={16} offset={6} color="red.8" disabled={messages === 0}>
              <IconButton
                label={
                  messages ? t('unread', { title: t('chat'), count: number(messages), number: messages }) : t('chat')
                }
                onClick={() => router.push(href('chat'))}
              >
                <IconMessage size={20} stroke={1.6} />
              </IconButton>
            </Indicator>
          )}
        </>
      )}
      <div className={classes.space} />
      {onHome && (
        <IconButton
          label={t('mapTools')}
          aria-pressed={isMapMenuOpen}
          color={isMapMenuOpen ? 'indigo' : 'gray'}
          variant={isMapMenuOpen ? 'light' : 'subtle'}
          onClick={toggleMapMenu}
        >
          <IconTools size={20} stroke={1.6} />
        </IconButton>
      )}
      {slug !== 'tutorials' && <HelpButton slug={slug} />}
      {subscription}
      {notices}
      <UploadBadge />
      <ChangelogButton />
    </header>
  );
}
