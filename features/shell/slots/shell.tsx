// The frame of the application: side menu, header, content. The map gets all of the content area, other screens a padded one.
'use client';
import { Drawer } from '@mantine/core';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { REGION, useRegionKeys } from '@/components/focus/regions';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { href, routeAt, type Who } from '@/lib/routes/rules';
import { type FrameChoice, useClientSettings } from '@/lib/state/client-settings';
import { useWaiting } from '../parts/counts/use-waiting';
import { Header } from '../parts/header';
import { NewVersionDialog } from '../parts/new-version-dialog';
import { OfflineDialog } from '../parts/offline-dialog';
import { ProgressBar } from '../parts/progress-bar';
import { SideMenu } from '../parts/side-menu';
import { useHeadingFocus } from '../parts/use-heading-focus';
import { useOffline } from '../parts/use-offline';
import { useNewVersion } from '../parts/use-version';
import { type ShellPerson, UserBlock } from '../parts/user-block';
import classes from './shell.module.css';

export interface ShellProps {
  person: ShellPerson;
  who: Who;
  onSignOut: () => void;
  /** How the menu stood when the page was asked for. */
  frame: FrameChoice;
  /** What stands in the header for those who have subscribed. */
  subscription?: ReactNode;
  /** What the person was told, in the header. */
  notices?: ReactNode;
  /** What stands across the top of everything. */
  bar?: ReactNode;
  children: ReactNode;
}

/** Screens that fill the content area edge to edge. */
const BARE: readonly string[] = [href('home')];

/** The title names this installation, not the product, once its name is known. */
function useTitle(name: string | undefined, path: string) {
  const t = useTranslations('routes');
  useEffect(() => {
    if (!name) return;
    const id = routeAt(path)?.id;
    document.title = id ? `${t(`${id}.title`)} | ${name}` : name;
  }, [name, path, t]);
}

/** The menu as the server drew it, until this browser's own word is known: the same, unless another tab has changed it. */
function useFrame(frame: FrameChoice): FrameChoice {
  const [live, setLive] = useState(false);
  const { navCollapsed, drawerType } = useClientSettings();
  useEffect(() => {
    void useClientSettings.persist.rehydrate();
    setLive(true);
  }, []);
  return live ? { navCollapsed, drawerType } : frame;
}

export function Shell({ person, who, onSignOut, frame, subscription, notices, bar, children }: ShellProps) {
  const [t, common] = [useTranslations('shell'), useTranslations('common')];
  const path = usePathname();
  const [drawer, setDrawer] = useState(false);
  const { navCollapsed: choice, drawerType } = useFrame(frame);
  const isBare = BARE.includes(path.replace(/\/$/, ''));
  // The map has the room, unless somebody wants the names beside it.
  const navCollapsed = choice ?? isBare;
  const setNavCollapsed = useClientSettings((settings) => settings.setNavCollapsed);
  const name = useRead(api.session.customer, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.name;
  const offline = useOffline();
  const { counts, messages, unread } = useWaiting(who);
  const { waiting, later } = useNewVersion();
  useTitle(name, path);
  useHeadingFocus(path);
  useRegionKeys();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer
  useEffect(() => setDrawer(false), [path]);

  const menu = (collapsed: boolean, inDrawer: boolean) => (
    <SideMenu
      who={who}
      collapsed={collapsed}
      counts={counts}
      unread={unread}
      onExpand={() => setNavCollapsed(false)}
      {...(inDrawer ? { onFollow: () => setDrawer(false) } : { onToggle: () => setNavCollapsed(!collapsed) })}
      foot={<UserBlock person={person} collapsed={collapsed} onSignOut={onSignOut} />}
    />
  );
  const permanent = drawerType === 'permanent';
  return (
    <div className={classes.shell} data-menu={permanent ? (navCollapsed ? 'closed' : 'open') : 'none'}>
      <a className="skip" href="#content">
        {common('skipToContent')}
      </a>
      {bar && <div className={classes.bar}>{bar}</div>}
      {permanent && (
        <div className={classes.menu} {...REGION}>
          {menu(navCollapsed, false)}
        </div>
      )}
      <div className={classes.main}>
        <ProgressBar />
        <Header
          who={who}
          appName={name ?? common('appName')}
          onMenu={() => setDrawer(true)}
          permanentMenu={permanent}
          messages={messages}
          subscription={subscription}
          notices={notices}
        />
        <main
          id="content"
          tabIndex={-1}
          aria-label={t('content')}
          className={classes.content}
          data-bare={isBare || undefined}
          {...(isBare ? {} : REGION)}
        >
          {children}
        </main>
      </div>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        position="left"
        size={264}
        title={t('menu')}
        closeButtonProps={{ 'aria-label': t('closeMenu') }}
        classNames={{ content: classes.drawer, body: classes.drawerBody }}
      >
        {menu(false, true)}
      </Drawer>
      <NewVersionDialog opened={waiting !== null} onClose={later} />
      {offline && <OfflineDialog />}
    </div>
  );
}
