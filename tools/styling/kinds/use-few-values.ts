// The field that a layer is best told apart by: one of few values, not the one that names each record.
'use client';
import { useQueries } from '@tanstack/react-query';
import { api } from '@/contract';
import { isChoice, isTitle } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { call } from '@/lib/api/client';
import { keyOf } from '@/lib/api/keys';

/** As many values as are told apart by colour at a glance. */
export const FEW_VALUES = 12;
/** Fields whose values are counted at most: each is a call over the records. */
const MAX_COUNTED = 6;

export interface ValueCount {
  field: string;
  distinct: number;
}

/** Two values at least, the first field of at most FEW_VALUES; else the one that has fewest. */
export const pickFewValues = (counts: readonly ValueCount[]): string | null => {
  const varied = counts.filter(({ distinct }) => distinct > 1);
  const few = varied.find(({ distinct }) => distinct <= FEW_VALUES);
  return (few ?? varied.toSorted((a, b) => a.distinct - b.distinct)[0] ?? counts[0])?.field ?? null;
};

/** Fields made for choosing have few values by themselves. */
const chosenFrom = (form: readonly Field[]): Field | undefined =>
  form.find(isChoice) ?? form.find(({ type }) => type === 'boolean');

/** Null until it is known, and while it is not wanted. */
export const useFewValues = ({ id, config: { form } }: Layer, isWanted: boolean): string | null => {
  const choice = chosenFrom(form);
  const titles = form.filter(isTitle);
  const candidates = (titles.length > 0 ? titles : form).slice(0, MAX_COUNTED).map(({ name }) => name);
  const counts = useQueries({
    queries: candidates.map((field) => {
      const input = { params: { layer: id, type: 'distinct' as const }, query: { field } };
      return {
        queryKey: keyOf(api.records.calc, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(api.records.calc, input, { signal }),
        enabled: isWanted && !choice,
        staleTime: 60_000,
      };
    }),
    combine: (results) => ({
      isPending: results.some(({ isPending }) => isPending),
      values: results.map(({ data }, i) => ({
        field: candidates[i] as string,
        distinct: typeof data?.value === 'number' ? data.value : 0,
      })),
    }),
  });
  if (!isWanted) return null;
  if (choice) return choice.name;
  return counts.isPending ? null : pickFewValues(counts.values);
};
