// A button that shows only an icon: it always has a name, and a tooltip with its key.
'use client';
import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode, Ref } from 'react';

type Native = Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'children'>;

export interface IconButtonProps extends ActionIconProps, Native {
  /** What the button does; the name for screen readers and the tooltip. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  hotkey?: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** An icon with a name. `disabled` keeps the button focusable, so that its tooltip can say why. */
export function IconButton({ label, hotkey, children, disabled, onClick, ref, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={hotkey ? `${label} (${hotkey})` : label}>
      <ActionIcon
        ref={ref}
        aria-label={label}
        {...(disabled ? { 'aria-disabled': true, 'data-disabled': true } : {})}
        onClick={disabled ? undefined : onClick}
        {...rest}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
