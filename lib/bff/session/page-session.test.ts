// Goal 13, by sight: no page behind sign-in is written that does not ask for itself who may open it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { routes } from '../../routes/table';

const OPEN = /^app\/(?:page|signin\/page|dev\/(?:gallery|kit)\/page|\(public\)\/.*)\.tsx$/;

it('G13 each page begins with the question whether its screen may be opened', () => {
  const pages = readdirSync('app', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'page.tsx')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !OPEN.test(path));
  expect(pages.length).toBeGreaterThan(6);
  for (const page of pages) {
    const [, routeId] = /await mayOpen\((?:'(\w+)'|address\.id)\);/.exec(readFileSync(page, 'utf8')) ?? [
      page,
      'nothing',
    ];
    expect([page, routeId === undefined || routeId in routes]).toEqual([page, true]);
  }
});
