// `npm run shape`: what is larger than the house wants it, and names that are no names, as scripts/shape.json lists them. With --check
// nothing is written and whatever has grown is a failure: the list can only get shorter.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

const LIST = 'scripts/shape.json';
const MAX_FILE_LINES = 250;
const MAX_FUNCTION_LINES = 80;
const MAX_FOLDER_FILES = 20;
/** Words that say nothing of what they name: participles, and what a language without a field would say (CONTRIBUTING.md). */
const NO_NAMES = new Set(
  'found kept shown asked told made drawn sent held known taken wanted given chosen gone seen worded hear tell wear speak whoIs standingOf'.split(
    ' ',
  ),
);
const NO_PREFIX = /^(MOST|MUCH)_/;

/** Number by place; only what is over its bound stands in it. */
type Offenders = Record<string, number>;
type Shape = Record<'files' | 'functions' | 'folders' | 'names', Offenders>;

const nameOf = (node: ts.Node): string | undefined => {
  const named = node as { name?: ts.Node };
  if (named.name && ts.isIdentifier(named.name)) return named.name.text;
  const { parent } = node;
  return parent && ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
};

const isFunction = (node: ts.Node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node);

const isDeclared = (node: ts.Node) =>
  ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isFunctionDeclaration(node) || ts.isBindingElement(node);

/** Measures every source file of the repository. */
function measure(): Shape {
  const paths =
    execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mts', '*.mjs'], { encoding: 'utf8' }) // biome-ignore format: one command
      .split('\0')
      .filter((path) => path && existsSync(path));
  const shape: Shape = { files: {}, functions: {}, folders: {}, names: {} };
  const folders = new Map<string, number>();
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const lines = text.split('\n').length - 1;
    const isTest = /\.(test|spec)\.tsx?$/.test(path);
    if (!isTest) {
      folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
      if (lines > MAX_FILE_LINES) shape.files[path] = lines;
    }
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line;
    let names = 0;
    const visit = (node: ts.Node) => {
      if (isFunction(node) && !isTest) {
        const size = lineOf(node.end) - lineOf(node.getStart(source)) + 1;
        const key = `${path} ${nameOf(node) ?? 'anonymous'}`;
        if (size > MAX_FUNCTION_LINES) shape.functions[key] = Math.max(shape.functions[key] ?? 0, size);
      }
      const name = isDeclared(node) ? nameOf(node) : undefined;
      if (name && (NO_NAMES.has(name) || NO_PREFIX.test(name))) names++;
      ts.forEachChild(node, visit);
    };
    visit(source);
    const room = dirname(path).split('/').slice(0, 3).join('/');
    if (names) shape.names[room] = (shape.names[room] ?? 0) + names;
  }
  for (const [folder, count] of folders) if (count > MAX_FOLDER_FILES) shape.folders[folder] = count;
  return shape;
}

const sorted = (list: Offenders): Offenders =>
  Object.fromEntries(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)));

const now = measure();
const before: Shape = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : now;
const kinds = Object.keys(now) as (keyof Shape)[];
const grown = kinds.flatMap((kind) =>
  Object.entries(now[kind]).flatMap(([place, count]) =>
    count > (before[kind]?.[place] ?? 0)
      ? [`${kind}: ${place} has ${count}, the list allows ${before[kind]?.[place] ?? 'none'}`]
      : [],
  ),
);
const text = `${JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, sorted(now[kind])])), null, 2)}\n`;
if (grown.length) {
  process.stderr.write(
    `${grown.join('\n')}\nSplit or rename: at most ${MAX_FILE_LINES} lines a file, ${MAX_FUNCTION_LINES} a function, ${MAX_FOLDER_FILES} files a folder; names as CONTRIBUTING.md says.\n`,
  );
  process.exit(1);
}
const isCheck = process.argv.includes('--check');
if (isCheck && readFileSync(LIST, 'utf8') !== text) {
  process.stderr.write(`${LIST} is longer than what is there now: npm run shape\n`);
  process.exit(1);
}
if (!isCheck) writeFileSync(LIST, text);
process.stdout.write(
  `${kinds.map((kind) => `${Object.values(now[kind]).length} ${kind}`).join(', ')}; ${Object.values(now.names).reduce((sum, n) => sum + n, 0)} names\n`,
);
