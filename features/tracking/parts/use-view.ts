// The room's state in the address, changed in its place.
'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { today } from '@/lib/i18n/dates';
import { changeSearch } from '@/lib/routes/search';
import { readView, type TrackView, writeView } from '../logic/view';

export interface RoomView {
  view: TrackView;
  change: (part: Partial<TrackView>) => void;
}

export function useView(): RoomView {
  const search = useSearchParams();
  const view = useMemo(() => readView(search, today()), [search]);
  const change = useCallback(
    (part: Partial<TrackView>) =>
      changeSearch((next) => {
        for (const [key, value] of Object.entries(writeView(part)))
          if (value === null) next.delete(key);
          else next.set(key, value);
        return next;
      }),
    [],
  );
  return { view, change };
}
