// Keeps the map's selection in step with what a tool has gathered.
'use client';
import { useEffect } from 'react';
import { useSelection } from '@/map/state/selection';
import type { RecordPick } from './record-pick';

export const useMarkPicked = ({ layer, ids }: RecordPick): void => {
  useEffect(() => {
    const now = useSelection.getState();
    if (layer === null) {
      if (now.layer !== null) now.clear();
    } else if (now.layer !== layer || now.ids.length !== ids.length || now.ids.some((id, i) => id !== ids[i]))
      now.select(layer, ids);
  }, [layer, ids]);
};
