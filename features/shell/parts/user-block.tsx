// Who is signed in, at the foot of the side menu, with the ways to profile, settings and out.
'use client';
import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { initials } from '@/components/initials';
import { href } from '@/lib/routes/rules';
import { HelpButton } from '../slots/help-button';
import classes from './user-block.module.css';

export interface ShellPerson {
  username: string;
  /** Full name; the user name where there is none. */
  name: string;
  image: string | null;
}

export interface UserBlockProps {
  person: ShellPerson;
  collapsed: boolean;
  onSignOut: () => void;
  onFollow?: () => void;
}

export function UserBlock({ person, collapsed, onSignOut, onFollow }: UserBlockProps) {
  const t = useTranslations('shell');
  const routes = useTranslations('routes');
  return (
    <div className={classes.block} data-collapsed={collapsed || undefined}>
      <Menu position="top-start" width={208}>
        <Menu.Target>
          <UnstyledButton className={classes.target} aria-label={t('accountMenu', { name: person.name })}>
            <Avatar size={32} radius="50%" color="indigo" src={person.image} alt="">
              {initials(person.name)}
            </Avatar>
            {!collapsed && (
              <span className={classes.words}>
                <Text size="sm" fw={600} truncate ta="start">
                  <bdi>{person.name}</bdi>
                </Text>
                {person.name !== person.username && (
                  <Text size="xs" c="dimmed" truncate ta="start">
                    <bdi>{person.username}</bdi>
                  </Text>
                )}
              </span>
            )}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            href={href('profile')}
            prefetch={false}
            leftSection={<IconUser size={16} />}
            onClick={onFollow}
          >
            {routes('profile.title')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={href('settings')}
            prefetch={false}
            leftSection={<IconSettings size={16} />}
            onClick={onFollow}
          >
            {routes('settings.title')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} className="points" />} onClick={onSignOut}>
            {t('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <HelpButton slug="sidenav" label={t('helpMenu')} />
    </div>
  );
}
