// The life of a page whose person sees as somebody else: it renews nothing, and is left when the view is over.
'use client';
import { useEffect } from 'react';
import { wire } from '@/lib/api/client';
import { href } from '@/lib/routes/rules';
import { clearUnloadGuard } from '@/lib/state/unload-guard';
import { channel } from '../../logic/channel';
import { markViewing, wasViewing } from '../../logic/storage';

/** Leaves for the start screen of whoever the session belongs to by then. */
export function goHome(): void {
  clearUnloadGuard();
  location.assign(href('home'));
}

/**
 * Other tabs become what this one has become, at the beginning of a view and at its end; calls of a view that is over are not made
 * again as oneself.
 */
export function useSeeAsLife(username: string, isViewing: boolean): void {
  useEffect(() => {
    if (isViewing || wasViewing()) channel().tell({ type: 'in', username, csrf: null });
    markViewing(isViewing);
    if (!isViewing) return;
    const { renew, onSessionLost } = wire;
    wire.renew = async () => false;
    wire.onSessionLost = goHome;
    return () => {
      Object.assign(wire, { renew, onSessionLost });
    };
  }, [username, isViewing]);
}
