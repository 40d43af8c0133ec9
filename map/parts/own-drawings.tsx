// A person's own drawings on a map screen; its code comes after the map.
'use client';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';

const Keeper = lazyPart(() => import('../tools/drawings/own-drawings'));

/** Draws nothing itself: the map follows the drawings, and they are kept at the server. One on a screen. */
export const OwnDrawings = () => (
  <Suspense>
    <Keeper />
  </Suspense>
);
