// Browser tests: a real build, and two halves side by side, each with a browser, a server and a database of its own.
import { defineConfig } from '@playwright/test';

const FIRST_PORT = Number(process.env.E2E_PORT ?? 3199);
/** Files by the beginning of their names, about as long as the rest: each file has the same neighbours and the same order in every run. */
const FIRST_HALF = /\/specs\/(?:[a-l]|main|map-[a-r])[\w-]*\.spec\.ts$/;
const HALVES = [
  { name: 'first', port: FIRST_PORT, testMatch: FIRST_HALF },
  { name: 'second', port: FIRST_PORT + 20, testIgnore: FIRST_HALF },
];

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'out/e2e',
  fullyParallel: false,
  workers: HALVES.length,
  // Generous, since a slow computer is no fault: what passes does not wait for them.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // One more attempt, which is told at the end: a chance is to be looked at, and is not what refuses a change.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'out/e2e.json' }]],
  use: {
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
  projects: HALVES.map(({ port, ...half }) => ({
    ...half,
    workers: 1,
    use: { baseURL: `http://localhost:${port}` },
  })),
  webServer: HALVES.map(({ port }) => ({
    command: `node --import tsx testing/e2e-server.ts ${port}`,
    url: `http://localhost:${port}/signin`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  })),
});
