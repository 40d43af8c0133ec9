// Projects to choose from, found by words of their names.
'use client';
import { useState } from 'react';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import type { OptionSource } from '@/lib/collection/options';

const PAGE = 50;

/** The first ones that match: whoever has more searches. */
export function useProjectOptions(): OptionSource {
  const [search, setSearch] = useState('');
  const query = { limit: PAGE, order: 'name' as const, ...(search ? { search } : {}) };
  const read = useRead(api.projects.list, { query }, { keep: true });
  const options = (read.data?.results ?? []).map(({ id, name }) => ({ id, label: name }));
  return {
    options,
    known: options,
    isLoading: read.isFetching,
    error: read.error,
    retry: () => void read.refetch(),
    onSearch: setSearch,
    more: null,
  };
}
