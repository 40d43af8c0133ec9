// The browser tests alone: builds what they need and hands the arguments on.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { findChromium } from './chromium.mjs';

await build({ test: true });
const CHROMIUM = (await findChromium()) ?? '';
const run = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM },
});
process.exit(run.status ?? 1);
