// What an address asks of the map when somebody comes by it: a query, or a whole state of the map. Once.
'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { toast } from '@/components/toast';
import type { Layer } from '@/contract/schemas/layer';
import { applyEnv, useLayers, useMap, useTool } from '@/map';
import { missingLayers, readMapLink, readQueryLink } from '@/tools';

/** `ready`: the map stands and the layers are known. */
export function useLinks(ready: boolean, layers: readonly Layer[]): void {
  const t = useTranslations('map.tools');
  const lang = useLocale();
  const map = useMap();
  const done = useRef(false);
  useEffect(() => {
    if (!ready || layers.length === 0 || done.current) return;
    done.current = true;
    const { hash, pathname, search } = location;
    const query = readQueryLink(hash);
    const sent = readMapLink(hash);
    if (!query && !sent) return;
    // The address is of no more use, and would come back at the next reload.
    window.history.replaceState(null, '', pathname + search);
    const there = new Set(layers.map((l) => l.id));
    if (query && !there.has(query.layer)) toast({ type: 'warning', message: t('query.linkNoLayer') });
    else if (query) {
      useTool.getState().activate('query');
      map.act('query', query);
    }
    if (!sent) return;
    // The arrangement with which this reader's map opens stands back.
    useLayers.setState({ arranged: true });
    const view = applyEnv(sent.env);
    if (view) map.flyTo(view);
    const missing = missingLayers(sent, there);
    if (missing.length > 0)
      toast({
        type: 'warning',
        message: t('bookmarks.missing', { names: new Intl.ListFormat(lang).format(missing) }),
        duration: 10_000,
      });
  }, [ready, layers, map, t, lang]);
}
