// GeoTIFFs made and judged by the host's GDAL, whose programs are a second opinion on ours.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const hasGdal = spawnSync('gdalinfo', ['--version']).status === 0;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });

/** Heights by column and row; NaN is a hole. */
export type Heights = (column: number, row: number) => number;

/** Two hills and a valley, in metres. */
export const HILLS: Heights = (x, y) =>
  400 + 300 * Math.exp(-((x - 30) ** 2 + (y - 24) ** 2) / 300) + 200 * Math.sin(x / 9) * Math.cos(y / 7);

export interface RasterShape {
  width: number;
  height: number;
  /** gdal_translate's own: -a_srs, -a_ullr, -ot and so on. */
  args?: string[];
}

/** A GeoTIFF of one band in EPSG:3857 whose pixels are 30 m, near Tehran; `args` change that. */
export function makeRaster(
  folder: string,
  name: string,
  heights: Heights,
  { width, height, args = [] }: RasterShape,
): string {
  // biome-ignore format: one line
  const text = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => {
      const value = heights(column, row);
      return Number.isNaN(value) ? -9999 : value.toFixed(3);
    }).join(' '),
  ).join('\n');
  const grid = join(folder, `${name}.asc`);
  writeFileSync(
    grid,
    `ncols ${width}\nnrows ${height}\nxllcorner 0\nyllcorner 0\ncellsize 30\nNODATA_value -9999\n${text}\n`,
  );
  const path = join(folder, `${name}.tif`);
  const place = [
    '-a_srs',
    'EPSG:3857',
    '-a_ullr',
    '5720000',
    `${4260000}`,
    `${5720000 + width * 30}`,
    `${4260000 - height * 30}`,
  ];
  run('gdal_translate', '-of', 'GTiff', '-ot', 'Float32', ...place, ...args, grid, path);
  return path;
}

/** Another program's picture of a raster. */
export const translate = (from: string, to: string, ...args: string[]) => run('gdal_translate', ...args, from, to);
export const dem = (mode: string, from: string, to: string, ...args: string[]) =>
  run('gdaldem', mode, from, ...args, to);

/** The samples of a file, pixel by pixel: bytes of all bands of a pixel stand together. */
export function pixelsOf(path: string, folder: string): Uint8Array {
  const raw = join(folder, 'pixels.bin');
  run('gdal_translate', '-of', 'ENVI', '-ot', 'Byte', '-co', 'INTERLEAVE=BIP', path, raw);
  return readFileSync(raw);
}

export const infoOf = (path: string, ...args: string[]) =>
  JSON.parse(run('gdalinfo', '-json', ...args, path).toString());
