// The base maps that there are: those of the organisation, then those of the deployment.
'use client';
import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useEffect, useMemo } from 'react';
import { api } from '@/contract';
import type { OwnBaseMap } from '@/contract/schemas/settings';
import { useRead } from '@/lib/api/hooks';
import { readTileFiles } from '@/lib/api/tile-files';
import { useScreens } from '@/lib/api/use-screens';
import type { BaseMapOffer, FileOffer } from '@/lib/base-maps/files';
import { OSM, useBase, WORLD } from '@/map';

const STALE_MS = 300_000;
const NONE: readonly OwnBaseMap[] = [];

/** An organisation's entry as the map takes it; its file's own words count where the entry has none. */
const offerOf = (entry: OwnBaseMap, files: readonly FileOffer[]): BaseMapOffer[] => {
  const { id, name_fa, name_en, tiles, attribution, min_zoom, max_zoom, night } = entry;
  const named = { id, name: { fa: name_fa, en: name_en } };
  if (tiles !== null) return [{ ...named, tiles, attribution, min_zoom, max_zoom, night, schema: null }];
  const file = files.find((one) => one.file === entry.file);
  if (!file) return [];
  if ('problem' in file) return [{ ...named, problem: file.problem }];
  return [{ ...named, ...file, night, attribution: attribution || file.attribution }];
};

/** Tells the map of them. What cannot be read is left out: an upstream may know no base maps of organisations. */
export function useBaseMaps(deployment: readonly BaseMapOffer[]): void {
  const lang = useLocale();
  const own = useRead(api.customer.baseMaps, {}, { staleTime: STALE_MS });
  const entries = own.data ?? NONE;
  const names = useMemo(() => entries.flatMap(({ file }) => file ?? []), [entries]);
  const files = useQuery({
    queryKey: ['tile-files', ...names],
    queryFn: ({ signal }) => readTileFiles(names, signal),
    enabled: names.length > 0,
    staleTime: STALE_MS,
  });
  const screens = useScreens();
  const isKnown = screens !== null && !own.isPending && (names.length === 0 || !files.isPending);
  useEffect(() => {
    const offers = entries.flatMap((entry) => offerOf(entry, files.data ?? []));
    const first = entries.find(({ is_default }) => is_default);
    const all = [OSM.id, WORLD.id, 'none', ...[...offers, ...deployment].map(({ id }) => id)];
    // What the roles say, where it is there; then what the organisation says.
    const ofRoles = all.find((id) => id === screens?.base_map);
    const defaultBase = isKnown ? (ofRoles ?? first?.id ?? OSM.id) : null;
    useBase.getState().setMaps([...offers, ...deployment], lang, defaultBase);
  }, [entries, files.data, deployment, lang, isKnown, screens?.base_map]);
}
