// Opens zip files that strangers made: everything is checked before a byte is written, and names inside never become paths.
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { decode, sniffEncoding } from './encoding';
import { ImportProblem, toImportProblem } from './problems';

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_RATIO = 100;
/** Below this no ratio can do harm, and small tables full of blanks compress well beyond it. */
const HARMLESS = 10 * 1024 ** 2;

export interface ZipEntry {
  /** As the archive says it, for people and for finding what belongs together; never a path on this disk. */
  name: string;
  size: number;
  entry: yauzl.Entry;
}

export interface Zip {
  entries: ZipEntry[];
  /** Writes one entry into `folder` under a name of ours and returns its path. */
  extract: (entry: ZipEntry, folder: string, name: string) => Promise<string>;
  close: () => void;
}

function open(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    // Names stay bytes, because archives made on Persian Windows do not hold what the standard says.
    yauzl.open(path, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });
}

function nameOf(entry: yauzl.Entry): string {
  const raw = entry.fileName as unknown as Buffer;
  const utf8 = (entry.generalPurposeBitFlag & 0x800) !== 0;
  return decode(raw, utf8 ? 'UTF-8' : sniffEncoding(raw).name);
}

function checkName(name: string) {
  const parts = name.split(/[\\/]/);
  if (name.includes('\0') || /^([\\/]|[A-Za-z]:)/.test(name) || parts.includes('..')) {
    throw new ImportProblem('zip_path', 'a name that leads out of the archive');
  }
}

const isJunk = (name: string) => name.endsWith('/') || /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/i.test(name);

function list(zip: yauzl.ZipFile, fileSize: number): Promise<ZipEntry[]> {
  return new Promise((resolve, reject) => {
    const entries: ZipEntry[] = [];
    let entryCount = 0;
    let packed = 0;
    let unpacked = 0;
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: yauzl.Entry) => {
      try {
        const name = nameOf(entry).replaceAll('\\', '/');
        checkName(name);
        if (entry.isEncrypted()) throw new ImportProblem('zip_encrypted');
        entryCount += 1;
        packed += entry.compressedSize;
        unpacked += entry.uncompressedSize;
        const bomb =
          entryCount > MAX_ENTRIES ||
          unpacked > MAX_BYTES ||
          // Entries that overlap claim together more than there is.
          packed > fileSize ||
          (unpacked > HARMLESS && unpacked > fileSize * MAX_RATIO);
        if (bomb) throw new ImportProblem('zip_bomb');
        if (!isJunk(name)) entries.push({ name, size: entry.uncompressedSize, entry });
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    zip.readEntry();
  });
}

/** Opens and checks an archive. Errors: zip_path, zip_bomb, zip_encrypted, empty_zip, broken_file. */
export async function openZip(path: string, signal?: AbortSignal): Promise<Zip> {
  const { size } = await stat(path);
  let zip: yauzl.ZipFile;
  try {
    zip = await open(path);
  } catch (error) {
    throw toImportProblem('broken_file', signal, error);
  }
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new ImportProblem('zip_bomb');
    const entries = await list(zip, size);
    if (entries.length === 0) throw new ImportProblem('empty_zip');
    return {
      entries,
      close: () => zip.close(),
      extract: async ({ entry }, folder, name) => {
        const target = join(folder, name);
        try {
          const bytes = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
            // The reader fails by itself when an entry unpacks to more than it declared.
            zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
          );
          await pipeline(bytes, createWriteStream(target, { flags: 'wx' }), signal ? { signal } : {});
          return target;
        } catch (error) {
          throw toImportProblem('broken_file', signal, error);
        }
      },
    };
  } catch (error) {
    zip.close();
    throw toImportProblem('broken_file', signal, error);
  }
}
