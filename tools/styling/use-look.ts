// The look that is being edited, and how to change it.
'use client';
import { useCallback } from 'react';
import type { Layer } from '@/contract/schemas/layer';
import { type Look, lookOf, useStyling } from '@/map/state/styling';
import { isSame } from './logic/looks';

export interface LookProps {
  layer: Layer;
  look: Look;
  change: (change: Partial<Look>) => void;
}

export const useLook = (layer: Layer | undefined) => {
  const draft = useStyling((s) => (s.layer === layer?.id ? s.draft : null));
  const change = useCallback(
    (part: Partial<Look>) => {
      if (layer) useStyling.getState().change(lookOf(layer), part);
    },
    [layer],
  );
  const saved = layer && lookOf(layer);
  return { look: draft ?? saved, change, dirty: draft !== null && !isSame(draft, saved) };
};
