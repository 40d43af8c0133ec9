// Which files the chooser offers. The server decides by a file's bytes; this only spares people a hopeless upload.

/** Endings of rasters: a TIFF, or a zip of one with its world file. */
export const ACCEPTED_RASTERS = ['.tif', '.tiff', '.zip'] as const;

/** Endings that can be uploaded. Parts of a shapefile are not among them: they go in one zip. */
export const ACCEPTED = [
  '.zip',
  '.gpkg',
  '.geojson',
  '.json',
  '.geojsonl',
  '.geojsons',
  '.ndjson',
  '.jsonl',
  '.kml',
  '.kmz',
  '.csv',
  '.tsv',
  '.txt',
  '.xlsx',
  '.gpx',
  '.dxf',
  '.gml',
  '.fgb',
  '.tif',
  '.tiff',
] as const;

/** Whether a file of this name can be uploaded. */
export const isAccepted = (name: string): boolean => ACCEPTED.some((ending) => name.toLowerCase().endsWith(ending));

/** Formats whose text may be in any encoding; all others are UTF-8 by their own definition. */
export const needsEncoding = (format: string): boolean => format === 'shapefile' || format === 'csv';

const PAGE = /^(?:cp|windows-?|ansi-?)(\d{3,4})$/;

/** One spelling for the names of an encoding: "CP1256" and "windows-1256" are the same. */
export function encodingKey(name: string): string {
  const text = name.trim().toLowerCase().replace(/[_\s]/g, '-');
  const page = PAGE.exec(text)?.[1];
  if (page) return `windows-${page}`;
  return text.replace(/^utf-?(8|16)(?:-?(?:le|be))?$/, 'utf-$1');
}
