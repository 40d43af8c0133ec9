// What `npm start` says when it cannot start: one clear line each.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'pahneh-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (env: Record<string, string>, ...args: string[]) => {
  const run = spawnSync(process.execPath, [...args, 'scripts/start.mjs'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return { status: run.status, lines: run.stderr.trim().split('\n') };
};

it('names a port that is in use', async () => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const port = String((busy.address() as { port: number }).port);
  const { status, lines } = start({ PORT: port, DATA_DIR: join(folder, 'data') });
  busy.close();
  expect([status, lines]).toEqual([1, [`pahneh: port ${port} is in use. Set PORT to another one.`]]);
});

it('names a folder that cannot be written', () => {
  writeFileSync(join(folder, 'file'), '');
  const { status, lines } = start({ DATA_DIR: join(folder, 'file', 'data') });
  expect([status, lines.length, lines[0]]).toEqual([
    1,
    1,
    expect.stringMatching(/^pahneh: the folder .* cannot be written \(ENOTDIR\)\. Set DATA_DIR/),
  ]);
});

it('names a Node that is too old', () => {
  writeFileSync(
    join(folder, 'old.mjs'),
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });",
  );
  const { status, lines } = start({}, '--import', join(folder, 'old.mjs'));
  expect([status, lines]).toEqual([1, ['pahneh: Node 20.9 or newer is needed; this is 18.20.0.']]);
});

it.each([
  [
    'writeFileSync',
    "() => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }); }",
    /^pahneh: the disk of .* is full\.$/,
  ],
  ['statfsSync', '() => ({ bavail: 100, bsize: 4096 })', /^pahneh: less than 600 MB are free on the disk of .*\.$/],
])('names a disk that is full (%s)', (call, replacement, line) => {
  writeFileSync(
    join(folder, `${call}.mjs`),
    `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; fs.${call} = ${replacement}; syncBuiltinESMExports();`,
  );
  const { status, lines } = start({ DATA_DIR: join(folder, 'full') }, '--import', join(folder, `${call}.mjs`));
  expect([status, lines.length, lines[0]]).toEqual([1, 1, expect.stringMatching(line)]);
});
