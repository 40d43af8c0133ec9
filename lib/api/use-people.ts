// People to choose from, read a page at a time while somebody searches for them.
'use client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { api } from '../../contract';
import type { Person } from '../../contract/schemas/session';
import { call } from './client';
import type { CallError } from './errors';
import { keyOf } from './keys';

const PAGE = 50;

/** What a chooser of people shows. `more` reads the next page; null where there is none or it is on its way. */
export interface PeopleSource {
  people: readonly Person[];
  isLoading: boolean;
  error: unknown;
  retry: () => void;
  more: (() => void) | null;
}

/** People of one of the calls that list names, who match `search`. A server that knows no pages answers all at once. */
export function usePeople(row: typeof api.users.all | typeof api.users.supervisors, search: string): PeopleSource {
  const query = { limit: PAGE, ...(search ? { search } : {}) };
  const read = useInfiniteQuery<Person[], CallError, Person[], readonly unknown[], number>({
    queryKey: keyOf(row, { query, pages: true }),
    queryFn: ({ signal, pageParam: offset }) => call(row, { query: { ...query, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length === PAGE ? pages.length * PAGE : undefined),
    select: ({ pages }) => [...new Map(pages.flat().map((person) => [person.id, person])).values()],
    placeholderData: keepPreviousData,
  });
  return {
    people: read.data ?? [],
    isLoading: read.isFetching,
    error: read.error,
    retry: () => void read.refetch(),
    more: read.hasNextPage && !read.isFetching ? () => void read.fetchNextPage() : null,
  };
}
