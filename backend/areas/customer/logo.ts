// Logos: only PNG comes in, and what is kept is written anew from its pixels, so that nothing else travels along. Pure.
import { inflateSync } from 'node:zlib';
import { convertIndexedToRgb, decode, encode } from 'fast-png';

const MAX_BYTES = 512 * 1024;
const MAX_SIDE = 2000;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEAD = 'data:image/png;base64,';
/** What pixels need; colour profiles, texts and animations stay behind. */
const NEEDED = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** The chunks of a PNG that its pixels need; null where it is cut off. */
function chunksOf(bytes: Buffer): { type: string; whole: Buffer; data: Buffer }[] | null {
  const chunks = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (NEEDED.includes(type))
      chunks.push({ type, whole: bytes.subarray(at, end), data: bytes.subarray(at + 8, end - 4) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return null;
}

/** A data address of a PNG as a clean one; null where it is none. Sizes are checked before anything is unpacked. */
export function cleanLogo(dataUrl: string): string | null {
  if (!dataUrl.startsWith(HEAD)) return null;
  const bytes = Buffer.from(dataUrl.slice(HEAD.length), 'base64');
  if (bytes.length > MAX_BYTES || !bytes.subarray(0, 8).equals(SIGNATURE)) return null;
  const chunks = chunksOf(bytes);
  const header = chunks?.[0];
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13) return null;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) return null;
  try {
    // Four samples of two bytes a pixel and one byte a row, seven times for the passes of an interlaced picture.
    const most = width * height * 8 + height * 7 + 64;
    inflateSync(Buffer.concat(chunks.filter((c) => c.type === 'IDAT').map((c) => c.data)), { maxOutputLength: most });
    const png = decode(Buffer.concat([SIGNATURE, ...chunks.map((c) => c.whole)]), { checkCrc: true });
    const clean = png.palette
      ? encode({ width, height, data: convertIndexedToRgb(png), channels: png.palette[0]?.length ?? 3 })
      : encode({ width, height, data: png.data, depth: png.depth, channels: png.channels });
    return clean.length > 2 * MAX_BYTES ? null : HEAD + Buffer.from(clean).toString('base64');
  } catch {
    return null;
  }
}
