// Runs GDAL (WebAssembly) off the main thread, where it can be killed: it is synchronous and cannot be cancelled.
// Plain JavaScript, so that a thread can start it as it is, from source and beside the bundle alike.
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/** What no data set may make GDAL do: reach the network, load code, or run triggers of a file. */
const LIMITS = {
  CPL_VSIL_CURL_ALLOWED_EXTENSIONS: '.none',
  GDAL_HTTP_TIMEOUT: '1',
  OGR_SQLITE_LOAD_EXTENSIONS: '',
  OGR_SQLITE_PRAGMA: 'trusted_schema=0',
  // All values of a GML as text, and nothing that it points at.
  GML_FIELDTYPES: 'ALWAYS_STRING',
  GML_SKIP_RESOLVE_ELEMS: 'ALL',
  GML_DOWNLOAD_SCHEMA: 'NO',
  // The Arrow path of this build reads 64-bit dates wrong.
  OGR2OGR_USE_ARROW_API: 'NO',
  // Megabytes of blocks that are kept: this memory is our own process's.
  GDAL_CACHEMAX: '64',
};

function start(out) {
  // Found at run time and never bundled: the WebAssembly and its data files lie beside the module.
  const require = createRequire(import.meta.url);
  const init = require('gdal3.js/node.js');
  const home = dirname(require.resolve('gdal3.js/dist/package/gdal3.node.js'));
  mkdirSync(out, { recursive: true });
  // The library puts "./" before the path of its data file, so only a relative one works.
  const path = relative(process.cwd(), home) || '.';
  return init({ path, dest: out, env: LIMITS, logHandler: () => {}, errorHandler: () => {} });
}

const gdal = start(workerData.out);

/** A job is `{ id, input, layers?, convert?: { args, name }, warp?: args }`: without these, a look inside as the library gives it. */
async function run({ input, layers, convert, warp }) {
  const { open, ogr2ogr, ogrinfo, gdalwarp, gdal_translate, close } = await gdal;
  const { datasets, errors } = await open(input);
  const dataset = datasets[0];
  if (!dataset) throw new Error(errors[0]?.message ?? 'not opened');
  try {
    if (warp) {
      // The COG writer copies a whole picture: first the transformed one, then its copy.
      const options = ['-co', 'COMPRESS=DEFLATE', '-co', 'BIGTIFF=IF_SAFER'];
      const { real } = await gdalwarp(dataset, ['-of', 'GTiff', ...options, ...warp], 'warped');
      const warped = (await open(real)).datasets[0];
      try {
        return (await gdal_translate(warped, ['-of', 'COG', ...options], 'cog')).real;
      } finally {
        await close(warped);
        rmSync(real, { force: true });
      }
    }
    // A file of tiles and records is a raster to the library's own look.
    if (layers && dataset.type === 'raster') return await ogrinfo(dataset);
    return convert ? (await ogr2ogr(dataset, convert.args, convert.name)).real : dataset.info;
  } finally {
    await close(dataset);
  }
}

const words = (error) => (Array.isArray(error) ? words(error[0]) : String(error?.message ?? error));

parentPort.on('message', (job) => {
  run(job).then(
    (ok) => parentPort.postMessage({ id: job.id, ok }),
    (error) => parentPort.postMessage({ id: job.id, error: words(error) }),
  );
});
