// Where order, search and filters of a table live: in the address on a screen of its own, else in the component.
'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useState } from 'react';
import { changeSearch } from '@/lib/routes/search';
import { NO_QUERY, queryFrom, type TableQuery, writeQuery } from '../logic/table-query';

export interface TableState {
  query: TableQuery;
  change: (part: Partial<TableQuery>) => void;
}

/** For tables beside something else. */
export function useLocalTableState(): TableState {
  const [query, setQuery] = useState(NO_QUERY);
  const change = useCallback((part: Partial<TableQuery>) => setQuery((now) => ({ ...now, ...part })), []);
  return useMemo(() => ({ query, change }), [query, change]);
}

/** For a screen of its own: the address can be kept and shared. */
export function useUrlTableState(): TableState {
  const search = useSearchParams();
  const text = search.toString();
  const query = useMemo(() => queryFrom(new URLSearchParams(text)), [text]);
  const change = useCallback((part: Partial<TableQuery>) => {
    changeSearch((now) => writeQuery(now, { ...queryFrom(now), ...part }));
  }, []);
  return useMemo(() => ({ query, change }), [query, change]);
}
