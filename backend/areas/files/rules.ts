// Which files may hang on a record: content and extension must tell the same story, and the sender's media type counts for nothing.
import { fileTypeFromBuffer } from 'file-type';
import { withoutTraces } from './pictures';

/** Files of one record. */
export const MAX_FILES = 100;
const MEGABYTE = 1024 * 1024;

/** Extensions that may stand on what the content proves to be, each with the media type that it is kept and sent under. */
const PROVEN: Record<string, Record<string, string>> = {
  jpg: { jpg: 'image/jpeg', jpeg: 'image/jpeg' },
  png: { png: 'image/png' },
  webp: { webp: 'image/webp' },
  gif: { gif: 'image/gif' },
  pdf: { pdf: 'application/pdf' },
  docx: { docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  xlsx: { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pptx: { pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  odt: { odt: 'application/vnd.oasis.opendocument.text' },
  ods: { ods: 'application/vnd.oasis.opendocument.spreadsheet' },
  odp: { odp: 'application/vnd.oasis.opendocument.presentation' },
  cfb: { doc: 'application/msword', xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint' },
  rtf: { rtf: 'application/rtf' },
  zip: { zip: 'application/zip', kmz: 'application/vnd.google-earth.kmz' },
  mp4: { mp4: 'video/mp4' },
  m4v: { mp4: 'video/mp4' },
  mov: { mov: 'video/quicktime' },
  webm: { webm: 'video/webm' },
  xml: { kml: 'application/vnd.google-earth.kml+xml', gpx: 'application/gpx+xml' },
};

/** Extensions of what has no signature: it must be text. */
const TEXT: Record<string, string> = {
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  geojson: 'application/geo+json',
  dxf: 'application/octet-stream',
};

const extensionOf = (name: string) => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Text in any encoding of bytes: no NUL and no control characters but tabs and ends of lines. */
const isText = (bytes: Buffer): boolean => {
  for (const byte of bytes) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) return false;
  return bytes.length > 0;
};

const own = (of: Record<string, string>, key: string): string | null =>
  Object.hasOwn(of, key) ? (of[key] as string) : null;

/**
 * The media type of a file that may be kept, and its bytes as they are kept: pictures lose where they were taken and whatever
 * stands behind their end. Null for everything else.
 */
export async function readFile(name: string, bytes: Buffer): Promise<{ type: string; bytes: Buffer } | null> {
  const extension = extensionOf(name);
  const detected = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const proven = detected && Object.hasOwn(PROVEN, detected.ext) ? PROVEN[detected.ext] : undefined;
  const type = detected ? proven && own(proven, extension) : isText(bytes) ? own(TEXT, extension) : null;
  if (!type) return null;
  const cleaned = withoutTraces(type, bytes);
  return cleaned && { type, bytes: cleaned };
}

const BROKEN = /\p{Surrogate}/gu;
/** Control characters, and those that turn the direction of what follows: a name must read as what it is. */
const HIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** Words of a person for one line: a file's name or label, at most 200 characters. */
export const oneLine = (text: string): string => text.replace(BROKEN, '').replace(HIDDEN, ' ').trim();

/** A file's own name without folders; its end, with the extension, survives where it is too long. */
export function fileName(rawName: string): string {
  const name = oneLine(rawName.split(/[\\/]/).at(-1) ?? '');
  return [...name].slice(-200).join('');
}

/** The limit of a customer's files in megabytes, if there is one. */
export const diskLimit = (config: Record<string, unknown>): number | null =>
  typeof config.disk_limit === 'number' && config.disk_limit >= 0 ? config.disk_limit : null;

/** Whether `more` bytes fit beside those that are kept. */
export const fits = (limit: number | null, used: number, more: number): boolean =>
  limit === null || used + more <= limit * MEGABYTE;
