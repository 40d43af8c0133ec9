// Everything that is tested without a browser: code and contract on node, screens in jsdom.
import { defineConfig } from 'vitest/config';

const resolve = { tsconfigPaths: true };
const common = {
  // A limit against hanging, not a measure: a busy small machine is several times slower.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  pool: 'forks' as const,
  // A test's database lives for seconds: making its machine code better costs more than it brings.
  execArgv: ['--liftoff-only'],
};

export default defineConfig({
  test: {
    globalSetup: ['testing/template.ts'],
    // One more than the cores of a small machine: many tests mostly wait.
    maxWorkers: 3,
    reporters: ['default', ['json', { outputFile: 'out/unit.json' }]],
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: 'node',
          include: ['{contract,lib,backend,map,tools,features,components,messages,testing,scripts}/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: 'screens',
          include: ['{features,components,tools,app,testing}/**/*.test.tsx'],
          environment: 'jsdom',
          // The whole app is loaded once a process, not once a file; screen-setup cleans up between them.
          isolate: false,
          globalSetup: ['testing/screen-worlds.ts'],
          setupFiles: ['testing/screen-setup.ts'],
        },
      },
    ],
  },
});
