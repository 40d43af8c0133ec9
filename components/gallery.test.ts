// A part that the pages of samples do not show would be made again by whoever does not find it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const IMPORT = /(?:from|import)\s*\(?\s*'(@\/|\.{1,2}\/)([^']+)'/g;

/** All files that a file imports, by whatever way. */
function reach(file: string, reached: Set<string>) {
  if (reached.has(file)) return;
  reached.add(file);
  for (const [, start = '', rest = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const path = start === '@/' ? rest : join(dirname(file), start, rest);
    const next = ['.tsx', '.ts', '/index.ts'].map((end) => path + end).find((one) => existsSync(one));
    if (next) reach(next, reached);
  }
}

/** Hooks draw nothing by themselves, and every button is a steady one. */
const isPart = (file: string) => /\.tsx$/.test(file) && !/\.test\.tsx$|(^|\/)use-|steady-button/.test(file);
const parts = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isPart)
    .map((file) => join(folder, file));

it('shows every shared part on a page of samples', () => {
  const reached = new Set<string>();
  for (const file of parts('app/dev')) reach(file, reached);
  expect(parts('components').length).toBeGreaterThan(60);
  expect(parts('components').filter((file) => !reached.has(file))).toEqual([]);
});
