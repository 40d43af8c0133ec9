// PostGIS for the embedded engine, without what nobody uses of it.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import { gunzipSync, gzipSync } from 'node:zlib';
import { postgis } from '@electric-sql/pglite-postgis';

/** What is used of PostGIS's archive. */
const USED =
  /^(lib\/postgresql\/postgis-3\.so|share\/proj\/|share\/postgresql\/extension\/postgis(\.control|--\d[\d.]*\.sql))/;
const BLOCK = 512;

/** The entries of a tar whose names match, as a tar (POSIX ustar: name at 0, size in octal at 124, blocks of 512). */
function pick(tar, pattern) {
  const entries = [];
  for (let at = 0; tar[at]; ) {
    const [name] = tar.toString('latin1', at, at + 100).split('\0');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8);
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (pattern.test(name)) entries.push(tar.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]);
}

/**
 * PostGIS alone: its archive also brings raster, topology, a geocoder and scripts of other versions, and all of it would be
 * unpacked and compiled at every start. What is left is kept in `cache`, under the size of what it was made of: by the build, since a
 * program that runs as somebody else may not write there.
 */
export async function leanPostgis(cache, ...args) {
  const full = await postgis.setup(...args);
  const path = join(cache, `postgis-${statSync(full.bundlePath).size}.tar.gz`);
  if (!existsSync(path)) {
    const part = `${path}.${process.pid}.${threadId}.part`;
    mkdirSync(cache, { recursive: true });
    writeFileSync(part, gzipSync(pick(gunzipSync(readFileSync(full.bundlePath)), USED), { level: 1 }));
    renameSync(part, path);
  }
  return { ...full, bundlePath: pathToFileURL(path) };
}
