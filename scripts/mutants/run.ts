// `npm run mutants [-- <area> ...]`: breaks the guards of the list one at a time in a copy of the project, and prints those that no test
// misses. It ends with 1 where one survives. Minutes: each guard runs its own tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MUTANTS, type Mutant } from '.';

const areas = process.argv.slice(2);
const unknown = areas.filter((area) => !MUTANTS.some((mutant) => mutant.area === area));
if (unknown.length) {
  process.stderr.write(
    `no area ${unknown.join(', ')}; there are ${[...new Set(MUTANTS.map((m) => m.area))].join(', ')}\n`,
  );
  process.exit(2);
}
const isTestable = ({ needs }: Mutant) => needs === undefined || Boolean(process.env.TEST_DATABASE_URL);
const selected = MUTANTS.filter((mutant) => areas.length === 0 || areas.includes(mutant.area));
const testable = selected.filter(isTestable);
for (const { area, guard } of selected.filter((mutant) => !isTestable(mutant)))
  process.stdout.write(`skipped  ${area}: ${guard} (needs TEST_DATABASE_URL)\n`);

/** The files of the project as they are now, with the packages of this folder. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The file's text without the guard. Throws where the guard does not stand there exactly once. */
function breakGuard({ file, find, replace }: Mutant, text: string): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file}: the guard stands there ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

// All of the list is found before the first takes its minutes.
for (const mutant of testable) breakGuard(mutant, readFileSync(mutant.file, 'utf8'));
const folder = copyProject();
const survivors: Mutant[] = [];
try {
  for (const mutant of testable) {
    const path = join(folder, mutant.file);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, breakGuard(mutant, before));
    const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot', ...mutant.tests], { cwd: folder, encoding: 'utf8' }); // biome-ignore format: one command
    writeFileSync(path, before);
    const isKilled = run.status !== 0 && /\d+ failed/.test(run.stdout);
    process.stdout.write(`${isKilled ? 'killed  ' : 'SURVIVED'} ${mutant.area}: ${mutant.guard}\n`);
    if (!isKilled) survivors.push(mutant);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${testable.length - survivors.length} killed, ${survivors.length} survived\n`);
process.exit(survivors.length ? 1 : 0);
