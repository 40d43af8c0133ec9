// A list is read to its end, whatever its length, and each of its rows comes once.
import { expect, it } from 'vitest';
import { readAll } from './read-all';

const rows = (n: number) => Array.from({ length: n }, (_, id) => ({ id }));
/** A list of so many rows behind pages; notes the offsets that it was asked for. */
function createList(n: number, offsets: number[] = []) {
  const all = rows(n);
  return async ({ limit, offset }: { limit: number; offset: number }) => {
    offsets.push(offset);
    return { count: n, next: null, previous: null, results: all.slice(offset, offset + limit) };
  };
}

it.each([0, 1, 9, 10, 11, 35])('%i rows by ten', async (n) => {
  const offsets: number[] = [];
  expect(await readAll(createList(n, offsets), 10)).toEqual(rows(n));
  expect(offsets).toHaveLength(Math.max(1, Math.ceil(n / 10)));
});
it('asks for the other pages at once', async () => {
  let open = 0;
  let most = 0;
  const list = createList(40);
  await readAll(async (paging) => {
    most = Math.max(most, ++open);
    const page = await list(paging);
    await new Promise((resolve) => setTimeout(resolve, 5));
    open--;
    return page;
  }, 10);
  expect(most).toBe(3);
});
it('has a row once that moves on while the list is read', async () => {
  const list = createList(20);
  const moved = async (paging: { limit: number; offset: number }) =>
    list({ ...paging, offset: paging.offset && paging.offset - 1 });
  expect((await readAll(moved, 10)).map(({ id }) => id)).toEqual(rows(19).map(({ id }) => id));
});
it('fails as one of its pages fails', async () => {
  const list = createList(20);
  await expect(
    readAll(async (paging) => (paging.offset ? Promise.reject(new Error('gone')) : list(paging)), 10),
  ).rejects.toThrow('gone');
});
