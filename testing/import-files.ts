// What tests of the readers share: a folder for files and one for scratch, fresh for each test, and nothing left in the latter.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type Feature, type Inspected, inspect, type Order, read } from '../backend/geo/import';
import type { TestFile } from './files';

export interface ImportFiles {
  readonly folder: string;
  readonly scratch: string;
  look(file: TestFile, encoding?: string): Promise<Inspected>;
  /** 'accepted', or the code of the problem. */
  refusal(file: TestFile): Promise<string | undefined>;
  all(file: TestFile, order: Order, signal?: AbortSignal): Promise<Feature[]>;
}

/** Called once at the top of a test file. */
export function importFiles(): ImportFiles {
  let folder = '';
  let scratch = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pahneh-files-'));
    scratch = await mkdtemp(join(tmpdir(), 'pahneh-scratch-'));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    // Whatever happened, nothing may be left behind.
    expect(await readdir(scratch)).toEqual([]);
    await rm(folder, { recursive: true });
    await rm(scratch, { recursive: true });
  });
  const look: ImportFiles['look'] = (file, encoding) =>
    inspect(file.path, file.name, { scratch, ...(encoding && { encoding }) });
  return {
    get folder() {
      return folder;
    },
    get scratch() {
      return scratch;
    },
    look,
    refusal: (file) =>
      look(file).then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      ),
    async all(file, order, signal) {
      const found: Feature[] = [];
      for await (const f of read(file.path, file.name, order, { scratch, ...(signal && { signal }) })) found.push(f);
      return found;
    },
  };
}
