// The outline of a symbol for what is drawn as SVG: loaded when it is first asked for.
'use client';
import { useSyncExternalStore } from 'react';
import { getOutlines, isSymbol, loadOutlines } from '../style/icons';

const subscribe = (onChange: () => void) => {
  let isOn = getOutlines() === null;
  // What did not load is asked for again by the next symbol that appears.
  if (isOn)
    loadOutlines().then(
      () => isOn && onChange(),
      () => undefined,
    );
  return () => {
    isOn = false;
  };
};
const never = () => () => undefined;

/** The `d` of a path in a square of ICON_SIDE units; null for a name that is no symbol's, and until it is loaded. */
export const useOutline = (name: string | undefined): string | null =>
  useSyncExternalStore(
    isSymbol(name) ? subscribe : never,
    () => (isSymbol(name) ? (getOutlines()?.[name] ?? null) : null),
    () => null,
  );
