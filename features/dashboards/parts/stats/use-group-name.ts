// What the pressed group is called, also where the answer no longer holds it.
'use client';
import type { Layer } from '@/contract/schemas/layer';
import { useRegionOptions } from '@/lib/collection/options';
import { groupRule, readKey } from '@/lib/statistics/group-rule';
import { useRelatedFields } from '@/lib/statistics/use-related-fields';
import type { Question } from '../../logic/stats/question';
import type { Answer } from './use-statistics';
import { useWords } from './use-words';

/** Null where no group is pressed, or none of this grouping. */
export function useGroupName(layer: Layer, { groupBy, group }: Question, answer: Answer | null): string | null {
  const words = useWords(layer, groupBy);
  const related = useRelatedFields(layer.id);
  const regions = useRegionOptions().known;
  if (!groupBy || group === null || !groupRule(groupBy, group, layer.config.form, related)) return null;
  const key = readKey(group) ?? null;
  const row = answer?.result.groups.find((one) => one.key === key);
  const isRegion = 'column' in groupBy && groupBy.column === 'region';
  const label = row?.label ?? (isRegion ? (regions.find(({ id }) => id === key)?.label ?? null) : null);
  return words.group({ key, label });
}
