// The checks that need neither a database nor a browser: form, types, walls, and that generated files are fresh.
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * What Node runs to check the types of the project in the working folder: the compiler of TypeScript 7 (docs/adr/0006). Its memory is
 * collected at four times what is alive instead of at twice: half the time for about 3 GB.
 */
export const TYPE_CHECK = ['typescript-7/bin/tsc', '--noEmit', '--incremental', 'false', '--checkers', '2'];
export const TYPE_CHECK_ENV = { GOGC: '400' };

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
/** Side by side, each in its order: those that use all cores, and those that use one. */
const LANES = [
  [
    ['biome', [...bin('@biomejs/biome/bin/biome'), 'check', '.']],
    ['types', [...bin(TYPE_CHECK[0]), ...TYPE_CHECK.slice(1)]],
  ],
  [
    [
      'walls',
      [...bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', ...ROOMS],
    ],
    ['generated files', [process.execPath, '--import', 'tsx', 'scripts/docs.ts', '--check']],
    ['shape', [process.execPath, '--import', 'tsx', 'scripts/shape.ts', '--check']],
  ],
];

const run = promisify(execFile);
const OPTIONS = {
  maxBuffer: Number.POSITIVE_INFINITY,
  env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=4096', ...TYPE_CHECK_ENV },
};

/** Runs all checks, or the one of a name; answers how many passed and failed, and prints what a failed one said. */
export async function check(only = '', say = console.log) {
  let [passed, failed] = [0, 0];
  const runLane = async (lane) => {
    for (const [name, [command, ...args]] of lane) {
      if (only && name !== only) continue;
      try {
        await run(command, args, OPTIONS);
        passed++;
        say(`ok     ${name}`);
      } catch (error) {
        failed++;
        say(`FAILED ${name}\n${error.stdout ?? error.message}\n${error.stderr ?? ''}`);
      }
    }
  };
  await Promise.all(LANES.map(runLane));
  return { passed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exit((await check(process.argv[2])).failed ? 1 : 0);
