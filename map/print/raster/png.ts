// A PNG from packed rows. The browser's own encoder needs the whole picture at once and does not say how large it is on paper.
import { MM_PER_INCH } from '../paper';

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** The check sum of PNG (ISO 3309), carried on from `crc`. */
const crc32 = (bytes: Uint8Array, crc = 0xffffffff): number => {
  let c = crc;
  for (const byte of bytes) c = (TABLE[(c ^ byte) & 0xff] as number) ^ (c >>> 8);
  return c >>> 0;
};

const number = (value: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};

const chunk = (name: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] => {
  const type = Uint8Array.from(name, (c) => c.charCodeAt(0));
  return [number(data.length), type, data, number((crc32(data, crc32(type)) ^ 0xffffffff) >>> 0)];
};

/** Bytes of one chunk of pixels. */
const PART = 1 << 20;

/** `packed`: what `packRows` returns. A stopped job throws the signal's reason. The resolution travels in the file (pHYs), so that it prints in its true size. */
export const toPng = async (
  width: number,
  height: number,
  dpi: number,
  packed: Blob,
  signal?: AbortSignal,
): Promise<Blob> => {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const size = new Uint8Array(9);
  const perMetre = Math.round((dpi * 1000) / MM_PER_INCH);
  new DataView(size.buffer).setUint32(0, perMetre);
  new DataView(size.buffer).setUint32(4, perMetre);
  size[8] = 1;
  const parts: BlobPart[] = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    ...chunk('IHDR', header),
    ...chunk('pHYs', size),
  ];
  for (let at = 0; at < packed.size; at += PART) {
    signal?.throwIfAborted();
    parts.push(...chunk('IDAT', new Uint8Array(await packed.slice(at, at + PART).arrayBuffer())));
  }
  parts.push(...chunk('IEND', new Uint8Array(0)));
  return new Blob(parts, { type: 'image/png' });
};
