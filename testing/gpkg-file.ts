// Writes a GeoPackage with the same GDAL that ships with the product, so that no test needs anything installed; and looks into one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openGdal } from '../backend/geo/import/gdal';

const WRITER = `
const { workerData, parentPort } = require('node:worker_threads');
const init = require(workerData.module);
init({ path: workerData.home, dest: workerData.out, env: { OGR2OGR_USE_ARROW_API: 'NO' }, logHandler() {}, errorHandler() {} })
  .then(async (gdal) => {
    const { datasets } = await gdal.open(workerData.input);
    await gdal.ogr2ogr(datasets[0], workerData.args, 'made');
    parentPort.postMessage('done');
  })
  .catch((error) => { throw new Error(JSON.stringify(error)); });
`;

/** GeoJSON lines (EPSG:4326) as a GeoPackage called `layer`, in `folder`/made.gpkg. */
export async function writeGpkg(folder: string, lines: string[], layer: string, args: string[] = []): Promise<string> {
  const input = join(folder, 'made-source.geojsonl');
  const out = join(folder, 'made.gpkg');
  mkdirSync(folder, { recursive: true });
  rmSync(out, { force: true });
  await writeFile(input, lines.join('\n'));
  const require = createRequire(import.meta.url);
  const home = dirname(require.resolve('gdal3.js/dist/package/gdal3.node.js'));
  // A thread of its own, because the library can be started only once in a process.
  const worker = new Worker(WRITER, {
    eval: true,
    workerData: {
      module: require.resolve('gdal3.js/node.js'),
      home: relative(process.cwd(), home) || '.',
      out: folder,
      input,
      args: ['-f', 'GPKG', '-nln', layer, '-mapFieldType', 'Date=String,DateTime=String', ...args],
    },
  });
  try {
    await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } finally {
    await worker.terminate();
    rmSync(input, { force: true });
  }
  return out;
}

/** `n` squares in Iran in UTM zone 39 with Persian attributes. */
export function polygonGpkg(folder: string, n: number): Promise<string> {
  const lines = Array.from({ length: n }, (_, i) => {
    const [x, y] = [50 + (i % 100) / 100, 30 + Math.floor(i / 100) / 1000];
    const ring = [
      [x, y],
      [x + 0.005, y],
      [x + 0.005, y + 0.0005],
      [x, y + 0.0005],
      [x, y],
    ];
    return JSON.stringify({
      type: 'Feature',
      properties: { نام: `زمین ${i}`, کاربری: 'کشاورزی', تاریخ: 'روز ۱۴۰۳', مساحت: i * 1.5, شماره: i },
      geometry: { type: 'Polygon', coordinates: [ring] },
    });
  });
  return writeGpkg(folder, lines, 'زمین‌ها', ['-t_srs', 'EPSG:32639', '-nlt', 'POLYGON']);
}

export interface GpkgTable {
  name: string;
  featureCount: number;
  fields: { name: string; type: string }[];
}
export interface GpkgRelation {
  left_table_name: string;
  right_table_name: string;
  mapping_table_name: string;
  related_table_type: string;
}

/** Layers and relations as the GDAL that ships with the product lists them. */
export async function describeGpkg(path: string, scratch: string) {
  const gdal = openGdal(scratch);
  try {
    const info = (await gdal.layers(path)) as {
      layers: GpkgTable[];
      relationships?: Record<string, GpkgRelation>;
    };
    return { layers: info.layers, relations: Object.values(info.relationships ?? {}) };
  } finally {
    await gdal.close();
  }
}

/** The rows of a statement of SQLite on the file, as lines of CSV below their head. */
export async function queryGpkg(path: string, scratch: string, statement: string): Promise<string[]> {
  const gdal = openGdal(scratch);
  const lines: string[] = [];
  try {
    for await (const piece of gdal.lines(path, ['-f', 'CSV', '-sql', statement])) lines.push(...piece.filter(Boolean));
  } finally {
    await gdal.close();
  }
  return lines.slice(1).map((line) => line.replaceAll('"', '').trim());
}

/** The version of the host's ogrinfo; null where there is none. */
export function hostOgrinfo(): string | null {
  try {
    return /GDAL (\S+?),/.exec(execFileSync('ogrinfo', ['--version'], { encoding: 'utf8' }))?.[1] ?? null;
  } catch {
    return null;
  }
}
