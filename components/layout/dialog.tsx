// A modal that may be mounted open, or be taken away when it closes, and still gives the focus back to whatever had it before.
'use client';
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Open dialogs, the topmost last: Esc is for that one alone. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly string[]) => {
  open = next;
  for (const one of listeners) one();
};
const subscribe = (onChange: () => void) => {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
};

/** Mantine's modal remembers the focus only when it goes from closed to open, and forgets it when it is taken away. */
export function Dialog({ opened, closeOnEscape = true, ...props }: ModalProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const top = useSyncExternalStore(
    subscribe,
    () => open.at(-1) === id,
    () => false,
  );
  useLayoutEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    change([...open, id]);
    return () => {
      change(open.filter((one) => one !== id));
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, [opened, id]);
  useEffect(() => setShown(opened), [opened]);
  return <Modal opened={isShown} returnFocus={false} closeOnEscape={closeOnEscape && top} {...props} />;
}
