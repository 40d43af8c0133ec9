// Everything that is tested without a browser: code and contract on node, screens in jsdom.
import { defineConfig } from 'vitest/config';

const resolve = { tsconfigPaths: true };
const common = {
  // A limit against hanging, not a measure: a busy small machine is several times slower.
  testTimeout: 300_000,
  // One more attempt, which is told at the end, as of the browser tests: a computer that stands still for seconds is no fault.
  retry: 1,
  hookTimeout: 300_000,
  pool: 'forks' as const,
  // Modules are loaded once a process, not once a file: what a test changes of one it puts back.
  isolate: false,
  // A test and its database live for seconds: making their machine code better costs more than it brings (a twelfth of the processor's time).
  execArgv: ['--liftoff-only', '--interrupt-budget=1000000'],
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
          include: ['{lib,backend,testing,scripts,contract,map,tools,features,components,messages}/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['testing/setup/property-limit.ts'],
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: 'screens',
          include: ['{lib,features,components,tools,app,testing}/**/*.test.tsx'],
          environment: 'jsdom',
          globalSetup: ['testing/screen-worlds.ts'],
          setupFiles: ['testing/screen-setup.ts', 'testing/setup/property-limit.ts'],
        },
      },
    ],
  },
});
