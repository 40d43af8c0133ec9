// The view of the list, held by the address and by nothing else.
'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { readView, type View, writeView } from '../logic/view';

/** Changes to anything but the page go back to the first page. */
export function useView() {
  const path = usePathname();
  const search = useSearchParams();
  const view = useMemo(() => readView(search), [search]);
  const change = useCallback(
    (part: Partial<View>) => {
      const next = { ...readView(new URLSearchParams(location.search)), page: 1, ...part };
      // The list alone changes, so the server need not render the page again.
      history.replaceState(null, '', path + writeView(next));
    },
    [path],
  );
  return { view, change };
}
