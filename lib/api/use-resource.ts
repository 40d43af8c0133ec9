// One thing of the server together with its ETag, for whoever is going to change it.
'use client';
import { useQuery } from '@tanstack/react-query';
import type { Input, Output, Row } from '../../contract/define';
import { exchange } from './client';
import type { CallError } from './errors';
import { keyOf } from './keys';

export interface Resource<T> {
  body: T;
  /** Null where the server gives none: then the last one to write wins. */
  etag: string | null;
}

/** Reads a thing and its ETag now. Throws CallError. */
export async function readResource<R extends Row>(
  row: R,
  input: Input<R>,
  signal?: AbortSignal,
): Promise<Resource<Output<R>>> {
  const { body, headers } = await exchange(row, input, signal ? { signal } : {});
  return { body, etag: headers.get('etag') };
}

/** The headers of a write that must not undo another one. */
export const ifMatch = (etag: string | null): { headers: Record<string, string> } => ({
  headers: etag ? { 'if-match': etag } : {},
});

/** Read once: a form that is open keeps what it was opened with until it is saved. */
export const useResource = <R extends Row>(row: R, input: Input<R>, isEnabled = true) =>
  useQuery<Resource<Output<R>>, CallError>({
    queryKey: [...keyOf(row, input), 'resource'],
    queryFn: ({ signal }) => readResource(row, input, signal),
    enabled: isEnabled,
    staleTime: 0,
    gcTime: 0,
  });
