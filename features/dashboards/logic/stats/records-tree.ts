// The records behind a whole question, as a query. Pure.

import type { Field } from '@/contract/schemas/form';
import type { DetailRule } from '@/contract/schemas/query';
import { groupRule } from '@/lib/statistics/group-rule';
import type { RelatedFields } from '@/lib/statistics/related-fields';
import { isNothing, type Question, type Tree } from './question';

/** The records that a question is about, all of them or those of its group; null where that is every record of the layer. */
export function recordsTree(
  question: Question,
  form: readonly Field[],
  related: readonly RelatedFields[],
): Tree | null {
  const { tree, regions, people, groupBy, group } = question;
  const rule = groupBy && group !== null ? groupRule(groupBy, group, form, related) : null;
  const parts: Tree[] = [
    ...(tree && !isNothing(tree) ? [tree] : []),
    ...(rule ? [rule] : []),
    ...(regions.length > 0 ? [{ or: regions.map((region): Tree => ({ place: 'intersects', region })) }] : []),
    ...(people.length > 0 ? [{ column: 'creator', is: 'in', value: [...people] } satisfies DetailRule] : []),
  ];
  const [only] = parts;
  return parts.length === 0 ? null : parts.length === 1 && only ? only : { and: parts };
}
