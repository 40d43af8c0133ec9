// Programs of ours that tests start and kill, each bundled into one file: to read a hundred sources takes Node seconds at every start.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle } from '../../scripts/build.mjs';

const FOLDER = 'out/programs';
const bundles = new Map<string, Promise<string>>();

async function bundleOf(path: string): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const name = basename(path, '.ts');
  await bundle({ [name]: path }, folder);
  return join(folder, `${name}.mjs`);
}

/** What Node is started with to run a program; `path` from the root of the project. It is bundled once in each process of tests. */
export async function programArgs(path: string): Promise<string[]> {
  const file = bundles.get(path) ?? bundleOf(path);
  bundles.set(path, file);
  // It lives for seconds: better machine code of the database would cost more than it brings.
  return ['--liftoff-only', await file];
}
