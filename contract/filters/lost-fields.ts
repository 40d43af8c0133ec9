// A query that was saved for a form of another day: what it says of fields that are gone is passed over. Pure.
import type { Field } from '../schemas/form';
import type { QueryNode } from '../schemas/query';

/** The query without rules about fields that the form lacks, and the names of those fields, each once. */
export function withoutLostFields(
  form: readonly Pick<Field, 'name'>[],
  query: QueryNode,
): { query: QueryNode; missing: string[] } {
  const names = new Set(form.map(({ name }) => name));
  const missing = new Set<string>();
  const several = (nodes: readonly QueryNode[]) => nodes.flatMap((node) => pruned(node) ?? []);
  const pruned = (node: QueryNode): QueryNode | null => {
    if ('and' in node) return { and: several(node.and) };
    if ('or' in node) {
      const rest = several(node.or);
      // Nothing is left of it but lost fields: the group says nothing any more.
      return rest.length === 0 && node.or.length > 0 ? null : { or: rest };
    }
    if ('not' in node) {
      const rest = pruned(node.not);
      return rest && { not: rest };
    }
    if (!('field' in node) || names.has(node.field)) return node;
    missing.add(node.field);
    return null;
  };
  return { query: pruned(query) ?? { and: [] }, missing: [...missing] };
}
