// Which side of a layer's page is open, named in the address so that it can be sent to somebody.
'use client';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { type LayerTab, tabFrom } from '../../logic/layer-page/layer-tabs';

const KEY = 'tab';

/** `wasOpened`: a side that was opened stays as it was left. */
export function useLayerTab(type: number) {
  const tab = tabFrom(useSearchParams().get(KEY), type);
  const [opened, setOpened] = useState<ReadonlySet<LayerTab>>(() => new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  return {
    tab,
    wasOpened: (one: LayerTab) => one === tab || opened.has(one),
    openTab: (one: string | null) => {
      const search = new URLSearchParams(window.location.search);
      const next = tabFrom(one, type);
      if (next === 'data') search.delete(KEY);
      else search.set(KEY, next);
      const text = search.toString();
      window.history.replaceState(null, '', `${window.location.pathname}${text && `?${text}`}`);
    },
  };
}
