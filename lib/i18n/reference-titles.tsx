// What records of other layers are called where a field names them by their ids.
'use client';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { api } from '../../contract';
import type { Field, Values } from '../../contract/schemas/form';
import { useRead } from '../api/hooks';

interface Named {
  title: string;
  value: Values;
}
export type Titles = ReadonlyMap<number, Named>;

const NO_TITLES: Titles = new Map();
const Context = createContext<Titles>(NO_TITLES);
/** Ids of one question. */
const MAX_IDS = 500;
const FRESH_MS = 60_000;

/** The titles of records; those that the reader may not see are missing. */
export function useTitles(ids: readonly number[]): Titles {
  const queryIds = [...new Set(ids)].sort((a, b) => a - b).slice(0, MAX_IDS);
  const read = useRead(
    api.records.values,
    { body: { ids: queryIds } },
    { enabled: queryIds.length > 0, staleTime: FRESH_MS, keep: true },
  );
  return useMemo(() => new Map((read.data ?? []).map(({ id, title, value }) => [id, { title, value }])), [read.data]);
}

/** The title that a field wants; the id where it is not known. */
export function titleIn(titles: Titles, field: Pick<Field, 'reference'>, id: number): string {
  const named = titles.get(id);
  const own = field.reference?.title && named?.value[field.reference.title];
  return own ? String(own) : (named?.title ?? String(id));
}

export const useReferenceTitles = (): Titles => useContext(Context);

interface ReferenceTitlesProps {
  form: readonly Field[];
  /** Records whose values are read within. */
  values: readonly Values[];
  children: ReactNode;
}

/** Within it, values of reference fields are read as titles. */
export function ReferenceTitles({ form, values, children }: ReferenceTitlesProps) {
  const names = form.filter(({ type }) => type === 'reference').map(({ name }) => name);
  const ids = names.flatMap((name) =>
    values.flatMap((value) => (typeof value[name] === 'number' ? [value[name]] : [])),
  );
  return <Context value={useTitles(ids)}>{children}</Context>;
}
