// How much compressed JavaScript each screen loads first, held against scripts/limits/bundle-size.json: it may grow by 5 % unseen, the sign-in to 230 kB at most.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIST = 'scripts/limits/bundle-size.json';
const MAX_GROWTH = 1.05;
const MAX_SIGN_IN_KB = 230;
const KB = 1000;

/** Kilobytes (1000 bytes, gzip) by route, of a built `folder`; pages for looking at parts are left out. */
export function measureBundles(folder) {
  const sizes = new Map();
  const sizeOf = (path) => {
    if (!sizes.has(path)) sizes.set(path, gzipSync(readFileSync(path)).length);
    return sizes.get(path);
  };
  const all = JSON.parse(readFileSync(join(folder, 'diagnostics/route-bundle-stats.json'), 'utf8'));
  const routes = all.filter(({ route }) => !route.startsWith('/dev/'));
  const total = (paths) => Math.round(paths.reduce((sum, path) => sum + sizeOf(path), 0) / KB);
  return Object.fromEntries(
    routes
      .map(({ route, firstLoadChunkPaths }) => [route, total(firstLoadChunkPaths)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Prints the table; returns what has grown too much, as sentences. `isNew` writes the list instead. */
export function checkBundles(folder, say = console.log, isNew = false) {
  const now = measureBundles(folder);
  if (isNew || !existsSync(LIST)) writeFileSync(LIST, `${JSON.stringify(now, null, 2)}\n`);
  const before = JSON.parse(readFileSync(LIST, 'utf8'));
  const faults = [];
  for (const [route, kb] of Object.entries(now)) {
    const was = before[route];
    say(`${String(kb).padStart(5)} kB  ${route}${was && was !== kb ? `  (${was} kB listed)` : ''}`);
    if (was !== undefined && kb > was * MAX_GROWTH) faults.push(`${route} loads ${kb} kB first, ${was} kB are listed`);
  }
  if (now['/signin'] > MAX_SIGN_IN_KB)
    faults.push(`/signin loads ${now['/signin']} kB first, at most ${MAX_SIGN_IN_KB}`);
  return faults;
}

// `node scripts/limits/bundle-size.mjs <folder of a build>` lists what there is now.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  checkBundles(process.argv[2] ?? '.next', console.log, true);
