// The finished measurements on the map, with the tool open or, where the person wants it so, closed.
'use client';
import { useEffect, useMemo } from 'react';
import { useMeasuring } from '@/map/state/measuring';
import { useOverlay } from '@/map/state/overlay';
import { useTool } from '@/map/state/tool';
import { useMachine } from '../use-machine';
import { machine } from './machine';
import { drawnResult } from './readings';
import { useWords } from './use-words';

const OWNER = 'measure';

export default function OverlayShapes() {
  const [{ results }] = useMachine('measure', machine);
  const { parts, stay } = useMeasuring();
  const open = useTool((s) => s.active === 'measure');
  const words = useWords();
  const seen = open || stay;
  const shapes = useMemo(
    () => (seen ? results.flatMap((one) => drawnResult(one.kind, one.geometry, words, parts)) : []),
    [seen, results, words, parts],
  );
  useEffect(() => {
    const { show } = useOverlay.getState();
    show(OWNER, shapes);
    return () => show(OWNER, []);
  }, [shapes]);
  return null;
}
