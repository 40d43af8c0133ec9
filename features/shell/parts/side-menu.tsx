// The side menu: sections, groups that open by address, the current entry, and who is signed in.
'use client';
import { Badge, Tooltip } from '@mantine/core';
import { IconChevronDown, IconLayoutSidebarRightCollapse } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { type MenuEntry, type MenuGroup, menuFor } from '@/lib/routes/menu';
import type { Who } from '@/lib/routes/rules';
import { type Counts, countTexts, sumOf } from '../logic/counts';
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
  /** What waits behind the entries: unread messages, work to judge. */
  counts: Counts;
  /** Whether there are announcements that have not been read. */
  unread: boolean;
  foot: ReactNode;
}

const ICON = { size: 18, stroke: 1.6 } as const;

interface EntryProps {
  entry: MenuEntry;
  collapsed: boolean;
  count: number;
  /** Whether there are announcements that have not been read. */
  unread: boolean;
  onFollow?: () => void;
}

function CountBadge({ text, isMessages }: { text: string; isMessages: boolean }) {
  return (
    <Badge className={classes.count} size="sm" color={isMessages ? 'red.8' : 'indigo.8'} variant="filled" tt="none">
      {text}
    </Badge>
  );
}

function Entry({ entry, collapsed, count, unread, onFollow }: EntryProps) {
  const t = useTranslations('routes');
  const shell = useTranslations('shell');
  const { number } = useFormat();
  const path = usePathname();
  const current = isCurrent(entry.id, path);
  const Icon = iconOf(entry.icon);
  const title = t(`${entry.id}.title`);
  const isMessages = entry.id === 'chat';
  const dot = entry.badge === 'announcements' && unread;
  const { full, short } = countTexts(count, number);
  const said = count
    ? shell(isMessages ? 'unread' : 'waits', { title, count: full, number: count })
    : dot
      ? shell('unreadDot', { title })
      : undefined;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Nothing moves under a pointer: a press would hit another entry, or none.
    if (current && !link.current?.closest('nav')?.matches(':hover')) link.current?.scrollIntoView({ block: 'nearest' });
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
          {count > 0 && !collapsed && <CountBadge text={short} isMessages={isMessages} />}
        </Link>
      </Tooltip>
    </li>
  );
}

interface GroupProps {
  group: MenuGroup;
  collapsed: boolean;
  counts: Counts;
  onExpand: () => void;
  onFollow?: () => void;
}

function Group({ group, collapsed, counts, onExpand, onFollow }: GroupProps) {
  const t = useTranslations('shell.groups');
  const shell = useTranslations('shell');
  const { number } = useFormat();
  const path = usePathname();
  const id = useId();
  const byAddress = isGroupOpenFor(group, path);
  // A choice of the person holds until the address says otherwise.
  const [choice, setChoice] = useState<{ path: string; open: boolean } | null>(null);
  const open = !collapsed && (choice?.path === path ? choice.open : byAddress || (choice?.open ?? false));
  const Icon = GROUP_ICONS[group.group];
  const title = t(group.group);
  // An open group says it entry by entry.
  const sum = open ? 0 : sumOf(group, counts);
  const { full, short } = countTexts(sum, number);
  const said = sum ? shell('waits', { title, count: full, number: sum }) : undefined;
  return (
    <li>
      <Tooltip label={title} disabled={!collapsed} position="right">
        <button
          type="button"
          className={classes.entry}
          aria-expanded={open}
          aria-controls={id}
          aria-label={said ?? (collapsed ? title : undefined)}
          data-inside={byAddress || undefined}
          onClick={() => {
            if (collapsed) onExpand();
            setChoice({ path, open: collapsed || !open });
          }}
        >
          <span className={classes.icon} data-dot={(collapsed && sum > 0) || undefined}>
            <Icon {...ICON} />
          </span>
          <span className={classes.name}>{title}</span>
          {sum > 0 && !collapsed && <CountBadge text={short} isMessages={false} />}
          <IconChevronDown size={16} className={classes.chevron} />
        </button>
      </Tooltip>
      <ul id={id} className={classes.inner} hidden={!open}>
        {group.entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            collapsed={false}
            count={counts[entry.id] ?? 0}
            unread={false}
            onFollow={onFollow}
          />
        ))}
      </ul>
    </li>
  );
}

/** All that this person may open. */
export function SideMenu({ who, collapsed, counts, unread, onExpand, onToggle, onFollow, foot }: SideMenuProps) {
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
                  <Group
                    key={item.group}
                    group={item}
                    collapsed={collapsed}
                    counts={counts}
                    onExpand={onExpand}
                    onFollow={onFollow}
                  />
                ) : (
                  <Entry
                    key={item.id}
                    entry={item}
                    collapsed={collapsed}
                    count={counts[item.id] ?? 0}
                    unread={unread}
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
