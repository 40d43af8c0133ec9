// Builds all that runs: the generated files, the two server programs, the interface. Does nothing where nothing changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkBundles } from './limits/bundle-size.mjs';

const SOURCES = [
  'app',
  'backend',
  'components',
  'contract',
  'features',
  'lib',
  'map',
  'messages',
  'public/help',
  'scripts',
  'testing',
  'tools',
];
const FILES = [
  'server.ts',
  'middleware.ts',
  'instrumentation-client.ts',
  'next.config.mjs',
  'package-lock.json',
  'tsconfig.json',
  'CHANGELOG.md',
];

function* filesOf(path) {
  if (!existsSync(path)) return;
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(full);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield full;
  }
}

/** A fingerprint of everything that the build reads. */
export function fingerprint(test) {
  const hash = createHash('sha256').update(`${process.version} ${test}`);
  for (const file of [...SOURCES.flatMap((s) => [...filesOf(s)]), ...FILES.filter(existsSync)])
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** The bundler writes an empty source map for what has no code; no map stands among the files for browsers. */
function dropMaps(folder) {
  for (const path of filesOf(folder)) if (path.endsWith('.map')) rmSync(path);
}

/** Threads that programs start by the name of their file. */
const WORKERS = [
  'backend/db/embedded-worker.mjs',
  'backend/db/lean-postgis.mjs',
  'backend/db/shared-memory.mjs',
  'backend/geo/import/gdal-worker.mjs',
];

/** Bundles programs for Node into a folder, with the threads that they start: names and their entry points. */
export async function bundle(entryPoints, outdir) {
  const { build: run, stop } = await import('esbuild');
  mkdirSync(outdir, { recursive: true });
  await run({
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  // Its helper process would live on beside the product.
  await stop();
  for (const worker of WORKERS) copyFileSync(worker, join(outdir, basename(worker)));
}

/** Builds into `.next` and `dist`, or for tests (with the map's test handle) into `.next-test`. */
export async function build({ test = false, say = console.log } = {}) {
  const out = test ? '.next-test' : '.next';
  const stamp = join(out, 'pahneh-stamp');
  const mark = fingerprint(test);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === mark && existsSync('dist/backend.mjs')) return false;
  const { makeAtlas } = await import('./base-map/atlas.mjs');
  makeAtlas();
  const { makePlaces } = await import('./places.mjs');
  makePlaces();
  const { copyFonts } = await import('./fonts.mjs');
  copyFonts();
  const { writeChangelog } = await import('./changelog.mjs');
  writeChangelog();
  say('bundling the servers');
  await bundle(
    {
      web: 'server.ts',
      backend: 'backend/server.ts',
      gateway: 'backend/gateway/server.ts',
      private: 'backend/private/server.ts',
    },
    'dist',
  );
  const { leanPostgis } = await import('../backend/db/lean-postgis.mjs');
  await leanPostgis('dist', null, { PGLITE_ENV: {} });
  say('building the interface (about a minute)');
  rmSync(stamp, { force: true });
  const config = readFileSync('tsconfig.json');
  const run = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_DIST: out,
      ...(test ? { NEXT_PUBLIC_TEST_HANDLE: '1' } : {}),
    },
    encoding: 'utf8',
  });
  // The build writes its own wishes into tsconfig.json; ours stands.
  writeFileSync('tsconfig.json', config);
  if (run.status !== 0) throw new Error(`the build failed\n${run.stdout}\n${run.stderr}`);
  dropMaps(join(out, 'static'));
  const faults = checkBundles(out, say);
  if (faults.length > 0)
    throw new Error(
      `${faults.join('\n')}\nLoad it later (lazyPart), or list it: node scripts/limits/bundle-size.mjs ${out}`,
    );
  writeFileSync(stamp, fingerprint(test));
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await build({ test: process.argv.includes('--test') });
