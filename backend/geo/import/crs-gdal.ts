// Lets GDAL name a coordinate system that its text alone does not settle.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWkt, plainCrs } from './crs';
import { openGdal } from './gdal';
import { ImportProblem } from './problems';
import type { Crs } from './types';

interface Named {
  wkt?: string;
  projjson?: { name?: string; id?: { authority?: string; code?: number }; components?: { id?: unknown }[] };
}

/** The CRS in what ogrinfo says about a geometry column. */
export function crsOf(said: unknown): Crs {
  const system = (said ?? {}) as Named;
  const { name, id } = system.projjson ?? {};
  const text = name && name !== 'unknown' ? name : null;
  if (id?.authority === 'EPSG' && Number.isInteger(id.code)) return { srid: Number(id.code), text };
  if (id?.authority === 'OGC' && String(id.code) === 'CRS84') return { srid: 4326, text };
  // GeoPackage's "undefined" systems are named, but say nothing.
  if (!system.wkt || /^(LOCAL|ENG)CRS/.test(system.wkt) || /^Undefined/.test(name ?? ''))
    return { srid: null, text: null };
  return { srid: null, text, wkt: system.wkt };
}

/** The geometry columns of a data set as ogrinfo's JSON lists them. */
export interface OgrLayer {
  name: string;
  featureCount?: number;
  fields: { name: string; type: string; subType?: string }[];
  geometryFields: { name: string; type: string; extent?: number[]; coordinateSystem?: unknown }[];
}
export const ogrLayers = (info: unknown) => (info as { layers?: OgrLayer[] }).layers ?? [];

/** What a .prj file says; `srid` and `wkt` are both missing where nobody understands it. */
export async function identifyPrj(prj: string, scratch: string, signal?: AbortSignal): Promise<Crs> {
  const plain = plainCrs(prj);
  if (plain) return plain;
  const said = prj.trim().slice(0, 500) || null;
  if (!isWkt(prj)) return { srid: null, text: said };
  // An empty shapefile of our own beside the text: the driver then matches it against its register of systems.
  const folder = await mkdtemp(join(scratch, 'prj-'));
  const empty = Buffer.alloc(100);
  empty.writeInt32BE(9994, 0);
  empty.writeInt32BE(50, 24);
  empty.writeInt32LE(1000, 28);
  empty.writeInt32LE(1, 32);
  await writeFile(join(folder, 'crs.shp'), empty);
  await writeFile(join(folder, 'crs.shx'), empty);
  await writeFile(join(folder, 'crs.prj'), prj);
  const gdal = openGdal(folder, signal);
  try {
    const layer = ogrLayers(await gdal.info(join(folder, 'crs.shp')))[0];
    const crs = crsOf(layer?.geometryFields[0]?.coordinateSystem);
    return crs.text ? crs : { ...crs, text: said };
  } catch (error) {
    if (error instanceof ImportProblem && error.code === 'broken_file') return { srid: null, text: said };
    throw error;
  } finally {
    await gdal.close();
  }
}

/** PROJ text that names no file: a grid or an init file would be read from this machine. */
const PROJ = /^\+proj=[\w.]+( \+[a-z_0-9]+(=[\w.,+:-]+)?)*$/i;
const isProj = (text: string) => text.length < 1000 && PROJ.test(text) && !/grids|init|\+proj=pipeline/i.test(text);

/**
 * The system that a person names: an EPSG code ("EPSG:32639"), PROJ text, WKT, or the text of a .prj. Throws 'unknown_crs' where it is
 * none of these or nobody understands it.
 */
export async function readCrs(input: string, scratch: string, signal?: AbortSignal): Promise<Crs> {
  const text = input.trim().replace(/\s+/g, ' ');
  const code = /^(?:EPSG:? ?)?(\d{4,6})$/i.exec(text)?.[1];
  if (code) return { srid: Number(code), text };
  if (isProj(text)) return { srid: null, text, wkt: text };
  const crs = await identifyPrj(text, scratch, signal);
  if (crs.srid === null && !crs.wkt) throw new ImportProblem('unknown_crs', 'no coordinate system');
  return crs;
}
