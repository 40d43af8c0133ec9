// Turns rows of a file's own coordinates into degrees: by formula where there is one, else in batches through GDAL.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { geoJSONToWkt } from 'betterknown';
import type { Geometry } from '../../../contract/schemas/common';
import { forward } from './crs';
import type { Gdal } from './gdal';
import { gdalRows } from './gdal-rows';
import { checkGeometry, everyPosition, onGlobe } from './geometry';
import { ImportProblem } from './problems';
import type { Crs, Feature } from './types';

// Large enough to make GDAL's start-up small beside the work, small enough to stay far below memory limits.
const BATCH_ROWS = 20_000;
const BATCH_VERTICES = 400_000;

function placed(feature: Feature, geometry: Geometry | null): Feature {
  if (geometry && onGlobe(geometry)) return { ...feature, geometry };
  return { ...feature, geometry: null, problem: 'out_of_range' };
}

/** What GDAL made of a geometry, with heights where that had them; null where it could not. */
function sound(moved: unknown, before: Geometry): Geometry | null {
  const checked = checkGeometry(moved);
  const geometry = 'shapes' in checked ? (checked.shapes[0]?.geometry ?? null) : null;
  let isFlat = false;
  everyPosition(before, (p) => {
    isFlat = p.length === 2;
    return false;
  });
  if (geometry && isFlat)
    everyPosition(geometry, (p) => {
      p.length = 2;
      return true;
    });
  return geometry;
}

async function* byGdal(
  rows: AsyncIterable<Feature>,
  crs: string,
  gdal: Gdal,
  scratch: string,
): AsyncGenerator<Feature> {
  let batch: Feature[] = [];
  let vertices = 0;
  let turn = 0;

  async function* flush(): AsyncGenerator<Feature> {
    const lines = batch.flatMap(({ geometry }, i) => (geometry ? [`${i},"${geoJSONToWkt(geometry)}"`] : []));
    const moved = new Map<number, unknown>();
    if (lines.length) {
      const path = join(scratch, `batch-${turn++}.csv`);
      await writeFile(path, `i,WKT\n${lines.join('\n')}\n`);
      // A position that cannot be transformed costs its own row, which is told below; it must not end the file.
      const args = ['-s_srs', crs, '-t_srs', 'EPSG:4326', '-skipfailures', '-select', 'i'];
      try {
        for await (const { cells, geometry } of gdalRows(gdal, path, args, 'XYZ')) moved.set(Number(cells.i), geometry);
      } catch (error) {
        if (!(error instanceof ImportProblem) || error.code !== 'broken_file') throw error;
        // The rows are our own and sound: what GDAL cannot use is the coordinate system.
        throw new ImportProblem('wrong_crs', error.message, error);
      }
      await rm(path, { force: true });
    }
    for (const [i, feature] of batch.entries()) {
      yield feature.geometry ? placed(feature, sound(moved.get(i), feature.geometry)) : feature;
    }
    batch = [];
    vertices = 0;
  }

  for await (const row of rows) {
    batch.push(row);
    if (row.geometry) everyPosition(row.geometry, () => ++vertices > 0);
    if (batch.length >= BATCH_ROWS || vertices >= BATCH_VERTICES) yield* flush();
  }
  yield* flush();
}

/** `rows` with their geometry in EPSG:4326; those that fall off the globe get the problem 'out_of_range'. */
export async function* toDegrees(
  rows: AsyncIterable<Feature>,
  crs: Crs,
  gdal: Gdal,
  scratch: string,
): AsyncGenerator<Feature> {
  const formula = forward(crs.srid);
  if (!formula) {
    const name = crs.srid !== null ? `EPSG:${crs.srid}` : crs.wkt;
    if (!name) throw new ImportProblem('unknown_crs');
    yield* byGdal(rows, name, gdal, scratch);
    return;
  }
  for await (const row of rows) {
    if (!row.geometry) {
      yield row;
      continue;
    }
    if (formula !== 'none') {
      everyPosition(row.geometry, (p) => {
        formula(p);
        return true;
      });
    }
    yield placed(row, row.geometry);
  }
}
