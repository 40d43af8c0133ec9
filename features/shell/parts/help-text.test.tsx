// How a help page is drawn, and that it stays harmless whatever stands in it.
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { NextIntlClientProvider } from 'next-intl';
import { expect, it } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { HelpText } from './help-text';

const draw = (source: string, word = '') =>
  render(<HelpText source={source} folder="/help/fa/" word={word} />).container.firstElementChild as HTMLElement;
/** The page's tags in their order, without classes. */
const tagsOf = (page: HTMLElement) => page.innerHTML.replace(/ (class|style|dir)="[^"]*"/g, '').replaceAll('\n', ' ');

it('draws headings, paragraphs, lists and their inner marks', () => {
  expect(tagsOf(draw('# One\n\nTwo **three** `four`\nfive [six](/app/home).\n\n- a\n- b\n  more\n\n1. c\n2. d'))).toBe(
    '<h2>One</h2> <p>Two <strong>three</strong> <code>four</code> five <a href="/app/home">six</a>.</p> <ul> <li>a</li> <li>b more</li> </ul> <ol> <li>c</li> <li>d</li> </ol>',
  );
  expect(tagsOf(draw('[six](https://a.ir)'))).toBe('<p><a href="https://a.ir" target="_blank" rel="noopener noreferrer">six</a></p>'); // biome-ignore format: one line
});

it('G36 leaves markup as text, and refused links without an address', () => {
  for (const source of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<a href="javascript:x">y</a>',
  ]) {
    const page = draw(source);
    expect(page.textContent).toBe(source);
    expect(page.querySelector('script, img, a')).toBeNull();
  }
  for (const address of [
    'javascript:alert',
    'JaVaScRiPt:alert',
    'javascript&colon;alert',
    'data:text/html,x',
    'vbscript:x',
  ])
    expect(tagsOf(draw(`[x](${address})`)), address).toBe('<p><span>x</span></p>');
  expect(draw('<javascript:alert(1)> [x]\n\n[x]: javascript:alert').querySelector('[href]')).toBeNull();
});

it('draws icons, pictures and films, and only our own files', () => {
  const page = draw('Press :plus: now, at 12:30:45 or :nothing: `:plus:`');
  expect(page.querySelectorAll('svg')).toHaveLength(1);
  expect(page.textContent).toBe('Press  now, at 12:30:45 or :nothing: :plus:');
  expect(tagsOf(draw('One\n\n![A map](map.png)\n\n![How](/help/fa/how.mp4)'))).toBe(
    '<p>One</p> <p><span><img alt="A map" loading="lazy" src="/help/fa/map.png"><span aria-hidden="true">A map</span></span></p> <p><span><video src="/help/fa/how.mp4" controls="" preload="metadata" aria-label="How"></video><span aria-hidden="true">How</span></span></p>',
  );
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
    expect(draw(`![x](${src})`).querySelector('[src]'), src).toBeNull();
});

it('draws the picture of a page below its title, in its place before it has come, and opens it over the page', async () => {
  const picture = { src: '/help/pictures/a-fa-0.webp', alt: 'A map' };
  const page = render(
    <NextIntlClientProvider locale="en" messages={await messagesOf('en')} timeZone="Asia/Tehran">
      <MantineProvider>
        <HelpText source={'# One\n\nTwo'} folder="/help/fa/" picture={picture} />
      </MantineProvider>
    </NextIntlClientProvider>,
  ).container;
  const help = page.querySelector('h2')?.parentElement as HTMLElement;
  expect(tagsOf(help)).toBe(
    '<h2>One</h2><button type="button"><img alt="A map" loading="lazy" width="1200" height="750" src="/help/pictures/a-fa-0.webp"></button> <p>Two</p>',
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'A map' }));
  await screen.findByRole('dialog', { name: 'A map' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'A map' })));
});

it('marks every place of the searched word: in text, links, code and below pictures', () => {
  const page = draw('# کتاب\n\nيك كتاب [کتاب](/app/home) `کتاب` ![کتاب](a.png)', 'كتاب');
  expect([...page.querySelectorAll('mark')].map((mark) => mark.parentElement?.tagName)).toEqual(['H2', 'P', 'A', 'CODE', 'SPAN']); // biome-ignore format: one line
});

it('reads anything without failing and loses no letter', () => {
  const letters = (text: string | null) => (text ?? '').replace(/[^\p{L}]/gu, '');
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (source) => draw(source) instanceof HTMLElement),
    { numRuns: 50 },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z #*\n-]{0,200}$/), (source) => {
      expect(letters(draw(source).textContent)).toBe(letters(source));
    }),
    { numRuns: 50 },
  );
});
