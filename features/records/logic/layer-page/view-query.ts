// A saved view as the table has it, and back: rules that can be typed stand above the columns, the rest stays one filter. Pure.
import { withoutLostFields } from '@/contract/filters/lost-fields';
import { formatFilter, parseFilter } from '@/contract/filters/record-filter';
import { jalaliFromIso } from '@/contract/jalali';
import type { Field } from '@/contract/schemas/form';
import type { LayerView } from '@/contract/schemas/layers/view';
import type { QueryNode } from '@/contract/schemas/query';
import type { RecordFilter } from '@/contract/schemas/record';
import type { Lang } from '@/lib/i18n/lang';
import type { Arrangement, Column, PlacedColumn } from '../columns';
import { DEFAULT_ARRANGEMENT } from '../columns';
import { filterOf } from '../filter-text';
import { requestOf, type TableQuery } from '../table-query';

const FIELD = 'value__';
const DAY = /\d{4}-\d{2}-\d{2}/g;

const pad = (n: number) => String(n).padStart(2, '0');
const toJalali = (iso: string): string => {
  const { year, month, day } = jalaliFromIso(iso);
  return `${year}/${pad(month)}/${pad(day)}`;
};

/** What a person would type for a comparison of an address; null where it cannot be typed. */
function typedOf(field: Field, text: string, lang: Lang): string | null {
  const typed = lang === 'fa' ? text.replace(DAY, toJalali) : text;
  return filterOf(field, typed, lang) === text ? typed : null;
}

const andOf = (nodes: readonly QueryNode[]): QueryNode => {
  const all = nodes.flatMap((node) => ('and' in node ? node.and : [node]));
  return all.length === 1 && all[0] ? all[0] : { and: all };
};
const isEmpty = (node: QueryNode) => 'and' in node && node.and.length === 0;

/** The query of a table. `rest`: the part of a view that stands above no column. */
export function treeOfTable(form: readonly Field[], query: TableQuery, lang: Lang, rest: QueryNode | null): QueryNode {
  const { layer: _, order: __, ...filter } = requestOf(0, form, query, lang);
  const read = parseFilter(form, filter as RecordFilter);
  return andOf(['query' in read ? read.query : { and: [] }, rest ?? { and: [] }]);
}

export interface ViewInTable {
  query: TableQuery;
  rest: QueryNode | null;
}

/** What a view makes of the table; rules about fields that are gone are passed over. */
export function tableOfView(form: readonly Field[], view: Pick<LayerView, 'query' | 'order'>, lang: Lang): ViewInTable {
  const filters: Record<string, string> = {};
  const rest: Record<string, string> = {};
  let search = '';
  for (const [key, text] of Object.entries(formatFilter(form, withoutLostFields(form, view.query).query))) {
    const field = form.find(({ name }) => FIELD + name === key);
    const typed = field && typedOf(field, text, lang);
    if (key === 'search') search = text;
    else if (field && typed) filters[field.name] = typed;
    else rest[key] = text;
  }
  const left = parseFilter(form, rest);
  const node = 'query' in left && !isEmpty(left.query) ? left.query : null;
  return { query: { order: view.order, search, filters }, rest: node };
}

/** What passes two filters, where there are two. */
export const both = (a: QueryNode | null, b: QueryNode | null): QueryNode | null =>
  a && b ? { and: [a, b] } : (a ?? b);

/** The part of a view that stands above no column, as a filter of the records' list. */
export const restFilter = (rest: QueryNode | null): Record<string, string> | undefined =>
  rest ? { filter_query: JSON.stringify(rest) } : undefined;

/** Whether two queries are the same, whatever the order of their rules. */
export const isSameTree = (a: QueryNode, b: QueryNode): boolean => keyOfTree(a) === keyOfTree(b);
const keyOfTree = (node: QueryNode): string => {
  const text = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.map(text).join()}]`
      : typeof value === 'object' && value !== null
        ? `{${Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => `${key}:${text(part)}`).join()}}` // biome-ignore format: one line
        : JSON.stringify(value);
  return 'and' in node ? node.and.map(text).sort().join('&') : text(node);
};

/** The columns as a view keeps them; null where the reader has arranged nothing. */
export function columnsOfTable(visible: readonly PlacedColumn[], arrangement: Arrangement): LayerView['columns'] {
  const { shown: visibility, order, pinned } = arrangement;
  if (Object.keys(visibility).length + order.length + pinned.length === 0) return null;
  return { visible: visible.map(({ id }) => id), pinned: visible.flatMap(({ id, pinned: is }) => (is ? [id] : [])) };
}

/** The arrangement that a view's columns stand for; the usual one where none of them is there any more. */
export function arrangementOf(columns: LayerView['columns'], all: readonly Column[]): Arrangement {
  const ids = new Set(all.map(({ id }) => id));
  const visible = columns?.visible.filter((id) => ids.has(id)) ?? [];
  if (!columns || visible.length === 0) return DEFAULT_ARRANGEMENT;
  return {
    shown: Object.fromEntries(all.map(({ id }) => [id, visible.includes(id)])),
    order: [...visible, ...all.map(({ id }) => id).filter((id) => !visible.includes(id))],
    pinned: columns.pinned.filter((id) => ids.has(id)),
    widths: {},
  };
}

/** Whether the columns stand as a view has them; columns that are gone do not count. */
export function hasSameColumns(now: LayerView['columns'], view: LayerView['columns'], all: readonly Column[]): boolean {
  const { order, shown: visibility, pinned } = arrangementOf(view, all);
  const visible = order.filter((id) => visibility[id]);
  if (now === null || visible.length === 0) return now === null && visible.length === 0;
  return now.visible.join() === visible.join() && now.pinned.join() === visible.filter((id) => pinned.includes(id)).join(); // biome-ignore format: one line
}
