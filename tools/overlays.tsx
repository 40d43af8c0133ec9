// What the tools leave on the map whichever of them is open; the code of each part comes after the map.
'use client';
import { Suspense } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import { useMapReady } from '@/map/canvas/provider';
import { useTool } from '@/map/state/tool';

const OwnGround = lazyPart(() => import('./own-ground'));
const OwnDrawings = lazyPart(() => import('./drawings/own-drawings'));
const Measurements = lazyPart(() => import('./measure/overlay-shapes'));

/** What lies outside of the person's regions, their own drawings, kept at the server, and the finished measurements. One on a screen. */
export const ToolOverlays = () => {
  const isReady = useMapReady();
  const hasMeasured = useTool(({ states }) => states.has('measure'));
  return (
    <Suspense>
      <OwnGround />
      <OwnDrawings />
      {isReady && hasMeasured && <Measurements />}
    </Suspense>
  );
};
