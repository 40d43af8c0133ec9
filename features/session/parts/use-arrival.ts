// What happens once somebody is signed in: the browser notes it, other tabs hear it, the map starts loading, the screen changes.
'use client';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { href } from '@/lib/routes/rules';
import { channel } from '../logic/channel';
import { markSignedIn, removeAddress } from '../logic/storage';

/** Idle or not, the map's code begins to come after so many ms. */
const IDLE_MS = 500;
/** The map's code; downloaded once. A failure shows when the map is mounted. */
const loadMap = () => void import('@/map').then(({ preload }) => preload()).catch(() => undefined);

/** Where the roles begin; the map where that cannot be had. */
const readStart = () =>
  import('../logic/start-screen').then(
    ({ startScreen }) => startScreen(),
    () => href('home'),
  );

/**
 * Goes on to `returnTo`, or where nothing is remembered to the screen that the roles begin with. A soft navigation: the server renders the screen with the new cookie, and the map engine that
 * is being loaded stays in memory.
 */
export function useArrival(returnTo: string | null) {
  const router = useRouter();
  const go = useCallback(
    (to = returnTo, after = 0) => {
      markSignedIn();
      removeAddress();
      loadMap();
      if (to === null) void readStart().then((start) => router.replace(start));
      else if (after === 0) router.replace(to);
      else setTimeout(() => router.replace(to), after);
    },
    [router, returnTo],
  );
  useEffect(() => channel().hear((news) => news.type === 'in' && go()), [go]);
  return {
    /** A new account begins at the map, a moment after its message (ms). */
    arrive: (username: string, csrf: string | null, to?: string, after?: number) => {
      channel().tell({ type: 'in', username, csrf });
      go(to, after);
    },
    alreadyIn: useCallback(() => go(), [go]),
    /** Somebody types: whoever signs in comes to the map. */
    prepare: useCallback(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(loadMap, { timeout: IDLE_MS });
      else setTimeout(loadMap, IDLE_MS);
    }, []),
  };
}
