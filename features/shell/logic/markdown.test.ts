// The help renderer's reading, and the link rule that keeps it harmless.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, inline, markdown } from './markdown';
import { safeLink, VOID_ADDRESS } from './safe-link';

describe('links', () => {
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

  it('reads anything without failing and loses no letter', () => {
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
    const textOf = (blocks: Block[]) =>
      blocks.flatMap((b) => (b.kind === 'list' ? b.items.flat() : b.content)).map((i) => i.text);
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (source) => Array.isArray(markdown(source))));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z #*`\n-]{0,200}$/), (source) => {
        expect(letters(textOf(markdown(source)).join(''))).toBe(letters(source));
      }),
    );
  });
});
