// When a tooltip stands: after a moment of hovering or focus, at once where a press does nothing but explain; Esc takes it away.
'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';

const DELAY = 400;

/** `wanted` becomes true with the first hover and stays: until then a tooltip costs nothing. */
export function useTip() {
  const [isWanted, setWanted] = useState(false);
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
  // The key goes on to what it closes besides.
  const hideOnly = () => {
    hide();
    return false;
  };
  useHotkeys('first', [{ keys: 'Escape', whileTyping: true, inDialogs: true, run: hideOnly }], opened);
  return { wanted: isWanted, opened, show, hide };
}
