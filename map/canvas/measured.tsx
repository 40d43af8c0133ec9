// The finished measurements on the map, whichever tool is open; their code comes with the first of them.
'use client';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { useTool } from '../state/tool';

const Shown = lazyPart(() => import('../tools/measure/shown'));

/** Once a person has measured something. */
export const MapMeasured = () =>
  useTool(({ states }) => states.has('measure')) ? (
    <Suspense>
      <Shown />
    </Suspense>
  ) : null;
