// Numbers that lie outside of what is usual in their column. Pure.
import type { Distribution } from '@/contract/schemas/record';

/** Fewer values say nothing about what is usual. */
const MIN_VALUES = 50;

/** The first and the last percentile of a column; null where it has too few values. */
export function usualRange({ sample, count }: Pick<Distribution, 'sample' | 'count'>): [number, number] | null {
  if (count < MIN_VALUES || sample.length === 0) return null;
  const at = (share: number) => sample[Math.round(share * (sample.length - 1))] as number;
  return [at(0.01), at(0.99)];
}

export const isUnusual = (value: number, range: readonly [number, number] | null): boolean =>
  range !== null && (value < range[0] || value > range[1]);
