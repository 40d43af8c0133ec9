// The dot's rules, and the script that turns the release notes into data.
import { expect, it } from 'vitest';
import { VERSION_CODE } from '@/lib/config/constants';
import { parseChangelog } from '@/scripts/changelog.mjs';
import { hasNews, isHidden, parseReleases } from './changelog';

it('shows a dot until this version was opened, and hides only then and when asked', () => {
  expect(hasNews({ seenVersion: 0, hide: false })).toBe(true);
  expect(hasNews({ seenVersion: VERSION_CODE - 0.1, hide: true })).toBe(true);
  expect(hasNews({ seenVersion: VERSION_CODE, hide: false })).toBe(false);
  expect(isHidden({ seenVersion: VERSION_CODE, hide: true })).toBe(true);
  expect(isHidden({ seenVersion: VERSION_CODE, hide: false })).toBe(false);
  expect(isHidden({ seenVersion: VERSION_CODE - 0.1, hide: true })).toBe(false);
});

const both = (text: string) => ({ en: text, fa: text });

it('reads release notes by version and group', () => {
  const text =
    '# Changes\n\n## 1.16.2 - 1404/07/17\n### added\n- one | \u06cc\u06a9\n- two\n  goes on\n### fixed\n- three\n\n## 1.16.1 - 1404/05/01\n### other\n- four\n';
  expect(parseChangelog(text)).toEqual([
    {
      version: '1.16.2',
      date: '1404/07/17',
      groups: { added: [{ en: 'one', fa: '\u06cc\u06a9' }, both('two goes on')], fixed: [both('three')] },
    },
    { version: '1.16.1', date: '1404/05/01', groups: { other: [both('four')] } },
  ]);
  expect(() => parseChangelog('## 1.0 - 1404/01/01\n### news\n- x')).toThrow(/news/);
});

it('leaves out what is no release', () => {
  expect(parseReleases('x')).toEqual([]);
  expect(parseReleases([null, { version: '1', groups: {} }])).toHaveLength(1);
});
