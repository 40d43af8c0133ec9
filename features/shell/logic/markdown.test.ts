// The help renderer's reading, and the link rule that keeps it harmless.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, inline, markdown } from './markdown';
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

describe('help text', () => {
  it('reads headings, paragraphs, lists and their inner marks', () => {
    expect(markdown('# One\n\nTwo **three** `four`\nfive [six](/app/home).\n\n- a\n- b\n  more\n\n1. c\n2. d')).toEqual(
      [
        { kind: 'heading', level: 1, content: [{ kind: 'text', text: 'One' }] },
        {
          kind: 'paragraph',
          content: [
            { kind: 'text', text: 'Two ' },
            { kind: 'bold', text: 'three' },
            { kind: 'text', text: ' ' },
            { kind: 'code', text: 'four' },
            { kind: 'text', text: ' five ' },
            { kind: 'link', text: 'six', href: '/app/home' },
            { kind: 'text', text: '.' },
          ],
        },
        { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b more' }]] },
        { kind: 'list', ordered: true, items: [[{ kind: 'text', text: 'c' }], [{ kind: 'text', text: 'd' }]] },
      ] satisfies Block[],
    );
  });

  it('leaves markup as text', () => {
    expect(inline('<script>alert(1)</script>')).toEqual([{ kind: 'text', text: '<script>alert(1)</script>' }]);
    expect(inline('[x](javascript:alert)')).toEqual([{ kind: 'link', text: 'x', href: VOID_ADDRESS }]);
  });

  it('reads icons, pictures and films, and only our own files', () => {
    expect(inline('Press :plus: now, at 12:30:45')).toEqual([
      { kind: 'text', text: 'Press ' },
      { kind: 'icon', name: 'plus', text: ':plus:' },
      { kind: 'text', text: ' now, at 12:30:45' },
    ]);
    expect(markdown('One\n![A map](map.png)\n![How](/help/fa/how.mp4)')).toEqual([
      { kind: 'paragraph', content: [{ kind: 'text', text: 'One' }] },
      { kind: 'picture', src: 'map.png', text: 'A map' },
      { kind: 'film', src: '/help/fa/how.mp4', text: 'How' },
    ]);
    for (const src of [
      'https://elsewhere.ir/a.png',
      '//elsewhere.ir/a.mp4',
      '/\\elsewhere.ir/a.png',
      'javascript:alert(1).png',
      'data:image/png;base64,AA.png',
      '../a.png',
      'a.png?x=1',
      'a.html',
      'blob:x.mp4',
    ])
      expect(
        markdown(`![x](${src})`).every((block) => block.kind === 'paragraph'),
        src,
      ).toBe(true);
  });

  it('reads anything without failing and loses no letter', () => {
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
    const textOf = (blocks: Block[]) =>
      blocks.flatMap((b) => (b.kind === 'list' ? b.items.flat() : 'content' in b ? b.content : [])).map((i) => i.text);
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (source) => Array.isArray(markdown(source))));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z #*`\n-]{0,200}$/), (source) => {
        expect(letters(textOf(markdown(source)).join(''))).toBe(letters(source));
      }),
    );
  });
});
