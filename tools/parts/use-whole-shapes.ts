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
    const requested = new Set<string>();
    let running = 0;
    const next = () => {
      const { wanted, know } = useSnapping.getState();
      for (const hit of wanted) {
        if (running >= AT_ONCE) return;
        if (requested.has(hitKey(hit))) continue;
        requested.add(hitKey(hit));
        running += 1;
        call(api.records.one, { params: { id: hit.id } })
          .then((record) => record.geometry)
          // A record that is gone, or that one may not see, catches by its tile alone.
          .catch(() => null)
          .then((geometry) => {
            running -= 1;
            if (!here) return;
            know(hit, geometry);
            next();
          });
      }
    };
    next();
    const stop = useSnapping.subscribe(({ wanted }, before) => {
      if (wanted !== before.wanted) next();
    });
    return () => {
      here = false;
      stop();
      useSnapping.getState().forget();
    };
  }, [drawing]);
};
