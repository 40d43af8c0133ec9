// A list's filters as one query tree, for when they are too long for an address and travel as a body.
import type { Field } from '@/contract/schemas/form';
import type { QueryNode, Scalar } from '@/contract/schemas/query';
import type { RecordQuery } from '@/contract/schemas/record';

/** Characters of an address that every proxy on the way lets through. */
export const MAX_ADDRESS = 6000;
/** Values of one rule, as the grammar allows. */
const MAX_IN_VALUES = 500;

const SIGNS = { '>': 'gt', '>=': 'ge', '<': 'lt', '<=': 'le', '=': 'eq' } as const;
const isText = (field: Field) => field.type === 'text' || field.type === 'long_text' || field.type === 'choice';

/** The rule that a column's filter stands for, in the form that filter-text gives it. */
function ruleOf(field: Field, text: string): QueryNode | null {
  const rule = (is: 'eq' | 'gt' | 'ge' | 'lt' | 'le' | 'contains', value: Scalar): QueryNode => ({
    field: field.name,
    is,
    value,
  });
  if (text === '~') return { field: field.name, is: 'empty' };
  if (field.type === 'boolean') return rule('eq', text === 'true');
  if (isText(field)) return text.startsWith('=') ? rule('eq', text.slice(1)) : rule('contains', text);
  const read = (part: string): Scalar => (field.type === 'integer' || field.type === 'decimal' ? Number(part) : part);
  const match = /^(>=|<=|>|<|=)?\s*([^.].*?)(?:\.\.(.+))?$/.exec(text);
  if (!match?.[2]) return null;
  if (match[3] !== undefined) return { field: field.name, is: 'between', value: [read(match[2]), read(match[3])] };
  return rule(SIGNS[(match[1] ?? '=') as keyof typeof SIGNS], read(match[2]));
}

/** Records by their ids. */
export function idsRule(ids: readonly number[]): QueryNode {
  const stretches = Array.from({ length: Math.ceil(ids.length / MAX_IN_VALUES) }, (_, i): QueryNode => {
    const value = ids.slice(i * MAX_IN_VALUES, (i + 1) * MAX_IN_VALUES);
    return { column: 'id', is: 'in', value };
  });
  return stretches.length === 1 && stretches[0] ? stretches[0] : { or: stretches };
}

/** Longest text that the filter of an export may be. */
const MAX_TEXT = 20_000;

/** A filter that keeps to some records, few or many; null where they are too many for one. */
export function idsFilter(ids: readonly number[]): Record<string, string> | null {
  if (ids.length <= MAX_IN_VALUES) return { ids: ids.join() };
  const filter_query = JSON.stringify(idsRule(ids));
  return filter_query.length <= MAX_TEXT ? { filter_query } : null;
}

/** The filters of a request as a tree; null where one of them has no place in the grammar. */
export function toQueryTree(form: readonly Field[], request: RecordQuery): QueryNode | null {
  const all: QueryNode[] = [];
  for (const [key, value] of Object.entries(request)) {
    if (['layer', 'order', 'limit', 'offset'].includes(key) || value === undefined || value === '') continue;
    if (key === 'ids') all.push(idsRule(Array.isArray(value) ? value : String(value).split(',').map(Number)));
    else if (key === 'filter_query') all.push(JSON.parse(String(value)) as QueryNode);
    else if (key === 'search') {
      const fields = form.filter(isText);
      if (fields.length === 0) return null;
      for (const word of String(value).trim().split(/\s+/))
        all.push({ or: fields.map(({ name }): QueryNode => ({ field: name, is: 'contains', value: word })) });
    } else {
      const field = form.find(({ name }) => key === `value__${name}`);
      const rule = field && ruleOf(field, String(value));
      if (!rule) return null;
      all.push(rule);
    }
  }
  return all.length === 1 && all[0] ? all[0] : { and: all };
}
