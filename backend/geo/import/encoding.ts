// Detects text encodings by their bytes, because Persian files rarely declare theirs.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { ImportProblem } from './problems';

export interface Encoding {
  name: string;
  sure: boolean;
  /** UTF-8 by letters of several bytes, and not only because nothing speaks against it. */
  isProven: boolean;
}

// The letters of Windows-1256 that Persian and Arabic words are made of (Persian pe, che, zhe, gaf and kaf included).
const ARABIC = new Set([
  ...[0x81, 0x8d, 0x8e, 0x90, 0x98, 0x9d, 0xa1, 0xbf, 0xc0],
  ...Array.from({ length: 0xd6 - 0xc1 + 1 }, (_, i) => 0xc1 + i),
  ...[0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe1, 0xe3, 0xe4, 0xe5, 0xe6, 0xec, 0xed],
]);

function utf8Balance(bytes: Uint8Array) {
  let good = 0;
  let bad = 0;
  for (let i = 0; i < bytes.length; i++) {
    const b = bytes[i] as number;
    if (b < 0x80) continue;
    const more = b >= 0xc2 && b <= 0xdf ? 1 : b >= 0xe0 && b <= 0xef ? 2 : b >= 0xf0 && b <= 0xf4 ? 3 : 0;
    let ok = more > 0;
    for (let k = 1; ok && k <= more; k++) {
      // A sequence cut off by the end of the sample proves nothing.
      if (i + k >= bytes.length) return { good, bad };
      ok = ((bytes[i + k] as number) & 0xc0) === 0x80;
    }
    if (ok) {
      good++;
      i += more;
    } else bad++;
  }
  return { good, bad };
}

/**
 * The likely encoding of `bytes`: UTF-8 where the sequences are valid (a few broken ones are allowed, since DBF fields cut
 * letters in half), else Windows-1256 where the high bytes are mostly Arabic letters that stand together in words, else
 * Windows-1252, whose high bytes stand alone among Latin letters.
 */
export function sniffEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'utf-16le', sure: true, isProven: false };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'utf-16be', sure: true, isProven: false };
  const { good, bad } = utf8Balance(bytes);
  if (bad === 0 || good > bad * 20) return { name: 'UTF-8', sure: true, isProven: good > 0 };
  let high = 0;
  let arabic = 0;
  let joined = 0;
  for (let i = 0; i < bytes.length; i++) {
    const b = bytes[i] as number;
    if (b < 0x80) continue;
    high++;
    if (ARABIC.has(b)) arabic++;
    if ((bytes[i - 1] ?? 0) >= 0x80 || (bytes[i + 1] ?? 0) >= 0x80) joined++;
  }
  const isArabic = arabic >= high * 0.7 && joined >= high * 0.6;
  return { name: isArabic ? 'windows-1256' : 'windows-1252', sure: false, isProven: false };
}

/** The likely encoding of a text file, which may also be UTF-16 that does not begin by saying so. */
export function sniffText(bytes: Uint8Array): Encoding {
  const zeros = [0, 0];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Blanks, digits and line ends have an empty half; no other text holds a zero.
  if (even + odd > bytes.length / 50 && Math.min(even, odd) * 20 <= even + odd)
    return { name: even > odd ? 'utf-16be' : 'utf-16le', sure: true, isProven: false };
  return sniffEncoding(bytes);
}

/** A name that iconv knows ("1256", "CP1256", "ANSI 1256", "65001" included); null for one that it does not. */
export function knownEncoding(name: string): string | null {
  const text = name
    .trim()
    .toLowerCase()
    .replace(/^(ansi|oem|ldid)[\s/_-]*/, '');
  if (/^(utf-?8|65001)$/.test(text)) return 'UTF-8';
  const page = /^(?:cp|windows-?|ms-?)?(12\d\d|437|8[56]\d|720)$/.exec(text);
  const candidate = page ? `${(page[1] as string).startsWith('12') ? 'windows-' : 'cp'}${page[1]}` : text;
  return iconv.encodingExists(candidate) ? candidate : null;
}

/** The same, for an encoding that a person chose. */
export function chosenEncoding(name: string): string {
  const encoding = knownEncoding(name);
  if (!encoding) throw new ImportProblem('unknown_encoding');
  return encoding;
}

export const decode = (bytes: Buffer, encoding: string) =>
  encoding === 'UTF-8' ? bytes.toString('utf8') : iconv.decode(bytes, encoding);

/** The first `length` bytes of a file. */
export async function head(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A file's text in pieces of about 256 kB, without its byte order mark. */
export async function* textOf(path: string, encoding: string, signal?: AbortSignal): AsyncGenerator<string> {
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024, ...(signal && { signal }) });
  if (encoding === 'UTF-8') {
    let first = true;
    for await (const piece of bytes.setEncoding('utf8')) {
      const text = piece as string;
      yield first && text.startsWith('\ufeff') ? text.slice(1) : text;
      first = false;
    }
    return;
  }
  const decoder = iconv.getDecoder(encoding);
  for await (const piece of bytes) {
    const text = decoder.write(piece as Buffer);
    if (text) yield text;
  }
  const rest = decoder.end();
  if (rest) yield rest;
}
