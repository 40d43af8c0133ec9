// The format GeoPackage, read by GDAL: read-only, without the file's own triggers and views being trusted.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSize, openOgr, ownName } from './ogr';
import { relationsIn } from './relations/read';
import type { Format, Source } from './types';

export const gpkg: Format = {
  id: 'gpkg',
  extensions: ['gpkg'],
  detect: (start) => start.toString('latin1', 0, 16) === 'SQLite format 3\0',
  async open(source: Source) {
    await checkSize(source.path);
    const folder = await mkdtemp(join(source.scratch, 'gpkg-'));
    const path = await ownName(source.path, folder, 'input.gpkg');
    let tables: readonly (string | null | undefined)[] = [];
    const opened = await openOgr(source, path, folder, false, [], async (gdal, info) => {
      const { mappings, relations } = await relationsIn(gdal, info, path, folder, source.signal);
      tables = mappings;
      return relations;
    });
    const layers = opened.layers.filter(({ name }) => !tables.includes(name));
    const names = new Set(layers.map(({ name }) => name));
    const relations = opened.relations?.filter(({ base, related }) => names.has(base) && names.has(related));
    return { ...opened, layers, relations: relations ?? [] };
  },
};
