// Brings the whole shapes of records that caught the pointer: a tile holds a clipped and rounded piece of them only.
'use client';
import { useEffect } from 'react';
import { api } from '@/contract';
import { call } from '@/lib/api/client';
import { useSketch } from '@/map/state/sketch';
import { hitKey, useSnapping } from '@/map/state/snapping';

/** Asked for at once; the rest waits its turn. */
const AT_ONCE = 4;

/** Works for as long as the caller is shown; forgets everything when the sketch ends. */
export const useWholeShapes = (): void => {
  const drawing = useSketch((s) => s.mode !== 'none');
  useEffect(() => {
    if (!drawing) return;
    let here = true;
    const started = new Set<string>();
    let running = 0;
    const next = () => {
      const { requested, storeWhole } = useSnapping.getState();
      for (const hit of requested) {
        if (running >= AT_ONCE) return;
        if (started.has(hitKey(hit))) continue;
        started.add(hitKey(hit));
        running += 1;
        call(api.records.one, { params: { id: hit.id } })
          .then((record) => record.geometry)
          // A record that is gone, or that one may not see, catches by its tile alone.
          .catch(() => null)
          .then((geometry) => {
            running -= 1;
            if (!here) return;
            storeWhole(hit, geometry);
            next();
          });
      }
    };
    next();
    const stop = useSnapping.subscribe(({ requested }, before) => {
      if (requested !== before.requested) next();
    });
    return () => {
      here = false;
      stop();
      useSnapping.getState().forget();
    };
  }, [drawing]);
};
