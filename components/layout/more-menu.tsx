// What else can be done with one thing of a list, behind three dots.
'use client';
import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../icon-button';

export interface MoreMenuProps {
  /** Names the thing, for whoever hears only the button. */
  label: string;
  /** Menu items. */
  children: ReactNode;
}

export function MoreMenu({ label, children }: MoreMenuProps) {
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <IconButton label={label} variant="subtle" color="gray" size={28}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
