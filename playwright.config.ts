// Browser tests: a real build, and a few browsers at once, each with a real backend of its own.
import { defineConfig } from '@playwright/test';

/** Browsers at once: much of a journey is waiting, also where there are few cores. */
const WORKERS = Number(process.env.E2E_WORKERS ?? 2);
/** The first of as many ports. */
const PORT = Number(process.env.E2E_PORT ?? 3199);
const originOf = (worker: number) => `http://localhost:${PORT + worker}`;

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
    // Every worker reads this file, with its own number.
    baseURL: originOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0)),
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
        // The map needs WebGL, which is computed here; the page around it is painted sooner without it.
        '--disable-gpu-rasterization',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: Array.from({ length: WORKERS }, (_, worker) => ({
    command: `node --import tsx testing/e2e-server.ts ${PORT + worker}`,
    url: `${originOf(worker)}/signin`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  })),
});
