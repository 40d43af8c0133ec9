// Which side of a layer's page is open, named in the address so that it can be sent to somebody.
'use client';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { setInSearch } from '@/lib/routes/search';
import { type LayerTab, tabFrom } from '../../logic/layer-page/layer-tabs';

const KEY = 'tab';

/** `wasOpened`: a side that was opened stays as it was left. */
export function useLayerTab(type: number) {
  const tab = tabFrom(useSearchParams().get(KEY), type);
  const [opened, setOpened] = useState<ReadonlySet<LayerTab>>(() => new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  // On a narrow window the open tab may stand beyond the edge of its line.
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    const line = open?.parentElement;
    if (!open || !line || line.scrollWidth <= line.clientWidth) return;
    const [of, at] = [line.getBoundingClientRect(), open.getBoundingClientRect()];
    line.scrollBy({ left: at.left < of.left ? at.left - of.left : Math.max(0, at.right - of.right) });
  }, [tab]);
  return {
    tab,
    list,
    wasOpened: (one: LayerTab) => one === tab || opened.has(one),
    openTab: (one: string | null) => {
      const next = tabFrom(one, type);
      setInSearch(KEY, next === 'data' ? null : next);
    },
  };
}
