// Dims what lies outside of the person's regions: nothing is seen or saved there.
'use client';
import { useEffect } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { maskOf } from '@/map';
import { useOverlay } from '@/map/state/overlay';

const OWNER = 'ground';
/** Light enough to read the base map below it. */
const OPACITY = 0.4;

/** Draws by the map's overlay alone; somebody without regions has the whole map clear. */
export default function OwnGround() {
  const isBound = (useRead(api.session.user, {}).data?.regions.length ?? 0) > 0;
  const ground = useRead(api.regions.ground, {}, { enabled: isBound, staleTime: Number.POSITIVE_INFINITY }).data;
  useEffect(() => {
    const mask = ground?.geometry ? maskOf(ground.geometry) : null;
    const { show } = useOverlay.getState();
    show(OWNER, mask ? [{ geometry: mask, role: 'shade', width: 0, fill_opacity: OPACITY }] : []);
    return () => show(OWNER, []);
  }, [ground]);
  return null;
}
