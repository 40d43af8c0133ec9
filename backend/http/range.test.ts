// Which part of a file a request asks for.
import { describe, expect, it } from 'vitest';
import { partOf } from './range';

const ETAG = '"a"';
const of = (range: string | undefined, size = 10, ifRange?: string) =>
  partOf(
    { ...(range === undefined ? {} : { range }), ...(ifRange === undefined ? {} : { 'if-range': ifRange }) },
    size,
    ETAG,
  );

describe('a part of a file', () => {
  it.each([
    ['bytes=0-3', { from: 0, to: 3 }],
    ['bytes=4-', { from: 4, to: 9 }],
    ['bytes=9-9', { from: 9, to: 9 }],
    ['bytes=8-99', { from: 8, to: 9 }],
    ['bytes=-4', { from: 6, to: 9 }],
    ['bytes=-99', { from: 0, to: 9 }],
    ['BYTES= 1-2 ', { from: 1, to: 2 }],
    ['bytes=10-', 'outside'],
    ['bytes=10-20', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=5-4', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-1', null],
    [undefined, null],
  ])('%s of ten bytes', (range, part) => {
    expect(of(range)).toEqual(part);
  });
  it('is asked only of the version that the reader has begun with', () => {
    expect(of('bytes=0-3', 10, ETAG)).toEqual({ from: 0, to: 3 });
    expect(of('bytes=0-3', 10, '"b"')).toBeNull();
    expect(of('bytes=0-3', 10, 'W/"a"')).toBeNull();
    expect(of('bytes=0-3', 10, 'Wed, 21 Oct 2026 07:28:00 GMT')).toBeNull();
  });
  it('is none of an empty file', () => {
    expect([of('bytes=0-', 0), of('bytes=-1', 0)]).toEqual(['outside', 'outside']);
  });
});
