// A part of a file by HTTP's rules (RFC 9110, 14): a download that broke off goes on, and programs read the piece that they need.
import type { IncomingHttpHeaders } from 'node:http';

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
