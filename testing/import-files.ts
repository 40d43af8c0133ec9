// What tests of the readers share: a folder for files and one for scratch, fresh for each test, and nothing left in the latter.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type Feature, type Inspected, inspect, type Order, type ReadOptions, read } from '../backend/geo/import';
import { put, shp, type TestFile } from './files';

export interface ImportFiles {
  readonly folder: string;
  readonly scratch: string;
  look(file: TestFile, encoding?: string): Promise<Inspected>;
  /** 'accepted', or the code of the problem. */
  refusal(file: TestFile): Promise<string | undefined>;
  all(file: TestFile, order: Order, options?: Partial<ReadOptions>): Promise<Feature[]>;
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
    async all(file, order, options) {
      const features: Feature[] = [];
      for await (const f of read(file.path, file.name, order, { scratch, ...options })) features.push(f);
      return features;
    },
  };
}

/** A zip with one entry whose name is these bytes, in no encoding that the archive tells. */
export function zipOfBytes(folder: string, name: Uint8Array, content: Uint8Array = shp([[51, 35]])): Promise<TestFile> {
  const zip = Buffer.from(zipSync({ ['q'.repeat(name.length)]: content }));
  for (let at = zip.indexOf('q'.repeat(name.length)); at >= 0; at = zip.indexOf('q'.repeat(name.length), at + 1))
    zip.set(name, at);
  return put(folder, 'bytes.zip', zip);
}

/** A zip whose entry is a symbolic link, as Unix archives hold one. */
export const zipLink = (folder: string, name: string, target: string) =>
  put(folder, 'link.zip', zipSync({ [name]: [strToU8(target), { os: 3, attrs: (0o120777 << 16) >>> 0, level: 0 }] }));

/** A zip of one entry that declares a million, in the fields of ZIP64. */
export function millionZip(folder: string): Promise<TestFile> {
  const zip = Buffer.from(zipSync({ 'a.shp': shp([[51, 35]]) }));
  const end = zip.length - 22;
  const wide = Buffer.alloc(56 + 20);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(1_000_000n, 24);
  wide.writeBigUInt64LE(1_000_000n, 32);
  wide.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40);
  wide.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(end), 64);
  wide.writeUInt32LE(1, 72);
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt16LE(0xffff, 8);
  tail.writeUInt16LE(0xffff, 10);
  return put(folder, 'million.zip', Buffer.concat([zip.subarray(0, end), wide, tail]));
}
