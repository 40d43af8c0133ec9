// The fields of a filter bar from a view's filters: each names its filter once.
import type { DayRange } from '@/lib/collection/filters';
import type { OptionSource } from '@/lib/collection/options';
import type { FilterField } from './filter-bar';

type Field = FilterField & { id: string };
type Named<F, V> = { [K in keyof F]: F[K] extends V | null ? K : never }[keyof F] & string;

/** `filters`: their values now; `set` changes some of them. */
export function filterFields<F extends object>(filters: F, set: (part: Partial<F>) => void) {
  const change = (name: keyof F, value: unknown) => set({ [name]: value } as Partial<F>);
  const textOf = (name: keyof F) => (filters[name] === null ? null : String(filters[name]));
  return {
    search: (name: Named<F, string>, label: string) => ({
      label,
      value: filters[name] as string | null,
      onChange: (text: string | null) => change(name, text),
    }),
    /** One of a few numbers, whose labels are given by the number. */
    number: (name: Named<F, number>, label: string, options: readonly (readonly [number, string])[]): Field => ({
      id: name,
      kind: 'choice',
      label,
      value: textOf(name),
      options: options.map(([value, text]) => ({ value: String(value), label: text })),
      onChange: (value) => change(name, value === null ? null : Number(value)),
    }),
    /** Some of a few numbers. */
    numbers: (
      name: Named<F, readonly number[]>,
      label: string,
      options: readonly (readonly [number, string])[],
    ): Field => ({
      id: name,
      kind: 'choices',
      label,
      value: (filters[name] as readonly number[] | null)?.map(String) ?? null,
      options: options.map(([value, text]) => ({ value: String(value), label: text })),
      onChange: (value) => change(name, value?.map(Number) ?? null),
    }),
    flag: (name: Named<F, boolean>, label: string, yes: string, no: string): Field => ({
      id: name,
      kind: 'choice',
      label,
      value: textOf(name),
      options: [
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ],
      onChange: (value) => change(name, value === null ? null : value === 'true'),
    }),
    ids: (name: Named<F, readonly number[]>, label: string, source: OptionSource): Field => ({
      id: name,
      kind: 'ids',
      label,
      value: filters[name] as readonly number[] | null,
      source,
      onChange: (ids) => change(name, ids),
    }),
    days: (name: Named<F, DayRange>, label: string): Field => ({
      id: name,
      kind: 'days',
      label,
      value: filters[name] as DayRange | null,
      onChange: (range) => change(name, range),
    }),
  };
}

/** The choice of a list's order where no column can be pressed; `label` words each of `orders`. */
export const orderField = <O extends string, S extends O>(
  { view, change }: { view: { order: O }; change: (part: { order: O }) => void },
  orders: readonly S[],
  label: (order: S) => string,
) => ({
  value: view.order,
  options: orders.map((order) => ({ value: order, label: label(order) })),
  onChange: (order: string) => change({ order: order as O }),
});
