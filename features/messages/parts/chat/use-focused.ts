// Whether the reader looks at this window: what comes in is read then, and asked for more often.
'use client';
import { useSyncExternalStore } from 'react';

const EVENTS = ['focus', 'blur'] as const;
const subscribe = (onChange: () => void) => {
  for (const event of EVENTS) addEventListener(event, onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    for (const event of EVENTS) removeEventListener(event, onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
};
const isFocused = () => document.visibilityState === 'visible' && document.hasFocus();

export const useFocused = (): boolean => useSyncExternalStore(subscribe, isFocused, () => false);

const FOCUSED_MS = 4_000;
const VISIBLE_MS = 30_000;
/** Milliseconds between two polls while the stream of news tells of each message. */
export const LIVE_MS = 60_000;

/** Milliseconds between two polls of what is open. In a hidden window none are made. */
export const usePollMs = (): number => (useFocused() ? FOCUSED_MS : VISIBLE_MS);
