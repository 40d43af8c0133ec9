// `npm run new <kind> ...`: writes the files of a new screen, list, endpoint, tool or field type and its rows in the tables. All of it, or nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Draft } from './draft';
import { KINDS } from './kinds';

const BIOME = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));

/** The text as `npm run check` wants it. Throws with biome's report where that is impossible. */
function format(path: string, text: string): string {
  if (!/\.(tsx?|json)$/.test(path)) return text;
  const run = spawnSync(process.execPath, [BIOME, 'check', '--write', `--stdin-file-path=${path}`], {
    input: text,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${path} cannot be formatted.\n${run.stderr}`);
  return run.stdout;
}

/**
 * Makes one thing below `root` and returns the paths written, in order. Throws, with nothing written, where the words do not fit or
 * something is in the way.
 */
export function make(root: string, [name = '', ...words]: readonly string[]): string[] {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (!kind) throw new Error(`Usage:\n${Object.values(KINDS).map(({ usage }) => `  ${usage}`).join('\n')}`); // biome-ignore format: one line
  const texts = new Map<string, string>();
  const exists = (path: string) => texts.has(path) || existsSync(join(root, path));
  const draft: Draft = {
    list: (folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
        .map((path) => join(folder, path))
        .sort(),
    read(path) {
      if (!exists(path)) throw new Error(`There is no ${path}.`);
      return texts.get(path) ?? readFileSync(join(root, path), 'utf8');
    },
    create(path, text) {
      if (exists(path)) throw new Error(`${path} exists already.`);
      texts.set(path, text);
    },
    createMissing(path, text) {
      if (!exists(path)) texts.set(path, text);
    },
    edit(path, change) {
      texts.set(path, change(draft.read(path)));
    },
  };
  kind.write(draft, words);
  const files = [...texts].map(([path, text]) => {
    const at = join(root, path);
    return { path, at, text: format(path, text), before: existsSync(at) ? readFileSync(at) : null };
  });
  try {
    for (const { at, text } of files) {
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, text);
    }
  } catch (error) {
    // A full disk, a folder that cannot be written: back to what there was.
    for (const { at, before } of files) {
      if (before) writeFileSync(at, before);
      else rmSync(at, { force: true });
    }
    throw error;
  }
  return files.map(({ path }) => path);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${make('.', process.argv.slice(2)).join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
