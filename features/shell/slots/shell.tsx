// The frame of the application: side menu, header, content. The map gets all of the content area, other screens a padded one.
'use client';
import { Drawer } from '@mantine/core';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { href, routeAt, type Who } from '@/lib/routes/rules';
import { useClientSettings } from '@/lib/state/client-settings';
import { Header } from '../parts/header';
import { OfflineDialog } from '../parts/offline-dialog';
import { SideMenu } from '../parts/side-menu';
import { useOffline } from '../parts/use-offline';
import { type ShellPerson, UserBlock } from '../parts/user-block';
import classes from './shell.module.css';

export interface ShellProps {
  person: ShellPerson;
  who: Who;
  onSignOut: () => void;
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

export function Shell({ person, who, onSignOut, children }: ShellProps) {
  const t = useTranslations('shell');
  const common = useTranslations('common');
  const path = usePathname();
  const [drawer, setDrawer] = useState(false);
  const { navCollapsed, setNavCollapsed, drawerType } = useClientSettings();
  const name = useRead(api.session.customer, {}, { staleTime: Number.POSITIVE_INFINITY }).data?.name;
  const offline = useOffline();
  useTitle(name, path);
  useEffect(() => void useClientSettings.persist.rehydrate(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer
  useEffect(() => setDrawer(false), [path]);

  const menu = (collapsed: boolean, inDrawer: boolean) => (
    <SideMenu
      who={who}
      collapsed={collapsed}
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
      {permanent && <div className={classes.menu}>{menu(navCollapsed, false)}</div>}
      <div className={classes.main}>
        <Header
          who={who}
          appName={name ?? common('appName')}
          onMenu={() => setDrawer(true)}
          permanentMenu={permanent}
        />
        <main
          id="content"
          tabIndex={-1}
          aria-label={t('content')}
          className={classes.content}
          data-bare={BARE.includes(path.replace(/\/$/, '')) || undefined}
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
      {offline && <OfflineDialog />}
    </div>
  );
}
