// Browser tests: a real build, the real backend, one browser.
import { defineConfig } from '@playwright/test';

const PORT = Number(process.env.E2E_PORT ?? 3199);

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'out/e2e',
  fullyParallel: false,
  workers: 1,
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
  webServer: {
    command: `node --import tsx testing/e2e-server.ts ${PORT}`,
    url: `http://localhost:${PORT}/signin`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
