// Unit, contract and BFF tests: everything that runs without a browser.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ['{contract,lib,backend,map,tools,features,components,messages,testing,scripts}/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['testing/template.ts'],
    // A limit against hanging, not a measure: a busy small machine is several times slower.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // A test's database lives for seconds: making its machine code better costs more than it brings.
    execArgv: ['--liftoff-only'],
    // One more than the cores of a small machine: many tests mostly wait.
    maxWorkers: 3,
    reporters: ['default', ['json', { outputFile: 'out/unit.json' }]],
  },
});
