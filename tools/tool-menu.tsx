// The tools that the rail does not name: by what they are for, each with its key, or why it cannot be used now.
'use client';
import { Menu } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, type Ref, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { isSwitch, type Reason, TOOL_GROUPS } from './define';
import type { tools as allTools, ToolId } from './registry';
import classes from './toolbar.module.css';
import { useToolTexts } from './use-tool-texts';

type Tool = (typeof allTools)[number];

/** `Shift+KeyB` as a person reads it: `Shift+B`. */
export const keyLabel = (code: string): string => code.replace(/(Key|Digit)/, '');

interface ToolMenuProps {
  tools: readonly Tool[];
  isPressed: (id: ToolId) => boolean;
  reasonOf: (tool: Tool) => Reason | null;
  onPick: (id: ToolId) => void;
  side: 'left-start' | 'top-end';
  className: string;
  ref: Ref<HTMLButtonElement>;
  children: ReactNode;
}

export function ToolMenu({ tools, isPressed, reasonOf, onPick, side, className, ref, children }: ToolMenuProps) {
  const t = useTranslations('map.toolbar');
  const texts = useToolTexts();
  /** A panel opens and takes the keyboard; Esc and switches leave it to the button. */
  const [isLeft, setLeft] = useState(false);
  const pick = (tool: Tool) => {
    setLeft(!isSwitch(tool));
    if (!isSwitch(tool) && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onPick(tool.id);
  };
  const groups = TOOL_GROUPS.map((group) => ({ group, tools: tools.filter((tool) => tool.group === group) }));
  return (
    <Menu
      position={side}
      width={280}
      transitionProps={{ duration: 0 }}
      returnFocus={!isLeft}
      onOpen={() => setLeft(false)}
    >
      <Menu.Target>
        <IconButton ref={ref} label={t('more')} tip={side === 'left-start' ? 'left' : 'top'} className={className}>
          <IconDots size={20} />
          {children}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {groups.map(({ group, tools: members }) => [
          members.length > 0 && <Menu.Label key={group}>{t(`groups.${group}`)}</Menu.Label>,
          ...members.map((tool) => {
            const reason = reasonOf(tool);
            const pressed = isPressed(tool.id);
            const Icon = tool.icon;
            return (
              <Menu.Item
                key={tool.id}
                data-tool={tool.id}
                role={isSwitch(tool) ? 'menuitemcheckbox' : 'menuitem'}
                aria-checked={isSwitch(tool) ? pressed : undefined}
                aria-disabled={reason !== null && !pressed}
                aria-keyshortcuts={tool.hotkey && keyLabel(tool.hotkey)}
                className={classes.item}
                leftSection={<Icon size={18} />}
                rightSection={pressed ? <IconCheck size={16} /> : tool.hotkey && <kbd>{keyLabel(tool.hotkey)}</kbd>}
                closeMenuOnClick={reason === null || pressed}
                onClick={() => (reason === null || pressed) && pick(tool)}
              >
                {texts.title(tool.id)}
                {reason && <span className={classes.reason}>{texts.reason(reason)}</span>}
              </Menu.Item>
            );
          }),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
