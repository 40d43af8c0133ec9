// The view of the address, and its changes.
'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { today } from '@/lib/i18n/dates';
import { changeSearch } from '@/lib/routes/search';
import { type ActivityView, readView, withPart, writeView } from '../../logic/activity/view';

export interface ViewActs {
  view: ActivityView;
  change: (part: Partial<ActivityView>) => void;
  /** Back to what the screen begins with. */
  clear: () => void;
}

export function useView(): ViewActs {
  const text = useSearchParams().toString();
  const view = useMemo(() => readView(new URLSearchParams(text), today()), [text]);
  const change = useCallback(
    (part: Partial<ActivityView>) => changeSearch((now) => writeView(withPart(readView(now, today()), part), today())),
    [],
  );
  const clear = useCallback(() => changeSearch(() => new URLSearchParams()), []);
  return useMemo(() => ({ view, change, clear }), [view, change, clear]);
}
