// Shortcuts of a component, for as long as it is mounted.
'use client';
import { useLayoutEffect, useRef } from 'react';
import { activateHotkeys, type Hotkey, type Scope } from './hotkeys';

/** They work as soon as what they are for can be seen. `hotkeys` may change with every render: those of the last one count. The scope's other sets stay where they are. */
export function useHotkeys(scope: Scope, hotkeys: readonly Hotkey[], isEnabled = true): void {
  const latest = useRef(hotkeys);
  useLayoutEffect(() => {
    latest.current = hotkeys;
  });
  useLayoutEffect(
    () => (isEnabled ? activateHotkeys({ scope, hotkeys: () => latest.current }) : undefined),
    [scope, isEnabled],
  );
}
