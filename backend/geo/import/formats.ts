// The list of formats that can be imported: a new one is one object here.
import { csv } from './csv';
import { head } from './encoding';
import { geojson } from './geojson';
import { gpkg } from './gpkg';
import { gpx } from './gpx';
import { kml, kmz } from './kml';
import { dxf, filegdb, flatgeobuf, gml } from './ogr-formats';
import { ImportProblem } from './problems';
import { shapefile } from './shapefile';
import type { Format } from './types';
import { xlsx } from './xlsx';

export const FORMATS: readonly Format[] = [
  filegdb,
  shapefile,
  gpkg,
  geojson,
  kml,
  kmz,
  gpx,
  gml,
  dxf,
  flatgeobuf,
  xlsx,
  csv,
];

/** Extensions that can be uploaded, without their dot. */
export const EXTENSIONS = [...new Set(FORMATS.flatMap((format) => format.extensions)), 'tif', 'tiff'];

/** The format of a file, on which its name and its first bytes agree; throws 'wrong_type', 'empty_file', 'shp_without_zip'. */
export async function formatOf(path: string, fileName: string): Promise<Format> {
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (/^(shp|dbf|shx|prj|cpg)$/.test(extension)) throw new ImportProblem('shp_without_zip');
  const formats = FORMATS.filter(({ extensions }) => extensions.includes(extension));
  if (formats.length === 0) throw new ImportProblem('wrong_type', `.${extension} is not imported`);
  const start = await head(path, 4096);
  if (start.length === 0) throw new ImportProblem('empty_file');
  for (const format of formats) if (await format.detect(start, path)) return format;
  throw new ImportProblem('wrong_type', `not what .${extension} promises`);
}
