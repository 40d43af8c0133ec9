// The link rule that keeps help pages harmless.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeLink, VOID_ADDRESS } from './safe-link';

describe('G36 links', () => {
  it.each([
    '#part',
    '/app/home',
    'page.md',
    'http://a.ir',
    'HTTPS://a.ir',
    'mailto:a@b.ir',
    'TEL:021',
    'page?at=12:30',
    'page#12:30',
    '//elsewhere.ir',
  ])('keeps %s', (address) => expect(safeLink(address)).toBe(address));

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
    'java\tscript:alert(1)',
  ])('refuses %s', (address) => expect(safeLink(address)).toBe(VOID_ADDRESS));
});

/** The rule once more, as the product words it, written another way. */
function keeps(url: string): boolean {
  if (/^[#/]/.test(url)) return true;
  const scheme = /^([^:]*):/.exec(url)?.[1];
  if (scheme === undefined) return true;
  return ['http', 'https', 'mailto', 'tel'].includes(scheme.toLowerCase()) || /[?#]/.test(scheme);
}

it('G36 the link rule holds for a hundred and twenty addresses and whatever else there is', () => {
  const schemes = [
    'http',
    'HTTPS',
    'mailto',
    'Tel',
    'javascript',
    'JAVASCRIPT',
    'vbscript',
    'data',
    'file',
    'blob',
    'ftp',
    'x',
  ];
  const rests = [':a', '://a.ir', ':alert(1)', '?q=a:b', '#a:b', '/a:b', '', '\t:alert(1)', '&colon;a', '%3Aa'];
  const corpus = schemes.flatMap((scheme) => rests.map((rest) => scheme + rest));
  expect(corpus).toHaveLength(120);
  for (const url of corpus) expect([url, safeLink(url)]).toEqual([url, keeps(url) ? url : VOID_ADDRESS]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ':', '/', '#', '?', 'h', 't', 'p', 's', '\\', '%') }), (url) => {
      expect(safeLink(url)).toBe(keeps(url) ? url : VOID_ADDRESS);
    }),
  );
});
