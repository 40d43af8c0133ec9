// Regions as a GeoJSON file: exact shapes, with name, code, parent, colour and note.
import { api } from '@/contract/index';
import type { Region } from '@/contract/schemas/region';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { call } from '@/lib/api/client';
import { saveFile } from '@/lib/api/download';

/** What an import reads back: the parent by its code, else by its name. */
export function toGeoJson(regions: readonly Region[], tree: readonly RegionBranch[]): object {
  const byId = new Map(tree.map((region) => [region.id, region]));
  return {
    type: 'FeatureCollection',
    features: regions.map(({ label, code, parent, colour, note, geometry }) => {
      const above = parent === null ? undefined : byId.get(parent);
      return {
        type: 'Feature',
        properties: { name: label, code, parent: above ? (above.code ?? above.label) : null, colour, note },
        geometry: geometry ?? null,
      };
    }),
  };
}

/** Reads the shapes one after the other and saves the file. */
export async function exportRegions(
  ids: readonly number[],
  tree: readonly RegionBranch[],
  name: string,
  onProgress?: (tried: number) => void,
): Promise<void> {
  const regions: Region[] = [];
  for (const id of ids) {
    regions.push(await call(api.regions.one, { params: { id } }));
    onProgress?.(regions.length);
  }
  const text = JSON.stringify(toGeoJson(regions, tree));
  saveFile(new Blob([text], { type: 'application/geo+json' }), `${name}.geojson`);
}
