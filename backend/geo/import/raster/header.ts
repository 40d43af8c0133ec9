// The header of a TIFF, validated before any library reads it.
import { open } from 'node:fs/promises';
import { ImportProblem } from '../problems';

/** Pixels on a side, and bands. */
const MAX_SIDE = 60_000;
const MAX_BANDS = 16;
/** Bytes of the unpacked image. */
const MAX_RAW = 16 * 1024 ** 3;
/** Above so many bytes a picture may be so many times as large as its file and no more: DEFLATE reaches 1,032. */
const MAX_CALM = 256 * 1024 ** 2;
const MAX_RATIO = 1100;
/** Strips or tiles of one picture. */
const MAX_PIECES = 4_000_000;
/** Bytes of one unpacked strip or tile, which a reader holds whole. Strips that are not compressed are read line by line. */
const MAX_PIECE = 512 * 1024 ** 2;
/** Tags that say where strips and tiles begin, each with the one that says how long they are. */
const PIECES: [offsets: number, lengths: number][] = [
  [273, 279],
  [324, 325],
];
/** Pictures in one file (smaller copies of the first); a chain of them must end. */
const MAX_DIRECTORIES = 64;
const MAX_ENTRIES = 4096;

export interface Header {
  width: number;
  height: number;
  bands: number;
}

/** Pictures that are called .tif all the same: PNG, JPEG, GIF, WebP, JPEG 2000. */
const OTHER_PICTURE = /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|....jP {2})/s;
/** Photometric interpretations that are no colours of a screen: CMYK and L*a*b*. */
const PRINT_COLOURS = new Set([5, 8]);

/** Sizes of TIFF's numeric types that a size or a count can have: byte, short, long, long8. */
const TYPES: Record<number, number> = { 1: 1, 3: 2, 4: 4, 16: 8 };

/**
 * The size of the first picture, after a walk through all of them. Refuses with 'wrong_type' what is no TIFF, with
 * 'broken_file' what breaks off, leads in circles or has pieces that lie outside of the file, with 'rasterBig' what is larger than
 * anybody's screen and memory, or than so small a file can hold.
 */
export async function readHeader(path: string): Promise<Header> {
  const file = await open(path, 'r');
  try {
    const broken = (why: string) => new ImportProblem('broken_file', why);
    const take = async (at: number, length: number): Promise<Buffer> => {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, at);
      if (bytesRead < length) throw broken('the header breaks off');
      return buffer;
    };
    const start = await take(0, 16);
    const little = isLittleEndian(start);
    const u16 = (b: Buffer, at: number) => (little ? b.readUInt16LE(at) : b.readUInt16BE(at));
    const u32 = (b: Buffer, at: number) => (little ? b.readUInt32LE(at) : b.readUInt32BE(at));
    const u64 = (b: Buffer, at: number) => Number(little ? b.readBigUInt64LE(at) : b.readBigUInt64BE(at));
    const magic = u16(start, 2);
    const big = magic === 43;
    if (magic !== 42 && !big) throw new ImportProblem('wrong_type');
    const { size: bytes } = await file.stat();
    /** All values of an entry of whole numbers, wherever they lie. */
    const values = async (entries: Buffer, at: number): Promise<number[]> => {
      const width = TYPES[u16(entries, at + 2)] ?? 0;
      const count = big ? u64(entries, at + 4) : u32(entries, at + 4);
      if (width < 2 || count > MAX_PIECES) throw broken('pieces of no sense');
      const inside = at + (big ? 12 : 8);
      const here = count * width <= (big ? 8 : 4);
      const from = here ? entries.subarray(inside) : await take(big ? u64(entries, inside) : u32(entries, inside), count * width); // biome-ignore format: one line
      const read = width === 2 ? u16 : width === 4 ? u32 : u64;
      return Array.from({ length: count }, (_, i) => read(from, i * width));
    };
    const visited = new Set<number>();
    let first: Header | null = null;
    let at = big ? u64(start, 8) : u32(start, 4);
    while (at !== 0) {
      if (visited.has(at) || visited.size >= MAX_DIRECTORIES || at < 8) throw broken('directories lead in circles');
      visited.add(at);
      const [head, size] = big ? [8, 20] : [2, 12];
      const count = big ? u64(await take(at, 8), 0) : u16(await take(at, 2), 0);
      if (count === 0 || count > MAX_ENTRIES) throw broken('a directory of no sense');
      const entries = await take(at + head, count * size + (big ? 8 : 4));
      const tags = new Map<number, number>();
      const entryOf = new Map<number, number>();
      let samples = 0;
      for (let i = 0; i < count; i++) {
        const e = i * size;
        const type = TYPES[u16(entries, e + 2)];
        const tag = u16(entries, e);
        const length = big ? u64(entries, e + 4) : u32(entries, e + 4);
        entryOf.set(tag, e);
        if (tag === 258) samples = length;
        if (type === undefined || length !== 1) continue;
        const value = e + (big ? 12 : 8);
        const read = [entries.readUInt8.bind(entries), u16.bind(null, entries), u32.bind(null, entries), u64.bind(null, entries)]; // biome-ignore format: one line
        tags.set(tag, (read[Math.log2(type)] as (at: number) => number)(value));
      }
      const header = { width: tags.get(256) ?? 0, height: tags.get(257) ?? 0, bands: tags.get(277) ?? 1 };
      const bits = samples > 1 ? 8 : (tags.get(258) ?? 1);
      check(header, bits, bytes, tags.get(262));
      const tile = tags.has(322) || tags.has(323);
      const lines = tile ? (tags.get(323) ?? 0) : Math.min(tags.get(278) ?? header.height, header.height);
      const piece = ((tile ? (tags.get(322) ?? 0) : header.width) * lines * header.bands * bits) / 8;
      if (piece > MAX_PIECE && (tile || (tags.get(259) ?? 1) !== 1)) throw new ImportProblem('rasterBig', 'one piece');
      for (const [offsets, lengths] of PIECES) {
        const [from, long] = [entryOf.get(offsets), entryOf.get(lengths)];
        if (from === undefined) continue;
        const starts = await values(entries, from);
        const sizes = long === undefined ? [] : await values(entries, long);
        // A piece without a place is empty.
        if (starts.some((start, i) => start > 0 && start + (sizes[i] ?? 1) > bytes))
          throw broken('pieces lie outside of the file');
      }
      first ??= header;
      at = big ? u64(entries, count * size) : u32(entries, count * size);
    }
    if (!first) throw broken('no picture');
    return first;
  } finally {
    await file.close();
  }
}

function isLittleEndian(start: Buffer): boolean {
  const text = start.toString('latin1');
  if (OTHER_PICTURE.test(text)) throw new ImportProblem('rasterKind');
  if (!/^(II|MM)/.test(text)) throw new ImportProblem('wrong_type');
  return text.startsWith('II');
}

function check({ width, height, bands }: Header, bits: number, bytes: number, colours = 1): void {
  if (PRINT_COLOURS.has(colours)) throw new ImportProblem('rasterCmyk');
  if (width < 1 || height < 1 || bands < 1) throw new ImportProblem('broken_file', 'a picture of no size');
  const raw = (width * height * bands * bits) / 8;
  const swells = raw > MAX_CALM && raw > bytes * MAX_RATIO;
  if (width > MAX_SIDE || height > MAX_SIDE || bands > MAX_BANDS || raw > MAX_RAW || swells)
    throw new ImportProblem('rasterBig', `${width} x ${height} x ${bands}`);
}
