// The grammar of queries over records: groups, and rules about values, a record's own columns, its place, related records, and the record as a whole.
// What an address says in its filters is read into it (`record-filter.ts`).
import { z } from 'zod';
import { fold } from '../fold';
import { Geometry, int } from './common';

/** Groups within groups, an outermost `and` aside, and rules and groups in all. More is refused before anything is read. */
export const MAX_DEPTH = 10;
export const MAX_NODES = 200;
/** Values of all rules of a tree together, but for ids of records, which their key finds. */
export const MAX_VALUES = 2000;
/** Values of one `in`. */
export const MAX_IN_VALUES = 500;
/** Rules about related records in a tree: each of them looks through another layer. */
export const MAX_RELATED = 8;
/** Texts of less than three letters that are looked for inside longer ones: nothing but reading every record finds them. */
export const MAX_TEXTS = 40;

export const COMPARISONS = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'between',
  'in',
  'contains',
  'starts',
  'ends',
  'empty',
  'not_empty',
] as const;
export type Comparison = (typeof COMPARISONS)[number];

const Scalar = z.union([z.string().max(2000), z.number(), z.boolean()]);
export type Scalar = z.infer<typeof Scalar>;

/** `between` takes two values (both ends count), `in` up to MAX_IN_VALUES, `empty` and `not_empty` none, all else one. */
const comparison = {
  is: z.enum(COMPARISONS),
  value: z.union([Scalar, z.array(Scalar).min(1).max(MAX_IN_VALUES)]).optional(),
};

function sound({ is, value }: { is: Comparison; value?: unknown }): boolean {
  if (is === 'empty' || is === 'not_empty') return value === undefined;
  if (is === 'between') return Array.isArray(value) && value.length === 2;
  return value !== undefined && Array.isArray(value) === (is === 'in');
}

/** A rule about a field of the form. Text is compared folded; an empty value passes only `empty` and `ne`. */
const ValueRule = z.strictObject({ field: z.string().min(1).max(63), ...comparison }).refine(sound);

/** `creator` is an account's id. A day of `create_date`, `modified_date` or a field of moments is a day in Tehran; instants are ISO. */
const ColumnRule = z
  .strictObject({ column: z.enum(['id', 'status', 'creator', 'create_date', 'modified_date']), ...comparison })
  .refine(sound);

/**
 * A rule about place: the record's shape against a shape (EPSG:4326) or a region, exactly one of them. `within`: the record lies
 * inside; `contains`: it holds the shape. `distance` is metres over the ellipsoid. A record without a shape passes none of them.
 */
const PlaceRule = z
  .strictObject({
    place: z.enum(['intersects', 'within', 'contains', 'disjoint', 'within_distance']),
    geometry: Geometry.optional(),
    region: int(1, 2 ** 31 - 1).optional(),
    distance: z.number().min(0).max(1_000_000).optional(),
  })
  .refine(
    (r) =>
      (r.geometry === undefined) !== (r.region === undefined) &&
      (r.distance !== undefined) === (r.place === 'within_distance'),
  );

/** Characters of a text that is searched for. */
export const MAX_SEARCH = 200;

/** Every word of a text stands somewhere in the record's text and number values, all of them folded. Without a word all pass. */
const SearchRule = z.strictObject({ search: z.string().min(1).max(MAX_SEARCH) });
/** Whether the record, or an edit or deletion of it, waits for a verdict. */
const WaitingRule = z.strictObject({ waiting: z.boolean() });
/** The record belongs to a project that the caller may see: to one of its layers, inside its region. */
const ProjectRule = z.strictObject({ project: int(1, 2 ** 31 - 1) });

export type ValueRule = z.infer<typeof ValueRule>;
/**
 * A rule about the records of another layer that a relation ties to the record: one of those that the caller may see passes `related`.
 * `side` says what they are, seen from here.
 */
export interface RelationRule {
  /** The relation's key. */
  relation: string;
  side: 'parents' | 'children';
  related: Grouped<ValueRule>;
}
export type ColumnRule = z.infer<typeof ColumnRule>;
export type PlaceRule = z.infer<typeof PlaceRule>;
/** Rules, and groups of them. */
export type Grouped<Rule> = { and: Grouped<Rule>[] } | { or: Grouped<Rule>[] } | { not: Grouped<Rule> } | Rule;
/** A rule about one value, column or place, or about a related record. */
export type DetailRule = ValueRule | ColumnRule | PlaceRule | RelationRule;
/** A rule about the record as a whole. */
export type RecordRule = z.infer<typeof SearchRule> | z.infer<typeof WaitingRule> | z.infer<typeof ProjectRule>;
export type QueryNode = Grouped<DetailRule | RecordRule>;

const IN_TEXT = new Set<unknown>(['contains', 'starts', 'ends']);
/** Letters of a text that an index finds. */
export const TRIGRAM = 3;

/** The folded words of a text, each once. */
export const searchWords = (text: string): string[] => [...new Set(fold(text).split(' '))].filter(Boolean);

/** Whether a tree is small enough to be read: counted without recursion, so that no depth can harm. */
export function isSmall(tree: unknown): boolean {
  const isList = typeof tree === 'object' && tree !== null && 'and' in tree;
  const open: { node: unknown; depth: number }[] = [{ node: tree, depth: isList ? 0 : 1 }];
  let nodes = 0;
  let values = 0;
  let texts = 0;
  let relations = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) return false;
    if (typeof node !== 'object' || node === null) continue;
    const { and, or, not, column, is, value, search, related } = node as Record<string, unknown>;
    if (column !== 'id') values += Array.isArray(value) ? value.length : value === undefined ? 0 : 1;
    if (IN_TEXT.has(is) && String(value).trim().length < TRIGRAM) texts++;
    if (typeof search === 'string') {
      const words = searchWords(search.slice(0, MAX_SEARCH));
      values += words.length;
      texts += words.filter((word) => word.length < TRIGRAM).length;
    }
    if (related !== undefined) relations++;
    if (values > MAX_VALUES || texts > MAX_TEXTS || relations > MAX_RELATED) return false;
    for (const group of [and, or]) {
      if (!Array.isArray(group)) continue;
      if (group.length > MAX_NODES) return false;
      for (const child of group) open.push({ node: child, depth: depth + 1 });
    }
    for (const inside of [not, related]) if (inside !== undefined) open.push({ node: inside, depth: depth + 1 });
  }
  return true;
}

/** Code of the error for a tree that asks too much; the backend words it. */
export const QUERY_TOO_LARGE = 'query too large';

function treeSchema<Rule>(rules: readonly z.ZodType<Rule>[]): z.ZodType<Grouped<Rule>> {
  const Node: z.ZodType<Grouped<Rule>> = z.lazy(() =>
    z.union([
      z.strictObject({ and: z.array(Node) }),
      z.strictObject({ or: z.array(Node) }),
      z.strictObject({ not: Node }),
      ...rules,
    ]),
  );
  return z.unknown().refine(isSmall, { message: QUERY_TOO_LARGE, abort: true }).pipe(Node) as unknown as z.ZodType<
    Grouped<Rule>
  >;
}

/** Rules about values of one record. */
export const ValueTree = treeSchema<ValueRule>([ValueRule]);

const RelationRule: z.ZodType<RelationRule> = z.strictObject({
  relation: z.string().min(1).max(100),
  side: z.enum(['parents', 'children']),
  related: ValueTree,
});

const detailRules: z.ZodType<DetailRule>[] = [ValueRule, ColumnRule, PlaceRule, RelationRule];
/** A query: a rule, or a group of them. An empty `and` lets all through, an empty `or` nothing. */
export const QueryTree = treeSchema<DetailRule | RecordRule>([...detailRules, SearchRule, WaitingRule, ProjectRule]);
/** A query of rules about details alone: one that people build rule by rule. */
export const DetailTree = treeSchema(detailRules);

/** The rules of a tree, in one order; what a rule asks of related records is a tree of its own. */
export function rulesOf(tree: QueryNode): Exclude<QueryNode, { and: unknown } | { or: unknown } | { not: unknown }>[] {
  if ('and' in tree) return tree.and.flatMap(rulesOf);
  if ('or' in tree) return tree.or.flatMap(rulesOf);
  return 'not' in tree ? rulesOf(tree.not) : [tree];
}

/** Whether a tree has a rule about related records. */
export const asksRelated = (tree: QueryNode): boolean => rulesOf(tree).some((rule) => 'relation' in rule);

/** A calculation over the records of a tree; `field` as in the call by address. */
export const CalcTree = z.strictObject({ field: z.string().min(1).max(63).optional(), query: QueryTree });
export const DistributionTree = z.strictObject({ field: z.string().min(1).max(63), query: QueryTree });

export const RecordsQuery = z.strictObject({
  query: QueryTree,
  layer: int(1),
  offset: int(0, 1_000_000).optional(),
  limit: int(1, 1000).optional(),
  /** As in the list of records. */
  order: z.string().max(80).optional(),
});
