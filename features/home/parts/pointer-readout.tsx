// The line at the map's edge that follows the pointer. It moves with every frame, so that nothing else is drawn again with it.
'use client';
import { create } from 'zustand';
import { type LngLat, MapReadout, type PointGesture } from '@/map';

const usePointer = create<{ at: LngLat | null }>(() => ({ at: null }));

/** Takes the pointer's place; null when it has left the map. */
export const setPointer = (gesture: PointGesture | null): void => usePointer.setState({ at: gesture?.at ?? null });

export function PointerReadout() {
  return <MapReadout at={usePointer((s) => s.at)} />;
}
