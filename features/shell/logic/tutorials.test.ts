// Which help pages stand before whom.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { holdsWords, sectionsFor, titleOf } from './tutorials';

const slugs = (modules: number[], superuser = false) =>
  sectionsFor({ modules, perms: [], superuser }).flatMap(({ pages }) => pages.map(({ slug }) => slug));

it('gives the pages of the screens that a person may open, each once', () => {
  const reader = slugs([]);
  expect(reader).toEqual([...new Set(reader)]);
  expect(reader).toEqual(expect.arrayContaining(['home', 'announcements', 'layers', 'print', 'projects']));
  for (const closed of ['chat', 'user-manager', 'layer-import', 'app-log', 'tutorials', ''])
    expect(reader).not.toContain(closed);
  expect(slugs([8])).toContain('chat');
  const all = slugs([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17], true);
  expect(all.filter((slug) => !existsSync(`public/help/fa/${slug}.md`))).toEqual([]);
});

it('finds pages by words of either script', () => {
  expect(holdsWords('لایه‌های ۱۲ کاربر', 'لايه‌هاي 12')).toBe(true);
  expect(holdsWords('Layers of a user', 'user group')).toBe(false);
  expect(titleOf('# گفتگو\n\nمتن')).toBe('گفتگو');
});
