// What happens once somebody is signed in: the browser notes it, other tabs hear it, the map starts loading, the screen changes.
'use client';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { channel } from '../logic/channel';
import { forgetAddress, markSignedIn } from '../logic/storage';

/**
 * Goes on to `returnTo`. A soft navigation: the server renders the screen with the new cookie, and the map engine that
 * is being loaded stays in memory.
 */
export function useArrival(returnTo: string) {
  const router = useRouter();
  const go = useCallback(() => {
    markSignedIn();
    forgetAddress();
    void import('@/map').then(({ preload }) => preload());
    router.replace(returnTo);
  }, [router, returnTo]);
  useEffect(() => channel().hear((news) => news.type === 'in' && go()), [go]);
  return {
    arrive: (username: string, csrf: string | null) => {
      channel().tell({ type: 'in', username, csrf });
      go();
    },
    alreadyIn: go,
  };
}
