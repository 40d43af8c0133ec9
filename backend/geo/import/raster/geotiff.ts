// The format GeoTIFF, alone or zipped with its world file: reported to the person, and converted to a COG.
import { rm } from 'node:fs/promises';
import type { BandWords } from '../../raster/facts';
import { crsOf, readCrs } from '../crs-gdal';
import { hostInfo, openGdal } from '../gdal';
import { ImportProblem } from '../problems';
import type { Crs, Inspected } from '../types';
import { type Header, readHeader } from './header';
import { lookAtValues } from './look';
import { ownFile } from './own-file';

/**
 * Megabytes that the conversion works in; beside them stands GDAL's cache of blocks. Measured with 9 and with 81 million pixels: our
 * process grew by 190 and 200 MB where the host's gdalwarp did it (itself 110 and 160 MB), by 275 and 360 MB with the WebAssembly.
 */
const WARP_MB = '64';

/** What ogrinfo's sister says of a raster. */
interface Said {
  size?: [number, number];
  coordinateSystem?: object;
  stac?: { 'proj:projjson'?: unknown };
  cornerCoordinates?: Record<'upperLeft' | 'lowerLeft' | 'lowerRight' | 'upperRight', [number, number]>;
  geoTransform?: number[];
  bands?: (BandWords & { type?: string; noDataValue?: number | string })[];
}

async function ask(own: string, folder: string, signal?: AbortSignal): Promise<Said> {
  const gdal = openGdal(folder, signal);
  try {
    return (await gdal.info(own)) as Said;
  } catch (error) {
    if (error instanceof ImportProblem && /missing codec/.test(error.message))
      return (await hostInfo(own, signal)) as Said;
    throw error;
  } finally {
    await gdal.close();
  }
}

/** The system that the file says, else the one that lies beside it in its archive. */
async function systemOf(said: Said, prj: string | null, folder: string, signal?: AbortSignal): Promise<Crs> {
  if (said.coordinateSystem) return crsOf({ ...said.coordinateSystem, projjson: said.stac?.['proj:projjson'] });
  if (prj === null) return { srid: null, text: null };
  return readCrs(prj, folder, signal).catch(() => ({ srid: null, text: null }));
}

/** GDAL's words for bands in ours. */
const ROLES: Record<string, string> = { Red: 'red', Green: 'green', Blue: 'blue', Gray: 'grey', Palette: 'palette', Alpha: 'alpha' }; // biome-ignore format: one line

const finite = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** What is inside a raster file, as one data set of type 6. Throws ImportProblem. */
export async function inspectRaster(
  path: string,
  fileName: string,
  scratch: string,
  signal?: AbortSignal,
): Promise<Inspected> {
  const { folder, own, prj } = await ownFile(path, fileName, scratch, signal);
  try {
    const { width, height, bands } = await readHeader(own);
    const said = await ask(own, folder, signal);
    const crs = await systemOf(said, prj, folder, signal);
    const corners = said.geoTransform ? Object.values(said.cornerCoordinates ?? {}) : [];
    const [xs, ys] = [corners.map((c) => c[0]), corners.map((c) => c[1])];
    const hasCrs = crs.srid !== null || crs.wkt !== undefined;
    const isRotated = said.geoTransform !== undefined && (said.geoTransform[2] !== 0 || said.geoTransform[4] !== 0);
    const ranges = await lookAtValues(own);
    return {
      kind: 'raster',
      file_name: fileName,
      format: 'geotiff',
      encoding: 'UTF-8',
      encoding_sure: true,
      datasets: [
        {
          name: fileName.replace(/\.[^.]*$/, ''),
          type: 6,
          feature_count: 0,
          srid: crs.srid,
          crs: crs.text ?? (hasCrs ? 'WKT' : null),
          is3d: false,
          extent: corners.length ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : null,
          fields: [],
          raster: {
            width,
            height,
            bands,
            details: (said.bands ?? []).map(({ type, colorInterpretation, noDataValue }, at) => ({
              type: type ?? '',
              role: ROLES[colorInterpretation ?? ''] ?? 'other',
              nodata: finite(noDataValue),
              min: ranges?.[at]?.min ?? null,
              max: ranges?.[at]?.max ?? null,
            })),
          },
        },
      ],
      warnings: [
        ...(corners.length > 0 ? [] : ['no_place']),
        ...(hasCrs || corners.length === 0 ? [] : ['no_crs']),
        ...(isRotated ? ['rotated'] : []),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export interface Cog extends Header {
  /** In `scratch`: the caller's to keep or remove. */
  path: string;
  /** In degrees. */
  extent: [number, number, number, number];
  /** What GDAL says of its bands; colours of a palette stand with the first. */
  words: BandWords[];
}

const R = 6378137;
const degrees = ([x, y]: [number, number]): [number, number] => [
  (x / R) * (180 / Math.PI),
  Math.atan(Math.sinh(y / R)) * (180 / Math.PI),
];

/** The raster as a cloud-optimised GeoTIFF in EPSG:3857, DEFLATE, transparent where it has no data. Throws ImportProblem. */
export async function toCog(
  path: string,
  fileName: string,
  choice: { srid?: number | undefined; crs?: string | undefined },
  scratch: string,
  signal?: AbortSignal,
): Promise<Cog> {
  const { folder, own, prj } = await ownFile(path, fileName, scratch, signal);
  await readHeader(own);
  const said = await ask(own, folder, signal);
  if (!said.geoTransform) throw new ImportProblem('no_place');
  const text = choice.crs ?? (said.coordinateSystem || choice.srid ? undefined : (prj ?? undefined));
  const named = text === undefined ? null : await readCrs(text, folder, signal);
  const srid = choice.srid ?? named?.srid;
  const system = srid ? `EPSG:${srid}` : named?.wkt;
  if (system === undefined && !said.coordinateSystem) throw new ImportProblem('unknown_crs');
  const bands = said.bands ?? [];
  const masked = bands.some((b) => b.colorInterpretation === 'Alpha' || b.noDataValue !== undefined);
  const palette = bands.some((b) => b.colorInterpretation === 'Palette');
  const args = ['-wm', WARP_MB, '-t_srs', 'EPSG:3857', '-r', palette ? 'near' : 'bilinear'];
  if (system !== undefined) args.push('-s_srs', system);
  if (!masked) args.push('-dstalpha');
  const gdal = openGdal(folder, signal);
  try {
    const cogPath = await gdal.cog(own, args);
    const after = (await gdal.info(cogPath)) as Said;
    const { upperLeft, lowerRight } = after.cornerCoordinates ?? {};
    if (!upperLeft || !lowerRight) throw new ImportProblem('broken_file');
    const [[west, north], [east, south]] = [degrees(upperLeft), degrees(lowerRight)];
    if (![west, south, east, north].every(Number.isFinite)) throw new ImportProblem('wrong_crs');
    const colorTable = bands.find(({ colorInterpretation }) => colorInterpretation === 'Palette')?.colorTable;
    const words = (after.bands ?? []).map(({ colorInterpretation }, at) => ({
      // A palette does not outlive the band of transparency beside it.
      colorInterpretation: palette && at === 0 ? 'Palette' : colorInterpretation,
      ...(colorTable && at === 0 ? { colorTable } : {}),
    }));
    return { path: cogPath, ...(await readHeader(cogPath)), extent: [west, south, east, north], words };
  } finally {
    await gdal.close();
  }
}
