// Every regular expression of the product against long input that was made to keep it busy: none takes longer than a moment.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOMS = ['backend', 'contract', 'lib', 'components', 'map', 'tools', 'features', 'app'];
/** Characters of an input, and the time for each; a pattern that is slow is tried again, for the machine may have been busy. */
const LENGTH = 100_000;
const SHORT = 3000;
const MAX_MS = 50;
const TRIES = 3;
/** Texts that a person types or pastes on a screen, labels and attributions: what a browser reads is shorter. */
const BROWSER = /^(components|map|features|app)\//;
const BROWSER_LENGTH = 2000;
/** Places that cut what they read, and where. */
const CUT: Record<string, number> = { 'contract/wkt.ts': 200, 'contract/dates.ts': 100 };
/** A pattern that has not come back by then never will. */
const PATIENCE_MS = 5_000;

interface Pattern {
  at: string;
  source: string;
  flags: string;
}

/** The literals of a file, and the texts that are given to RegExp. */
function patternsOf(file: string): Pattern[] {
  const text = readFileSync(file, 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const patterns: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const at = () => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push({ at: at(), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [argument] = node.arguments ?? [];
      if (argument && ts.isStringLiteralLike(argument)) patterns.push({ at: at(), source: argument.text, flags: 'u' });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return patterns;
}

const files =
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS], { encoding: 'utf8' }) // biome-ignore format: one call
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(test|d)\.m?ts$/.test(file));
/** Without a repetition that has no end a pattern takes no longer than its input. */
const REPEATS = /[*+]|\{\d+,\}/;
const patterns = [
  ...new Map(
    files
      .flatMap(patternsOf)
      .filter(({ source }) => REPEATS.test(source))
      .map((p) => [`${p.source}/${p.flags}`, p]),
  ).values(),
];

/** Runs in a thread that can be ended. Inputs are made of the pattern's own letters, and of some that it may not expect. */
const THREAD = String.raw`
const { parentPort, workerData: { SHORT, MAX_MS, TRIES } } = require('node:worker_threads');
const CLASSES = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', n: '\n', t: '\t' };
function* inputsOf(source, length) {
  const fill = (part) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const letters = source.replace(/\\u\{?([0-9a-fA-F]{4,5})\}?/g, (_, hex) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/\\([dwsDWSnt])/g, (_, c) => CLASSES[c]).replace(/\(\?<?[:=!]/g, '').replace(/[\\^$*+?.()|{}\[\]]/g, '');
  const parts = new Set(['a', '1', ' ', '.', '-', '<', '\u06f1', 'a ', '1.', ...new Set(letters), ...(letters.match(/[A-Za-z]{2,}/g) ?? [])]);
  if (letters) parts.add(letters.slice(0, 40));
  // The head lets a pattern begin, the tail keeps it from ending.
  for (const part of parts) {
    yield fill(part) + '\u0001!';
    if (letters) yield letters.slice(0, 6) + fill(part) + '\u0001';
  }
}
parentPort.on('message', ({ source, flags, length: LENGTH }) => {
  let shape;
  try { shape = new RegExp(source, flags); } catch { return parentPort.postMessage({ worst: -1 }); }
  let worst = 0;
  let on = '';
  const run = (input, limit) => {
    let best = Infinity;
    for (let i = 0; i < TRIES && best > limit; i++) {
      shape.lastIndex = 0;
      const from = performance.now();
      if (flags.includes('g')) input.replace(shape, '');
      else shape.test(input);
      best = Math.min(best, performance.now() - from);
    }
    return best;
  };
  // What takes more than its share on a short input would take the square of it on a long one.
  const share = 1 + (MAX_MS * SHORT) / LENGTH;
  for (const length of [Math.min(SHORT, LENGTH), LENGTH]) {
    for (const input of inputsOf(source, length)) {
      const time = run(input, length < LENGTH ? share : MAX_MS);
      const told = length < LENGTH && time > share ? (time * LENGTH) / SHORT : time;
      if (told > worst) { worst = told; on = input.slice(0, 14); }
    }
    if (worst > MAX_MS) break;
  }
  parentPort.postMessage({ worst, on });
});`;

function thread() {
  return new Worker(THREAD, { eval: true, workerData: { SHORT, MAX_MS, TRIES }, execArgv: [] });
}

it('G35 no pattern of the product is slow, whatever it is given', { timeout: 300_000 }, async () => {
  expect(patterns.length).toBeGreaterThan(100);
  let worker = thread();
  const slow: string[] = [];
  for (const pattern of patterns) {
    const { worst, on } = await new Promise<{ worst: number; on: string }>((resolve) => {
      const timer = setTimeout(() => {
        void worker.terminate();
        worker = thread();
        resolve({ worst: PATIENCE_MS, on: '' });
      }, PATIENCE_MS);
      worker.once('message', (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      const file = pattern.at.split(':')[0] as string;
      worker.postMessage({ ...pattern, length: CUT[file] ?? (BROWSER.test(file) ? BROWSER_LENGTH : LENGTH) });
    });
    if (worst < 0) slow.push(`${pattern.at}: cannot be read`);
    if (worst > MAX_MS)
      slow.push(`${pattern.at} /${pattern.source}/${pattern.flags}: ${Math.round(worst)} ms on ${JSON.stringify(on)}`);
  }
  await worker.terminate();
  expect(slow).toEqual([]);
});
