// The side menu: sections, groups that open by address, the current entry, and who is signed in.
'use client';
import { Badge, Tooltip } from '@mantine/core';
import { IconChevronDown, IconLayoutSidebarRightCollapse } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Num } from '@/components/num';
import { useFormat } from '@/lib/i18n/use-format';
import { type MenuEntry, type MenuGroup, menuFor } from '@/lib/routes/menu';
import type { Who } from '@/lib/routes/rules';
import { addressOf, isCurrent, isGroupOpenFor } from '../logic/menu-state';
import { GROUP_ICONS, iconOf } from './icons';
import classes from './side-menu.module.css';

export interface SideMenuProps {
  who: Who;
  /** Icons only; names come as tooltips. */
  collapsed: boolean;
  /** Opens a collapsed menu, so that a group can show its entries. */
  onExpand: () => void;
  /** Absent where the menu cannot be collapsed (the drawer). */
  onToggle?: () => void;
  onFollow?: () => void;
  /** Unread messages. */
  messages: number;
  /** Whether there are announcements that have not been read. */
  unread: boolean;
  foot: ReactNode;
}

/** What waits behind an entry. */
interface Waiting {
  messages: number;
  unread: boolean;
}

const ICON = { size: 18, stroke: 1.6 } as const;

interface EntryProps {
  entry: MenuEntry;
  collapsed: boolean;
  waiting?: Waiting;
  onFollow?: () => void;
}

function Entry({ entry, collapsed, waiting, onFollow }: EntryProps) {
  const t = useTranslations('routes');
  const shell = useTranslations('shell');
  const { number } = useFormat();
  const path = usePathname();
  const current = isCurrent(entry.id, path);
  const Icon = iconOf(entry.icon);
  const title = t(`${entry.id}.title`);
  const count = entry.id === 'chat' ? (waiting?.messages ?? 0) : 0;
  const dot = entry.badge === 'announcements' && waiting?.unread;
  const said = count
    ? shell('unread', { title, count: number(count), number: count })
    : dot
      ? shell('unreadDot', { title })
      : undefined;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <li>
      <Tooltip label={title} disabled={!collapsed} position="right">
        <Link
          ref={link}
          href={addressOf(entry.id)}
          prefetch={false}
          className={classes.entry}
          aria-current={current ? 'page' : undefined}
          aria-label={said ?? (collapsed ? title : undefined)}
          onClick={onFollow}
        >
          <span className={classes.icon} data-dot={(collapsed && count > 0) || dot || undefined}>
            <Icon {...ICON} />
          </span>
          <span className={classes.name}>{title}</span>
          {count > 0 && !collapsed && (
            <Badge size="sm" color="red.8" variant="filled">
              <Num value={count} />
            </Badge>
          )}
        </Link>
      </Tooltip>
    </li>
  );
}

function Group(props: { group: MenuGroup; collapsed: boolean; onExpand: () => void; onFollow?: () => void }) {
  const { group, collapsed, onExpand, onFollow } = props;
  const t = useTranslations('shell.groups');
  const path = usePathname();
  const id = useId();
  const byAddress = isGroupOpenFor(group, path);
  // A choice of the person holds until the address says otherwise.
  const [choice, setChoice] = useState<{ path: string; open: boolean } | null>(null);
  const open = !collapsed && (choice?.path === path ? choice.open : byAddress || (choice?.open ?? false));
  const Icon = GROUP_ICONS[group.group];
  const title = t(group.group);
  return (
    <li>
      <Tooltip label={title} disabled={!collapsed} position="right">
        <button
          type="button"
          className={classes.entry}
          aria-expanded={open}
          aria-controls={id}
          aria-label={collapsed ? title : undefined}
          data-inside={byAddress || undefined}
          onClick={() => {
            if (collapsed) onExpand();
            setChoice({ path, open: collapsed || !open });
          }}
        >
          <Icon {...ICON} className={classes.icon} />
          <span className={classes.name}>{title}</span>
          <IconChevronDown size={16} className={classes.chevron} />
        </button>
      </Tooltip>
      <ul id={id} className={classes.inner} hidden={!open}>
        {group.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} collapsed={false} onFollow={onFollow} />
        ))}
      </ul>
    </li>
  );
}

/** All that this person may open. */
export function SideMenu({ who, collapsed, messages, unread, onExpand, onToggle, onFollow, foot }: SideMenuProps) {
  const t = useTranslations('shell');
  return (
    <nav className={classes.menu} aria-label={t('menu')} data-collapsed={collapsed || undefined}>
      <div className={classes.scroll}>
        {menuFor(who).map(({ section, items }) => (
          <section key={section} className={classes.section} aria-label={t(`sections.${section}`)}>
            {items.length > 1 && <h2 className={classes.heading}>{t(`sections.${section}`)}</h2>}
            <ul className={classes.list}>
              {items.map((item) =>
                'group' in item ? (
                  <Group key={item.group} group={item} collapsed={collapsed} onExpand={onExpand} onFollow={onFollow} />
                ) : (
                  <Entry
                    key={item.id}
                    entry={item}
                    collapsed={collapsed}
                    waiting={{ messages, unread }}
                    onFollow={onFollow}
                  />
                ),
              )}
            </ul>
          </section>
        ))}
      </div>
      {onToggle && (
        <button
          type="button"
          className={classes.toggle}
          aria-label={t(collapsed ? 'expandMenu' : 'collapseMenu')}
          aria-expanded={!collapsed}
          onClick={onToggle}
        >
          <IconLayoutSidebarRightCollapse size={18} stroke={1.6} className={classes.flip} />
          <span className={classes.name}>{t('collapseMenu')}</span>
        </button>
      )}
      {foot}
    </nav>
  );
}
