// The view of a list in its address, selections, and acts on many rows.
import { describe, expect, it } from 'vitest';
import { api } from '../../contract/index';
import { CallError } from '../api/errors';
import { runInChunks } from './chunks';
import { choiceFilter, dayRangeFilter, flagFilter, idsFilter, numberFilter, textFilter } from './filters';
import { toggleRow } from './use-selection';
import { defineView, nextOrder } from './view';

const VIEW = defineView({
  call: api.users.list,
  filters: {
    q: textFilter('search'),
    roles: idsFilter('groups'),
    locked: flagFilter('locked'),
    created: dayRangeFilter('created_date_after', 'created_date_before'),
  },
  orders: ['id', 'username', 'created'],
  order: '-created',
});
const read = (query: string) => VIEW.read(new URLSearchParams(query));

describe('a view', () => {
  it('reads what it has written', () => {
    const view = read('q=a+%26+b&roles=3,1&locked=false&created=2026-03-21..&order=username&page=3&open=9');
    expect(view).toEqual({
      filters: { q: 'a & b', roles: [3, 1], locked: false, created: { from: '2026-03-21', to: null } },
      order: 'username',
      page: 3,
      open: 9,
    });
    expect(VIEW.read(new URLSearchParams(VIEW.write(view)))).toEqual(view);
    expect(VIEW.write(VIEW.first)).toBe('');
  });
  it('takes nonsense for nothing', () => {
    expect(read('roles=a,-1&locked=maybe&created=2026-02-31..x&order=password&page=-1&open=x&q=')).toEqual(VIEW.first);
  });
  it('reads Persian digits', () => {
    expect(read('page=\u06f2&roles=\u06f1\u06f2')).toMatchObject({ page: 2, filters: { roles: [12] } });
  });
  it('asks the server only for what is set', () => {
    expect(VIEW.toQuery(read('page=2&q=+x+'), 50)).toEqual({ limit: 50, offset: 50, order: '-created', search: 'x' });
    expect(VIEW.toQuery(read('created=..2026-03-21'), 25)).toEqual({
      limit: 25,
      offset: 0,
      order: '-created',
      created_date_before: '2026-03-21',
    });
  });
  it('knows whether anything is filtered', () => {
    expect([
      VIEW.isFiltered(VIEW.first),
      VIEW.isFiltered(read('page=2')),
      VIEW.isFiltered(read('locked=true')),
    ]).toEqual([false, false, true]);
  });
  it('does not compile with a filter or an order that the call does not know', () => {
    defineView({
      call: api.users.list,
      // @ts-expect-error users are not filtered by colour
      filters: { colour: textFilter('colour') },
      orders: ['id'],
      order: 'id',
    });
    // @ts-expect-error users are not sorted by colour
    defineView({ call: api.users.list, filters: {}, orders: ['colour'], order: 'id' });
    expect(() =>
      defineView({ call: api.users.list, filters: { page: textFilter('search') }, orders: ['id'], order: 'id' }),
    ).toThrow();
  });
  it('knows one of a few words or numbers', () => {
    const kind = choiceFilter('kind', ['a', 'b']);
    expect([kind.read('a'), kind.read('c'), numberFilter('n', [1, 2]).read('3')]).toEqual(['a', null, null]);
  });
  it('turns the order of a column', () => {
    expect(nextOrder('-id', 'label', '-id')).toBe('label');
    expect(nextOrder('label', 'label', '-id')).toBe('-label');
    expect(nextOrder('-label', 'label', '-id')).toBe('-id');
    expect(nextOrder('-id', 'id', '-id')).toBe('id');
  });
});

describe('a selection', () => {
  it('toggles one row, and takes a range from the row before', () => {
    const one = toggleRow(new Set(), [5, 6, 7, 8], 6, null);
    expect([...one]).toEqual([6]);
    expect([...toggleRow(one, [5, 6, 7, 8], 8, 6)]).toEqual([6, 7, 8]);
    expect([...toggleRow(one, [5, 6, 7, 8], 6, null)]).toEqual([]);
    // The row before is on another page.
    expect([...toggleRow(one, [9, 10], 10, 6)]).toEqual([6, 10]);
  });
});

describe('an act on many rows', () => {
  const refusal = (kind: CallError['kind']) => new CallError(kind, 400, 'no', 'x', {}, null, null);
  const ids = Array.from({ length: 10 }, (_, i) => i + 1);

  it('finds the rows that are refused and does all others', async () => {
    const calls: number[][] = [];
    const { done, refused, left, error } = await runInChunks(
      ids,
      async (some) => {
        calls.push(some);
        if (some.includes(3) || some.includes(9)) throw refusal('message');
      },
      { size: 4 },
    );
    expect([[...done].sort((a, b) => a - b), refused.map(({ id }) => id), left, error]).toEqual([
      [1, 2, 4, 5, 6, 7, 8, 10],
      [3, 9],
      [],
      null,
    ]);
    expect(calls.length).toBeLessThan(12);
  });
  it('ends where the server cannot be reached, and says what is left', async () => {
    let calls = 0;
    const result = await runInChunks(
      ids,
      async () => {
        if (++calls === 2) throw refusal('network');
      },
      { size: 4 },
    );
    expect([result.done, result.left, result.error?.kind]).toEqual([[1, 2, 3, 4], [5, 6, 7, 8, 9, 10], 'network']);
  });
  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const tried: number[] = [];
    const result = await runInChunks(ids, async () => stop.abort(), {
      size: 3,
      signal: stop.signal,
      onProgress: (n) => tried.push(n),
    });
    expect([result.done, result.left.length, result.error, tried]).toEqual([[1, 2, 3], 7, null, [3]]);
  });
});
