// kill -9 in the middle of an analysis: nothing half-made stays, and the next process makes the layer.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase } from '../../../testing/database-server';
import { programArgs } from '../../../testing/programs/program';

const SERVER = process.env.TEST_DATABASE_URL;

/** Lines that the process says until it says one that begins so, or ends. */
async function until(own: Record<string, string>, start: string): Promise<string[]> {
  const child = spawn(process.execPath, await programArgs('testing/programs/analysis-process.ts'), {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    if (parts.some((line) => line.startsWith(start))) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  return lines;
}

it('an analysis that was killed amid is made by the next process, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-analysis-'));
  const own: Record<string, string> = { DATA_DIR: folder, LOG: 'silent' };
  const database = SERVER ? await createDatabase() : null;
  if (database) own.DATABASE_URL = database.url;
  try {
    expect(await until(own, 'half')).toContain('half');
    const [report] = (await until(own, '{')).filter((line) => line.startsWith('{'));
    const { layers, jobs, orphans, staging, files } = JSON.parse(report ?? '{}');
    expect(layers.made).toEqual({ counted: 800, told: 800, attached: true });
    expect(jobs).toEqual([{ kind: 'analysis', label: 'made', state: 'done', error: null, imported: 800 }]);
    expect([Object.keys(layers).length, orphans, staging, files]).toEqual([2, [], 0, []]);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    await database?.drop();
  }
});
