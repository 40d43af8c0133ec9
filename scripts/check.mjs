// The checks that need neither a database nor a browser: form, types, walls, and that generated files are fresh.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const bin = (path) => [process.execPath, `node_modules/${path}`];
const ROOMS = [
  'server.ts',
  'middleware.ts',
  'contract',
  'lib',
  'backend',
  'components',
  'map',
  'tools',
  'features',
  'app',
  'testing',
];
const CHECKS = [
  ['biome', [...bin('@biomejs/biome/bin/biome'), 'check', '.']],
  ['types', [process.execPath, 'scripts/types.mjs']],
  ['walls', [...bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', ...ROOMS]],
  ['generated files', [process.execPath, '--import', 'tsx', 'scripts/docs.ts', '--check']],
  ['shape', [process.execPath, '--import', 'tsx', 'scripts/shape.ts', '--check']],
];

/** Runs all checks; answers how many passed and failed, and prints what a failed one said. */
export function check(say = console.log) {
  let [passed, failed] = [0, 0];
  for (const [name, [command, ...args]] of CHECKS) {
    const run = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=4096' },
    });
    const ok = run.status === 0;
    ok ? passed++ : failed++;
    say(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
    if (!ok) say(`${run.stdout}\n${run.stderr}`);
  }
  return { passed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(check().failed ? 1 : 0);
