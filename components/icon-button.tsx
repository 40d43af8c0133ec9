// A button that shows only an icon: it always has a name, and a tooltip with its key. The tooltip's code comes with the first hover.
'use client';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ComponentPropsWithoutRef, type ReactNode, type Ref, Suspense, useRef } from 'react';
import { useTip } from './feedback/use-tip';
import classes from './icon-button.module.css';
import { lazyPart } from './layout/lazy-part';

const IconTooltip = lazyPart(() => import('./feedback/icon-tooltip'));

type Native = Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps | 'children'>;

export interface IconButtonProps extends ActionIconProps, Native {
  /** What the button does; the name for screen readers and the tooltip. */
  label: string;
  /** The key that does the same, shown in the tooltip. */
  hotkey?: string;
  /** On which side the tooltip stands; left is the end side. Above by default. */
  tip?: 'top' | 'left';
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Keys as the attribute for screen readers spells them. */
const asRead = (hotkey: string) => hotkey.replace('Ctrl', 'Control').replace('Esc', 'Escape').replace('\u2212', '-');

/** An icon with a name. `disabled` keeps the button focusable, so that its tooltip can say why. */
export function IconButton(props: IconButtonProps) {
  const { label, hotkey, tip: side, children, disabled, className, ...handlers } = props;
  const { onClick, onPointerEnter, onPointerLeave, onFocus, onBlur, ref, ...rest } = handlers;
  const button = useRef<HTMLButtonElement>(null);
  const merged = useMergedRef(ref, button);
  const tip = useTip();
  return (
    <>
      <ActionIcon
        ref={merged}
        aria-label={label}
        {...(hotkey ? { 'aria-keyshortcuts': asRead(hotkey) } : {})}
        onClick={(event) => {
          // A finger that presses in vain is told why: it cannot hover.
          if (disabled) return tip.show(0);
          tip.hide();
          onClick?.(event);
        }}
        // Mouse and pen alone: the mouse events that a browser makes up after a tap may leave at once.
        onPointerEnter={(event) => {
          if (event.pointerType !== 'touch') tip.show();
          onPointerEnter?.(event);
        }}
        onPointerLeave={(event) => {
          if (event.pointerType !== 'touch') tip.hide();
          onPointerLeave?.(event);
        }}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) tip.show();
          onFocus?.(event);
        }}
        onBlur={(event) => {
          tip.hide();
          onBlur?.(event);
        }}
        {...rest}
        {...(disabled ? { 'aria-disabled': true } : {})}
        className={[className, disabled && classes.disabled].filter(Boolean).join(' ')}
      >
        {children}
      </ActionIcon>
      {tip.wanted && (
        <Suspense>
          <IconTooltip
            target={button}
            label={hotkey ? `${label} (${hotkey})` : label}
            opened={tip.opened}
            {...(side ? { position: side } : {})}
          />
        </Suspense>
      )}
    </>
  );
}
