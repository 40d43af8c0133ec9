// Options of a picker: people, roles, layers, regions. Found by folded words, by the server or here, whichever the call can.
'use client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Input, Output, Row } from '../../contract/define';
import { fold } from '../../contract/fold';
import { api } from '../../contract/index';
import type { Person } from '../../contract/schemas/session';
import { call } from '../api/client';
import { useRead } from '../api/hooks';
import { keyOf } from '../api/keys';
import { personName } from '../i18n/person-name';

export interface Option {
  id: number;
  label: string;
  /** Tells options of the same label apart. */
  hint?: string | undefined;
  /** Why it cannot be picked. */
  whyNot?: string | undefined;
}

/** What a picker shows and asks. */
export interface OptionSource {
  options: readonly Option[];
  /** Labels of ids that were picked before. */
  known: readonly Option[];
  isLoading: boolean;
  error: unknown;
  retry: () => void;
  onSearch: (text: string) => void;
  /** Reads the next page; null where there is none or it is on its way. */
  more: (() => void) | null;
}

const PAGE = 50;
/** Layers of a greater type are pictures and have no records. */
const MAX_RECORD_TYPE = 3;
const NO_IDS: readonly number[] = [];

const optionOfPerson = (person: Person): Option => {
  const label = personName(person);
  return { id: person.id, label, hint: label === person.username ? undefined : person.username };
};

/** People of a call that lists names, searched by the server a page at a time. `picked`: ids whose names are wanted too; nothing is asked unless `isEnabled`. */
export function usePeopleOptions(
  row: typeof api.users.all | typeof api.users.supervisors,
  picked: readonly number[] = NO_IDS,
  isEnabled = true,
): OptionSource {
  const [search, setSearch] = useState('');
  const query = { limit: PAGE, ...(search ? { search } : {}) };
  const read = useInfiniteQuery({
    queryKey: keyOf(row, { query, pages: true }),
    queryFn: ({ signal, pageParam: offset }) => call(row, { query: { ...query, offset } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last: Person[], pages: Person[][]) => (last.length === PAGE ? pages.length * PAGE : undefined),
    select: ({ pages }) => [...new Map(pages.flat().map((person) => [person.id, optionOfPerson(person)])).values()],
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const options = read.data ?? [];
  const [first] = useState(picked);
  const names = useRead(row, { query: { ids: [...first] } } as Input<typeof row>, {
    enabled: isEnabled && first.length > 0,
  });
  return {
    options,
    known: useMemo(() => (names.data ?? []).map(optionOfPerson), [names.data]),
    isLoading: read.isFetching,
    error: read.error,
    retry: () => void read.refetch(),
    onSearch: setSearch,
    more: read.hasNextPage && !read.isFetching ? () => void read.fetchNextPage() : null,
  };
}

/** Options of a call that lists all its names at once: searched here, and given out a page at a time as well. */
function useNames<R extends Row>(row: R, toOption: (one: Item<R>) => Option): OptionSource {
  const [{ search, shown: count }, setView] = useState({ search: '', shown: PAGE });
  const read = useRead(row, {} as Input<R>);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what makes an option of a row does not change
  const all = useMemo(() => ((read.data ?? []) as Item<R>[]).map(toOption), [read.data]);
  const matches = useMemo(() => {
    const words = fold(search).split(' ').filter(Boolean);
    return words.length === 0 ? all : all.filter(({ label }) => words.every((word) => fold(label).includes(word)));
  }, [all, search]);
  return {
    options: matches.slice(0, count),
    known: all,
    isLoading: read.isLoading,
    error: read.error,
    retry: () => void read.refetch(),
    onSearch: (text) => setView({ search: text, shown: PAGE }),
    more: count < matches.length ? () => setView({ search, shown: count + PAGE }) : null,
  };
}
type Item<R extends Row> = Output<R> extends (infer T)[] ? T : never;

/** Roles; where they are to be given, those that the person cannot give are told with the reason `whyNot`. */
export const useRoleOptions = (whyNot?: string): OptionSource =>
  useNames(api.roles.names, ({ id, name, may_grant }) => ({
    id,
    label: name,
    whyNot: may_grant === false ? whyNot : undefined,
  }));

export const useRegionOptions = (): OptionSource => useNames(api.regions.short, ({ id, label }) => ({ id, label }));

export const useGroupOptions = (): OptionSource => useNames(api.groups.simple, ({ id, label }) => ({ id, label }));

/** Layers that the person sees; where records are wanted, those of pictures are told with the reason `whyNot`. */
export const useLayerOptions = (whyNot?: string): OptionSource =>
  useNames(api.layers.simple, ({ id, label, type }) => ({
    id,
    label,
    whyNot: type > MAX_RECORD_TYPE ? whyNot : undefined,
  }));
