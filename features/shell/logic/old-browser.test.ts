// Who is turned away, that an old browser can read the script, and that the script shows what it should.
import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { firstCodeScript } from './first-code';
import { oldBrowserScript } from './old-browser';

const script = oldBrowserScript({ title: 'Old </script>', text: 'Update it', update: 'Update' });
const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const IOS = (v: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${v} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;

interface Element {
  kind: string;
  id?: string;
  className: string;
  href?: string;
  style: Record<string, string>;
  children: (Element | string)[];
}

/** Runs the script in a page that knows only what browsers of 2009 knew. */
function readRejection(agent: string): { href: string | undefined; words: string } | null {
  const make = (kind: string) => {
    const element = { kind, className: '', style: {}, children: [] as (Element | string)[] } as Element &
      Record<string, unknown>;
    element.appendChild = (child: Element | string) => element.children.push(child);
    element.setAttribute = () => {};
    element.focus = () => {};
    return element;
  };
  const root = make('html');
  const page = {
    documentElement: root,
    createElement: make,
    createTextNode: (text: string) => text,
    getElementById: () => root,
  };
  new Function('navigator', 'document', 'setTimeout', script)({ userAgent: agent }, page, (run: () => void) => run());
  if (!root.className.includes('outdated')) return null;
  const all = (one: Element | string): (Element | string)[] =>
    typeof one === 'string' ? [one] : [one, ...one.children.flatMap(all)];
  const elements = all(root);
  return {
    href: elements.find((one): one is Element => typeof one !== 'string' && one.kind === 'a')?.href,
    words: elements.filter((one) => typeof one === 'string').join(' '),
  };
}

describe('minimums', () => {
  it.each([
    ['chromium 124', `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/124.0.0.0 Safari/537.36`, 'google.com'],
    ['opera on chromium 100', `Mozilla/5.0 (X11) ${KHTML} Chrome/100.0.1 Safari/537.36 OPR/86.0`, 'google.com'],
    [
      'edge 124',
      `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/124.0.0.0 Safari/537.36 Edg/124.0.2478.51`,
      'microsoft',
    ],
    [
      'old edge',
      `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/70.0.3538.102 Safari/537.36 Edge/18.19582`,
      'microsoft',
    ],
    ['internet explorer', 'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', 'microsoft'],
    [
      'samsung 24',
      `Mozilla/5.0 (Linux; Android 13) ${KHTML} SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36`,
      'samsung',
    ],
    ['firefox 125', 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', 'mozilla'],
    [
      'safari 15.6',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15',
      'apple',
    ],
    ['chrome on iOS 15', `${IOS('15_7_1')} CriOS/125.0 Mobile/15E148 Safari/604.1`, 'apple'],
  ])('turns away %s', (_, agent, at) => {
    const message = readRejection(agent);
    expect(message?.href).toContain(at);
    expect(message?.words).toBe('Old </script> Update it Update');
  });

  it.each([
    ['chromium 125', `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/125.0.0.0 Safari/537.36`],
    ['headless 150', `Mozilla/5.0 (X11) ${KHTML} HeadlessChrome/150.0.7871.100 Safari/537.36`],
    ['edge 125', `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/125.0.0.0 Safari/537.36 Edg/125.0.2535.51`],
    [
      'samsung 25 on an older chromium',
      `Mozilla/5.0 (Linux) ${KHTML} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    ],
    ['firefox 126', 'Mozilla/5.0 (X11; rv:126.0) Gecko/20100101 Firefox/126.0'],
    [
      'safari 16',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15',
    ],
    ['safari on iOS 16', `${IOS('16_0')} Version/16.0 Mobile/15E148 Safari/604.1`],
    ['firefox on iOS 17', `${IOS('17_4')} FxiOS/120.0 Mobile/15E148 Safari/605.1.15`],
    ['something unknown', 'curl/8.0'],
  ])('lets in %s', (_, agent) => expect(readRejection(agent)).toBeNull());
});

it('are readable for browsers of the last century, and cannot end their own element', () => {
  const guard = firstCodeScript({ renderError: 'x</script>', reload: '\u2028', details: '"' });
  for (const one of [script, guard]) {
    expect(() => parse(one, { ecmaVersion: 3 })).not.toThrow();
    expect(one).not.toContain('</script');
  }
});
