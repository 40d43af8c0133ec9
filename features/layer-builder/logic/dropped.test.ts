// What is let go over the page: one file that can be imported goes on, all else is refused with its reason.
import { expect, it } from 'vitest';
import { readDropped } from './dropped';

const table = (name: string, text = 'x') => new File([text], name);
const drop = (files: File[], { isFolder = false, types = ['Files'] } = {}) =>
  readDropped({
    files,
    types,
    items: files.map(() => ({ webkitGetAsEntry: () => ({ isDirectory: isFolder }) })),
  } as unknown as DataTransfer);

it('takes one file of a kind that can be imported', () => {
  expect(drop([table('روستاها.CSV')])).toEqual({ file: expect.any(File) });
});

it('refuses all else with its reason', () => {
  expect(drop([])).toEqual({ refusal: 'nothing', name: '' });
  expect(drop([], { types: ['text/plain'] })).toEqual({ refusal: 'text', name: '' });
  expect(drop([table('setup.exe')])).toEqual({ refusal: 'wrongType', name: 'setup.exe' });
  expect(drop([table('a.csv', '')])).toEqual({ refusal: 'empty', name: 'a.csv' });
  // A folder may be called as a file is.
  expect(drop([table('راه‌ها.gdb.zip')], { isFolder: true })).toEqual({ refusal: 'folder', name: 'راه‌ها.gdb.zip' });
  expect(drop(Array.from({ length: 10 }, (_, i) => table(`${i}.csv`)))).toMatchObject({ refusal: 'one' });
});
