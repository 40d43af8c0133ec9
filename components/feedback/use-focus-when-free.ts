// The focus after an answer: a form is inert while it waits, and lets nobody in before the next picture of it stands.
'use client';
import { useEffect, useReducer, useRef } from 'react';

type Find = () => HTMLElement | null | undefined;

/** Gives a function that focuses what `find` finds, as soon as nothing is `busy`. */
export function useFocusWhenFree(busy: boolean): (find: Find) => void {
  const pendingFind = useRef<Find | null>(null);
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (busy || !pendingFind.current) return;
    pendingFind.current()?.focus();
    pendingFind.current = null;
  });
  return (find) => {
    pendingFind.current = find;
    draw();
  };
}
