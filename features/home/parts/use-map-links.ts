// Applies a shared link to the map once: a query, or a whole state of the map.
'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { toast } from '@/components/feedback/toast';
import type { Layer } from '@/contract/schemas/layer';
import { applyEnv, useLayers, useMap, useTool } from '@/map';
import { missingLayers, readMapLink, readQueryLink } from '@/tools';

/** `ready`: the map stands and the layers are known. */
export function useMapLinks(ready: boolean, layers: readonly Layer[]): void {
  const t = useTranslations('map.tools');
  const lang = useLocale();
  const map = useMap();
  const done = useRef(false);
  useEffect(() => {
    if (!ready || layers.length === 0 || done.current) return;
    done.current = true;
    const { hash, pathname, search } = location;
    const query = readQueryLink(hash);
    const shared = readMapLink(hash);
    if (!query && !shared) return;
    // The address is of no more use, and would come back at the next reload.
    window.history.replaceState(null, '', pathname + search);
    const there = new Set(layers.map((l) => l.id));
    if (query && !there.has(query.layer)) toast({ type: 'warning', message: t('query.linkNoLayer') });
    else if (query) {
      useTool.getState().activate('query');
      map.act('query', query);
    }
    if (!shared) return;
    // The arrangement with which this reader's map opens stands back.
    useLayers.setState({ arranged: true });
    const view = applyEnv(shared.env);
    if (view) map.flyTo(view);
    const missing = missingLayers(shared, there);
    if (missing.length > 0)
      toast({
        type: 'warning',
        message: t('bookmarks.missing', { names: new Intl.ListFormat(lang).format(missing) }),
        duration: 10_000,
      });
  }, [ready, layers, map, t, lang]);
}
