// The finished measurements on the map, with the tool open or, where the person wants it so, closed.
'use client';
import { useEffect, useMemo } from 'react';
import { useMeasuring } from '@/map/state/measuring';
import { useOverlay } from '@/map/state/overlay';
import { useTool } from '@/map/state/tool';
import { useMachine } from '../use-machine';
import { machine } from './machine';
import { shapesOfResult } from './readings';
import { useMeasureWords } from './use-words';

const OWNER = 'measure';

export default function OverlayShapes() {
  const [{ results }] = useMachine('measure', machine);
  const { parts, stay } = useMeasuring();
  const open = useTool((s) => s.active === 'measure');
  const words = useMeasureWords();
  const isVisible = open || stay;
  const shapes = useMemo(
    () => (isVisible ? results.flatMap((one) => shapesOfResult(one.kind, one.geometry, words, parts)) : []),
    [isVisible, results, words, parts],
  );
  useEffect(() => {
    const { show } = useOverlay.getState();
    show(OWNER, shapes);
    return () => show(OWNER, []);
  }, [shapes]);
  return null;
}
