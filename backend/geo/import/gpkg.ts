// The format GeoPackage, read by GDAL: read-only, without the file's own triggers and views being trusted.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSize, openOgr, ownName } from './ogr';
import type { Format } from './types';

export const gpkg: Format = {
  id: 'gpkg',
  extensions: ['gpkg'],
  detect: (start) => start.toString('latin1', 0, 16) === 'SQLite format 3\0',
  async open(source) {
    await checkSize(source.path);
    const folder = await mkdtemp(join(source.scratch, 'gpkg-'));
    return openOgr(source, await ownName(source.path, folder, 'input.gpkg'), folder);
  },
};
