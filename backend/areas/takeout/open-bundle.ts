// A bundle opened: its manifest, its parts by name, and every part against its hash.
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { BUNDLE_VERSION, MANIFEST, type Manifest } from './bundle';

const MAX_MANIFEST = 64 * 1024 * 1024;

/** What is wrong with a bundle, in words for the operator. */
export class BundleProblem extends Error {}

interface Opened {
  manifest: Manifest;
  part(path: string): Promise<Readable>;
  close(): void;
}

function opened(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new BundleProblem(`this is no zip file: ${error.message}`)) : resolve(zip),
    ),
  );
}

/** Throws BundleProblem where the file is no bundle of this version. */
export async function openBundle(path: string): Promise<Opened> {
  const zip = await opened(path);
  const entries = new Map<string, yauzl.Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', (error) => reject(new BundleProblem(`the zip file is damaged: ${error.message}`)));
    zip.readEntry();
  });
  const part = (name: string) =>
    new Promise<Readable>((resolve, reject) => {
      const entry = entries.get(name);
      if (!entry) return reject(new BundleProblem(`${name} is missing`));
      zip.openReadStream(entry, (error, stream) =>
        error ? reject(new BundleProblem(`${name}: ${error.message}`)) : resolve(stream),
      );
    });
  const entry = entries.get(MANIFEST);
  if (!entry || entry.uncompressedSize > MAX_MANIFEST)
    throw new BundleProblem('there is no manifest: this is no bundle');
  const manifest = JSON.parse(await text(await part(MANIFEST))) as Manifest;
  if (manifest.version !== BUNDLE_VERSION)
    throw new BundleProblem(`the bundle has version ${manifest.version}, this is version ${BUNDLE_VERSION}`);
  return { manifest, part, close: () => zip.close() };
}

/** Reads every part of a bundle against its size and hash; throws BundleProblem with the first that differs. */
export async function verify(path: string): Promise<Manifest> {
  const { manifest, part, close } = await openBundle(path);
  try {
    for (const [name, { size, sha256 }] of Object.entries(manifest.parts)) {
      const hash = createHash('sha256');
      let read = 0;
      try {
        for await (const chunk of await part(name)) {
          hash.update(chunk);
          read += (chunk as Buffer).length;
        }
      } catch (error) {
        throw error instanceof BundleProblem ? error : new BundleProblem(`${name} is damaged`);
      }
      if (read !== size || hash.digest('hex') !== sha256)
        throw new BundleProblem(`${name} is not what the manifest says`);
    }
    return manifest;
  } finally {
    close();
  }
}

/** The lines of a part, empty ones left out. */
export async function* linesOf(part: Readable): AsyncGenerator<string> {
  for await (const line of createInterface({ input: part, crlfDelay: Infinity })) if (line) yield line;
}
