// Whether the server runs another build than this page: asked every half minute. Also keeps the worker, or takes it out.
'use client';
import { useEffect, useState } from 'react';
import { forgetCaches } from '@/lib/state/caches';
import { useDeployment } from '@/lib/state/deployment';
import { readVersion, VERSION_CHECK_MS } from '../logic/version';

const WORKER = '/sw.js';

async function withoutWorker(): Promise<void> {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  await forgetCaches();
}

/** The build that waits, unless it was turned down; null while this page is the newest. */
export function useNewVersion(): { waiting: string | null; later: () => void } {
  const { build, serviceWorker } = useDeployment();
  const [newest, setNewest] = useState(build);
  const [refused, setRefused] = useState('');
  // Worker and caches exist only where the connection is secure; the version is watched everywhere.
  const [isWorkerAllowed, setIsWorkerAllowed] = useState(serviceWorker);

  useEffect(() => {
    if (!('serviceWorker' in navigator) || build === '') return;
    const done = isWorkerAllowed
      ? navigator.serviceWorker.register(`${WORKER}?v=${encodeURIComponent(build)}`)
      : withoutWorker();
    // A browser that refuses workers works without one.
    done.catch(() => {});
  }, [build, isWorkerAllowed]);

  useEffect(() => {
    if (build === '') return;
    const left = new AbortController();
    const look = async () => {
      const said = await readVersion(left.signal);
      if (!said || left.signal.aborted) return;
      setNewest(said.version);
      setIsWorkerAllowed(said.worker);
    };
    const timer = setInterval(() => void look(), VERSION_CHECK_MS);
    return () => {
      clearInterval(timer);
      left.abort();
    };
  }, [build]);

  return { waiting: newest !== build && newest !== refused ? newest : null, later: () => setRefused(newest) };
}
