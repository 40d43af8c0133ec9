// When a tooltip stands: after a moment of hovering or focus, at once where a press does nothing but explain; Esc takes it away.
'use client';
import { useCallback, useEffect, useRef, useState } from 'react';

const DELAY = 400;

/** `wanted` becomes true with the first hover and stays: until then a tooltip costs nothing. */
export function useTip() {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setOpened(false);
  }, []);
  const show = useCallback((delay = DELAY) => {
    setWanted(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(true), delay);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!opened) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [opened, hide]);
  return { wanted, opened, show, hide };
}
