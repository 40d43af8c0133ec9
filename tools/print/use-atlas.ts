// The pages of an atlas: each region, or each record of a layer, with its name and where it lies.
'use client';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { extentOf } from '@/map/geo/walk';
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { useRecordTitle } from '../parts/picked-list';
import { MAX_PAGES, type PrintSettings } from './settings';

export interface AtlasPage {
  name: string;
  /** [west, south, east, north]. */
  extent: readonly [number, number, number, number];
}

/** `pages` is null while they are on their way. The selected records of the layer make the list where there are some, else its first ones. */
export const useAtlas = ({ atlas, regions: regionIds, layer: layerId }: PrintSettings) => {
  const regions = useRead(api.regions.accessed, { query: {} }, { enabled: atlas === 'regions' });
  const layer = useTool((s) => s.layers).find((l) => l.id === layerId)?.layer;
  const selection = useSelection();
  const ids = selection.layer === layerId ? selection.ids.slice(0, MAX_PAGES) : [];
  const records = useRead(
    api.records.list,
    {
      query: {
        layer: layerId ?? 1,
        limit: MAX_PAGES,
        ...(ids.length > 0 ? { ids: [...ids].sort((a, b) => a - b) } : {}),
      } as never,
    },
    { enabled: atlas === 'records' && layerId !== null },
  );
  const titleOf = useRecordTitle(layer);
  const read = atlas === 'regions' ? regions : records;
  const all = regions.data ?? [];
  const pages: AtlasPage[] | null =
    atlas === 'regions'
      ? regions.data
        ? all
            .filter((r) => regionIds.length === 0 || regionIds.includes(r.id))
            .slice(0, MAX_PAGES)
            .map(({ label, extent }) => ({ name: label, extent: extent as AtlasPage['extent'] }))
        : null
      : records.data
        ? records.data.results.flatMap((record) => {
            const extent = record.geometry && extentOf([record.geometry]);
            return extent ? [{ name: titleOf(record), extent }] : [];
          })
        : null;
  return {
    pages,
    read,
    /** For the choice of regions. */
    regions: all.map(({ id, label }) => ({ value: String(id), label })),
    total: atlas === 'regions' ? regionIds.length || all.length : ids.length || (records.data?.count ?? 0),
  };
};
