// What a table asks the server for: its own filters, those that it is given, and the selection where it keeps to that.
'use client';
import { useMemo } from 'react';
import type { Layer } from '@/contract/schemas/layer';
import type { RecordQuery } from '@/contract/schemas/record';
import { useFormat } from '@/lib/i18n/use-format';
import { isFiltered, requestOf, type TableQuery } from '../../logic/table-query';

/** An id that no record has: none of what the table shows is marked. */
const NOBODY = String(Number.MAX_SAFE_INTEGER);

/** The query without paging, the same while nothing of it changes; `only`: ids that the table keeps to. `filtered`: by the table's own filters; `isPart`: it may leave records out. */
export function useRequest(
  layer: Layer,
  query: TableQuery,
  filter: Readonly<Record<string, string>> | undefined,
  only: readonly number[] | null,
) {
  const { lang } = useFormat();
  const { form } = layer.config;
  const request = useMemo(() => {
    const all = { ...requestOf(layer.id, form, query, lang), ...filter };
    const among = filter?.ids?.split(',').map(Number);
    const ids = among ? only?.filter((id) => among.includes(id)) : only;
    return (ids ? { ...all, ids: ids.join() || NOBODY } : all) as unknown as RecordQuery;
  }, [layer.id, form, query, lang, filter, only]);
  const filtered = isFiltered(query);
  return { request, filtered, isPart: filtered || filter !== undefined || only !== null };
}
