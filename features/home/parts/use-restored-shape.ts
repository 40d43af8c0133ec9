// A draft's shape goes back under the hand: the record is taken up for reshaping, and the draft's shape is its first step.
'use client';
import { useEffect, useRef } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import { useMap, useSketch, useTool } from '@/map';

/** What puts a record's kept shape on the map; it waits until the record can be reshaped. */
export function useRestoredShape(): (record: number, geometry: Geometry) => void {
  const map = useMap();
  const wanted = useRef<{ record: number; geometry: Geometry } | null>(null);
  const self = useSketch((s) => (s.mode === 'edit' ? s.self?.id : undefined));
  // A reshape tells its first shape a frame after it began.
  const shown = useSketch((s) => s.geometry !== null);
  const put = () => {
    const { mode, self: record, geometry } = useSketch.getState();
    if (!wanted.current || mode !== 'edit' || !geometry || record?.id !== wanted.current.record) return;
    const { geometry: kept } = wanted.current;
    wanted.current = null;
    map.drawing.change(() => kept);
    // It was taken up in its form, which stays what one looks at.
    useSketch.setState({ hand: 'after' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is tried whenever another record comes under the hand
  useEffect(put, [self, shown]);
  return (record, geometry) => {
    wanted.current = { record, geometry };
    useTool.getState().activate('modify');
    put();
  };
}
