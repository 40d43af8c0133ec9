// `npm test`: every check and every test, with one summary at the end. No dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { checkNode, install } from './bootstrap.mjs';

checkNode();
install();
const { check } = await import('./check.mjs');
const { findPostgres, startPostgres } = await import('./postgres.mjs');
const { findChromium } = await import('./chromium.mjs');
const { build } = await import('./build.mjs');

const total = { passed: 0, failed: 0 };
const names = [];
const chances = [];
/** [file, milliseconds] of every test file of both kinds. */
const times = [];
const MAX_SLOWEST = 15;
const add = ({ passed, failed, which = [], chance = [], files = [] }) => {
  total.passed += passed;
  total.failed += failed;
  names.push(...which);
  chances.push(...chance);
  times.push(...files);
};
const node = (args, env = {}) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });

/** Counts of a result file; a run that ended badly without saying so counts as one failure. */
function counts(file, status, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const result = read(JSON.parse(readFileSync(file, 'utf8')));
  return { ...result, failed: result.failed || (status === 0 ? 0 : 1) };
}

/** What stood on the pages of the browser tests that failed, without their menus, for whoever has only this output. */
const pages = () =>
  (existsSync('out/e2e') ? readdirSync('out/e2e') : []).flatMap((test) => {
    const file = `out/e2e/${test}/error-context.md`;
    const [, page] = (existsSync(file) && /```yaml\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8'))) || [];
    return page ? [`${test}, the page then:\n${page.slice(Math.max(0, page.indexOf('- main'))).slice(0, 4000)}`] : [];
  });

/** Milliseconds that the tests of each browser file took, all attempts together. */
const timesOf = (suites) =>
  suites.flatMap((suite) => [
    ...timesOf(suite.suites ?? []),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.flatMap((test) => test.results.map((result) => [`e2e/specs/${spec.file}`, result.duration])),
    ),
  ]);

/** The browser tests that passed at the second attempt, with what the first one met. */
const flaky = (suites) =>
  suites.flatMap((suite) => [
    ...flaky(suite.suites ?? []),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'flaky')
        .map((test) => `${spec.file}: ${spec.title}: ${test.results[0]?.error?.message?.slice(0, 2000)}`),
    ),
  ]);

console.log('\n== checks');
add(await check());

console.log('\n== unit, contract and BFF tests');
let cluster = null;
let url = process.env.TEST_DATABASE_URL;
if (!url && findPostgres()) {
  try {
    cluster = await startPostgres();
    url = cluster.url;
  } catch (error) {
    console.log(`the server engine is left out: ${error.message}`);
  }
}
console.log(url ? 'engines: embedded, server' : 'engines: embedded only (no PostgreSQL with PostGIS on this computer)');
rmSync('out/unit.json', { force: true });
const unit = node(['node_modules/vitest/vitest.mjs', 'run'], url ? { TEST_DATABASE_URL: url } : {});
cluster?.stop();
add(
  counts('out/unit.json', unit.status, (r) => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests + r.numFailedTestSuites * (r.numFailedTests ? 0 : 1),
    files: r.testResults.map(({ name, startTime, endTime }) => [relative(process.cwd(), name), endTime - startTime]),
    which: r.testResults.flatMap(({ name, message, assertionResults: tests }) => [
      ...(message && !tests.length ? [`${name}: ${message}`] : []),
      ...tests
        .filter((t) => t.status === 'failed')
        .map((t) => `${name} > ${t.fullName}: ${t.failureMessages.join(' ').slice(0, 600)}`),
    ]),
    chance: r.testResults.flatMap(({ name, assertionResults: tests }) =>
      tests
        .filter((t) => t.status === 'passed' && t.failureMessages.length > 0)
        .map((t) => `${relative(process.cwd(), name)}: ${t.fullName}: ${t.failureMessages[0].slice(0, 2000)}`),
    ),
  })),
);

console.log('\n== end-to-end tests');
const browser = await findChromium();
if (!browser) {
  console.log('FAILED no Chromium could be found or installed');
  total.failed++;
} else {
  try {
    await build({ test: true });
    rmSync('out/e2e.json', { force: true });
    const e2e = node(['node_modules/@playwright/test/cli.js', 'test'], { CHROMIUM: browser });
    add(
      counts('out/e2e.json', e2e.status, (r) => ({
        passed: r.stats.expected + r.stats.flaky,
        failed: r.stats.unexpected,
        which: r.stats.unexpected ? pages() : [],
        chance: flaky(r.suites),
        files: timesOf(r.suites),
      })),
    );
  } catch (error) {
    console.log(`FAILED ${error.message}`);
    total.failed++;
  }
}

const totals = new Map();
for (const [file, ms] of times) totals.set(file, (totals.get(file) ?? 0) + ms);
const slowest = [...totals].sort(([, a], [, b]) => b - a).slice(0, MAX_SLOWEST);
console.log(`\n== the ${slowest.length} slowest test files, seconds`);
for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${file}`);

// Once more at the end: a long run's output is read from there.
console.log(`\nflaky: ${chances.length}`);
for (const chance of chances) console.log(`PASSED AT THE SECOND ATTEMPT ${chance}`);
for (const name of names) console.log(`FAILED ${name}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
