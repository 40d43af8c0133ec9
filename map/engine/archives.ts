// Tiles out of one file: MapLibre asks for `pmtiles://<path>/<z>/<x>/<y>`, the file is read by ranges.
import { AJAXError, addProtocol } from 'maplibre-gl';
import { FetchSource, PMTiles } from 'pmtiles';

const ADDRESS = /^pmtiles:\/\/(\/.+)\/(\d+)\/(\d+)\/(\d+)$/;
const archives = new Map<string, PMTiles>();

const archiveAt = (path: string): PMTiles => {
  const open = archives.get(path);
  if (open) return open;
  const archive = new PMTiles(new FetchSource(new URL(path, location.href).href));
  archives.set(path, archive);
  return archive;
};

/** Makes MapLibre read archives of this site; a tile that is not in one is refused as 404, for which it has a way. */
export const readArchives = (): void =>
  addProtocol('pmtiles', async ({ url }, { signal }) => {
    const [, path, ...place] = ADDRESS.exec(url) ?? [];
    if (!path) throw new AJAXError(400, 'Bad Request', url, new Blob());
    const [z, x, y] = place.map(Number) as [number, number, number];
    const tile = await archiveAt(path).getZxy(z, x, y, signal);
    if (!tile) throw new AJAXError(404, 'Not Found', url, new Blob());
    return { data: tile.data };
  });
