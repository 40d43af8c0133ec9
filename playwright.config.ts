// Browser tests: a real build, the real backend, a browser for each worker.
import { defineConfig } from '@playwright/test';

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3199);
/** Each has a browser, a server and a database of its own. More than one is quicker; which files share a database is then left to chance. */
const WORKERS = Number(process.env.E2E_WORKERS ?? 1);
const portOf = (worker: number) => FIRST_PORT + 20 * worker;
// The configuration is read anew in each worker, which is told its number.
const PORT = portOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'out/e2e',
  fullyParallel: false,
  workers: WORKERS,
  // Generous, since a slow computer is no fault: what passes does not wait for them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // One more attempt, which is told at the end: a chance is to be looked at, and is not what refuses a change.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'out/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    // Nothing moves that one would have to wait for; that things may move is looked at by eye.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--ignore-gpu-blocklist',
        // The map needs WebGL, which is computed here; the page around it is painted sooner without it (a quarter of all processor time).
        '--disable-gpu-rasterization',
        '--disable-gpu-compositing',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: Array.from({ length: WORKERS }, (_, worker) => ({
    command: `node --import tsx testing/e2e-server.ts ${portOf(worker)}`,
    url: `http://localhost:${portOf(worker)}/signin`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  })),
});
