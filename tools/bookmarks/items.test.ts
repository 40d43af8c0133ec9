// Bookmarks out of a person's items, under their folders.
import { expect, it } from 'vitest';
import { bookmarksOf, groupByFolder } from './items';

const env = { layers: { order: [1], hidden: [], opacity: {}, off: {} } };
const item = (id: number, label: string, data: unknown) => ({ id, label, type: 'bookmark', data }) as never;

it('passes over what is no bookmark', () => {
  const read = bookmarksOf([item(1, 'a', { env }), item(2, 'b', { zoom: 9 }), item(3, 'c', 'text')]);
  expect(read.map((b) => [b.id, b.folder])).toEqual([[1, '']]);
});

it('sorts folders and names as the language does, those without a folder first', () => {
  const all = bookmarksOf([
    item(1, 'یزد ۱۰', { folder: 'شهرها', env }),
    item(2, 'یزد ۹', { folder: 'شهرها', env }),
    item(3, 'خانه', { env }),
    item(4, 'آب', { folder: 'آبخیز', env }),
  ]);
  expect(groupByFolder(all, 'fa').map((f) => [f.folder, f.inside.map((b) => b.label)])).toEqual([
    ['', ['خانه']],
    ['آبخیز', ['آب']],
    ['شهرها', ['یزد ۹', 'یزد ۱۰']],
  ]);
});
