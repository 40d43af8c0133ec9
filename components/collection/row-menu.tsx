// The acts of a row behind one button; nothing where there are none.
'use client';
import { Menu, Text } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { IconButton } from '../icon-button';
import type { RowAct } from './acts';

export interface RowMenuProps {
  /** Names the row's acts for screen readers. */
  label: string;
  acts: readonly RowAct[];
  onToggle?: (isOpen: boolean) => void;
  /** Three dots without it. */
  icon?: ReactNode;
  /** The Tab key passes it by: keys of its place do the same. */
  isOutOfTab?: boolean;
}

export function RowMenu({ label, acts, onToggle, icon, isOutOfTab }: RowMenuProps) {
  if (acts.length === 0) return null;
  return (
    <Menu {...(onToggle ? { onChange: onToggle } : {})}>
      <Menu.Target>
        <IconButton
          label={label}
          {...(icon ? { size: 22, variant: 'subtle', color: 'gray' } : {})}
          {...(isOutOfTab ? { tabIndex: -1, size: 24 } : {})}
        >
          {icon ?? <IconDotsVertical size={isOutOfTab ? 16 : 18} stroke={1.6} />}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act, i) => (
          <Fragment key={act.id}>
            {i > 0 && acts[i - 1]?.group !== act.group && <Menu.Divider />}
            <ActItem act={act} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActItem({ act }: { act: RowAct }) {
  const look = { leftSection: act.icon, ...(act.isDanger ? { color: 'red' } : {}) };
  if (act.whyNot)
    return (
      <Menu.Item {...look} aria-disabled data-disabled closeMenuOnClick={false}>
        {act.label}
        <Text span display="block" size="xs" c="dimmed" maw={240}>
          {act.whyNot}
        </Text>
      </Menu.Item>
    );
  if (act.href)
    return (
      <Menu.Item {...look} component={Link} href={act.href} prefetch={false}>
        {act.label}
      </Menu.Item>
    );
  return (
    <Menu.Item {...look} onClick={act.run}>
      {act.label}
    </Menu.Item>
  );
}
