// A part of a file by HTTP's rules (RFC 9110, 14): a download that broke off goes on, and programs read the piece that they need.
import type { IncomingHttpHeaders } from 'node:http';
import { readPart } from '../storage';
import { type Ctx, FileAnswer } from './context';
import { notFound, Refusal } from './errors';

/** From the first byte to the last one, both inclusive. */
export interface Part {
  from: number;
  to: number;
}

const ONE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * What the headers of a request ask of a file: a part, `null` for the whole, or 'outside' where the file has no such part. Several
 * parts at once, another unit, and a part of a version that is not there any more are answered with the whole, as the rules allow.
 */
export function partOf(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  size: number,
  etag: string,
): Part | null | 'outside' {
  const match = range === undefined || (ifRange !== undefined && ifRange !== etag) ? null : ONE.exec(range);
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  const end = size - 1;
  if (first === '') return Number(last) === 0 || size === 0 ? 'outside' : { from: Math.max(0, size - Number(last)), to: end }; // biome-ignore format: one line
  const [from, to] = [Number(first), last === '' ? end : Number(last)];
  if (to < from && last !== '') return null;
  return from > end ? 'outside' : { from, to: Math.min(to, end) };
}

/** A file of the store with the name, the type and the size in bytes that it is sent with; `etag` names this version, quoted. */
export interface StoredFile {
  key: string;
  name: string;
  type: string;
  size: number;
  etag: string;
}

/** The bytes of a stored file, or the part of them that the request asks for. Refuses with 404 and 416. */
export async function sendStored(ctx: Ctx, { key, name, type, size, etag }: StoredFile): Promise<FileAnswer> {
  if (!(await ctx.storage.exists(key))) throw notFound();
  const part = partOf(ctx.request.headers, size, etag);
  ctx.header('accept-ranges', 'bytes');
  if (part === 'outside') {
    ctx.header('content-range', `bytes */${size}`);
    throw new Refusal(416, 'outsideFile');
  }
  ctx.header('content-security-policy', "sandbox; default-src 'none'");
  ctx.header('etag', etag);
  ctx.header('content-length', String(part ? part.to - part.from + 1 : size));
  if (!part) return new FileAnswer(await ctx.storage.getStream(key), type, name);
  ctx.header('content-range', `bytes ${part.from}-${part.to}/${size}`);
  return new FileAnswer(await readPart(ctx, key, part), type, name, 206);
}
