// What the table of a layer is grouped by, named in the address.
'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import type { Field } from '@/contract/schemas/form';
import type { Grouping } from '@/contract/schemas/layers/groups';
import { changeSearch } from '@/lib/routes/search';
import { groupingFrom, writeGrouping } from '../../logic/layer-page/grouping';

export interface GroupingState {
  grouping: Grouping | null;
  group: (grouping: Grouping | null) => void;
}

export function useGrouping(form: readonly Field[]): GroupingState {
  const text = useSearchParams().toString();
  const grouping = useMemo(() => groupingFrom(new URLSearchParams(text), form), [text, form]);
  const group = useCallback((next: Grouping | null) => {
    changeSearch((search) => writeGrouping(search, next));
  }, []);
  return useMemo(() => ({ grouping, group }), [grouping, group]);
}
