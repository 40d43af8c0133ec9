// Pictures without the traces that cameras leave: place, device, thumbnails, and whatever is hidden behind the picture's end. Pure.
// Pixels are untouched; of a JPEG's EXIF only the way it is turned stays. Formats: ITU T.81 annex B, EXIF 2.32, PNG 11.3, WebP container.

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const EXIF = 'Exif\0\0';
const ORIENTATION = 0x0112;

/** The orientation (1 to 8) in an EXIF block; null where there is none. */
function orientationOf(tiff: Buffer): number | null {
  if (tiff.length < 14) return null;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 <= tiff.length ? (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)) : 0);
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = short(directory);
  for (let i = 0; i < entries && directory + 14 + i * 12 <= tiff.length; i++) {
    const at = directory + 2 + i * 12;
    const turned = short(at + 8);
    if (short(at) === ORIENTATION) return turned >= 1 && turned <= 8 ? turned : null;
  }
  return null;
}

/** An EXIF segment that says nothing but the orientation. */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(2 + EXIF.length + tiff.length, 2);
  return Buffer.concat([head, Buffer.from(EXIF, 'latin1'), tiff]);
}

/** What the picture needs to look right: JFIF, Adobe's colour transform and the colour profile. All other notes go. */
const needed = (marker: number, body: Buffer): boolean =>
  marker === APP0 || marker === APP14
    ? !body.subarray(0, 4).equals(Buffer.from('JFXX', 'latin1'))
    : marker === APP2
      ? body.toString('latin1', 0, 12) === 'ICC_PROFILE\0'
      : !(marker >= APP0 && marker <= APP15) && marker !== COMMENT;

/** Where the coded pixels that begin at `from` end: the next marker that is no restart and no stuffed byte. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
}

function cleanJpeg(bytes: Buffer): Buffer | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const segments: Buffer[] = [];
  let orientation: number | null = null;
  let scans = 0;
  let at = 2;
  while (at + 4 <= bytes.length || bytes[at + 1] === EOI) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === EOI) {
      if (scans === 0) return null;
      const orientationParts = orientation === null ? [] : [exifOf(orientation)];
      return Buffer.concat([bytes.subarray(0, 2), ...orientationParts, ...segments, bytes.subarray(at, at + 2)]);
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return null;
    const body = bytes.subarray(at + 4, end);
    if (marker === APP1 && body.toString('latin1', 0, 6) === EXIF) orientation ??= orientationOf(body.subarray(6));
    if (marker === SOS) {
      scans++;
      const stop = endOfScan(bytes, end);
      if (stop < 0) return null;
      segments.push(bytes.subarray(at, stop));
      at = stop;
      continue;
    }
    if (needed(marker, body)) segments.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

const PNG_NOTES = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX']);

function cleanPng(bytes: Buffer): Buffer | null {
  const chunks = [bytes.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (!PNG_NOTES.has(kind)) chunks.push(bytes.subarray(at, end));
    if (kind === 'IEND') return Buffer.concat(chunks);
    at = end;
  }
  return null;
}

/** Bits of VP8X that announce EXIF and XMP. */
const WEBP_NOTES = 0x08 | 0x04;

function cleanWebp(bytes: Buffer): Buffer | null {
  const size = 8 + bytes.readUInt32LE(4);
  if (size > bytes.length) return null;
  const chunks: Buffer[] = [];
  let at = 12;
  while (at + 8 <= size) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > size) return null;
    const kind = bytes.toString('latin1', at, at + 4);
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (kind === 'VP8X' && length >= 1) chunk[8] = (chunk[8] as number) & ~WEBP_NOTES;
    if (kind !== 'EXIF' && kind !== 'XMP ') chunks.push(chunk);
    at = end;
  }
  if (chunks.length === 0) return null;
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(4 + chunks.reduce((n, chunk) => n + chunk.length, 0), 4);
  return Buffer.concat([head, ...chunks]);
}

/** The file without traces; null for a picture whose parts do not fit together. What is no picture stays as it is. */
export function withoutTraces(type: string, bytes: Buffer): Buffer | null {
  if (type === 'image/jpeg') return cleanJpeg(bytes);
  if (type === 'image/png') return cleanPng(bytes);
  return type === 'image/webp' ? cleanWebp(bytes) : bytes;
}
