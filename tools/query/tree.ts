// A query while it is being built: rules may still be incomplete. From and to the grammar of the wire. Pure.

import { FIELDS, isTextual, valueType } from '@/contract/fields';
import { readOperand } from '@/contract/filters/record-filter';
import type { Geometry } from '@/contract/schemas/common';
import type { Field, FieldType } from '@/contract/schemas/form';
import {
  type Comparison,
  type DetailRule,
  type Grouped,
  MAX_RELATED,
  type RelationRule,
  type Scalar,
} from '@/contract/schemas/query';
import type { RelationList, RelationTab } from '@/lib/api/use-relations';

/** What can be built here. */
export type BuiltQuery = Grouped<DetailRule>;

export const PLACES = ['intersects', 'within', 'contains', 'disjoint', 'within_distance'] as const;
export type Place = (typeof PLACES)[number];
export const COLUMNS = ['id', 'status', 'create_date', 'modified_date'] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** What is asked: a form's fields; `layer` is whose values are suggested, null where there are none. */
export interface QuerySource {
  layer: number | null;
  form: readonly Field[];
  /** Its records have shapes. */
  hasPlaces: boolean;
  /** They have an id, a status and days of their own, which is so where left out. */
  hasColumns?: boolean;
  /** By which related records rules may ask; left out where none may. */
  relations?: SourceRelations;
  /** Groups within groups that are offered. */
  maxDepth?: number;
}
/** The relations of a layer, as a query asks by them. */
export interface SourceRelations {
  tabs: readonly RelationTab[];
  /** Why they could not be read, and another attempt. */
  failure: RelationList['failure'];
  /** They were read: what is not among them is gone, or hidden from the reader. */
  isKnown: boolean;
  /** The query asks by as many as the wire allows. */
  isFull: boolean;
}

/** What a rule is about: a field of the form, a column that every record has, where it lies, or related records: that there is one, or none. */
export type Subject =
  | { of: 'field'; field: string }
  | { of: 'column'; column: ColumnName }
  | { of: 'place' }
  | { of: 'relation'; rule: RelationRule; not: boolean };
export type RelationSubject = Extract<Subject, { of: 'relation' }>;
export type Where = { kind: 'shape'; geometry: Geometry } | { kind: 'region'; id: number };
export interface Rule {
  key: number;
  subject: Subject;
  is: Comparison | Place;
  /** As typed, in either script; one for each value that the comparison takes. */
  values: readonly string[];
  where: Where | null;
  /** Metres, as typed. */
  distance: string;
}
export interface RuleGroup {
  key: number;
  match: 'and' | 'or';
  /** The group as a whole is turned round. */
  not: boolean;
  children: readonly (Rule | RuleGroup)[];
}
export const isGroup = (node: Rule | RuleGroup): node is RuleGroup => 'children' in node;

/** The field that a subject is; null for columns and places, and where it is gone. */
export const fieldOf = (subject: Subject, form: readonly Field[]): Field | null =>
  (subject.of === 'field' && form.find((f) => f.name === subject.field)) || null;

/** The type of value that a subject is compared with; null for places and for fields that are gone. */
export const typeOf = (subject: Subject, form: readonly Field[]): FieldType | null => {
  const field = fieldOf(subject, form);
  if (subject.of === 'field') return field && valueType(field);
  if (subject.of === 'column') return subject.column.endsWith('date') ? 'datetime' : 'integer';
  return null;
};

/** The comparisons that make sense for a subject, the most used first; none where the rule stays as it is. */
export const comparisons = (subject: Subject, form: readonly Field[]): readonly (Comparison | Place)[] => {
  if (subject.of === 'place') return PLACES;
  if (subject.of === 'relation') return [];
  if (subject.of === 'column' && subject.column === 'status') return ['in'];
  if (subject.of === 'column') return FIELDS[subject.column === 'id' ? 'integer' : 'date'].comparisons.slice(0, 7);
  const type = typeOf(subject, form);
  return type ? FIELDS[type].comparisons : [];
};

/** How many values a comparison takes; -1 for any number of them. */
export const arity = (is: Comparison): number =>
  is === 'empty' || is === 'not_empty' ? 0 : is === 'between' ? 2 : is === 'in' ? -1 : 1;

let last = 0;
const nextKey = () => ++last;

export const newRule = (subject: Subject, form: readonly Field[]): Rule => ({
  key: nextKey(),
  subject,
  is: comparisons(subject, form)[0] ?? 'eq',
  values: [],
  where: null,
  distance: '1000',
});
const relatedRule = (rule: RelationRule, not: boolean): Rule => newRule({ of: 'relation', rule, not }, []);
/** What a relation ties to; null where the reader does not see that layer. */
export const otherEnd = ({ relation, side }: RelationTab) =>
  (side === 'parents' ? relation.parent : relation.child) ?? null;
/** That there is a related record, whatever it says. */
export const newRelatedRule = ({ relation, side }: RelationTab): Rule =>
  relatedRule({ relation: relation.key, side, related: { and: [] } }, false);
export const newGroup = (children: readonly (Rule | RuleGroup)[] = []): RuleGroup => ({
  key: nextKey(),
  match: 'and',
  not: false,
  children,
});

const mapNode = (
  node: Rule | RuleGroup,
  key: number,
  change: (node: Rule | RuleGroup) => Rule | RuleGroup | null,
): Rule | RuleGroup | null => {
  if (node.key === key) return change(node);
  if (!isGroup(node)) return node;
  const children = node.children.flatMap((child) => mapNode(child, key, change) ?? []);
  return { ...node, children };
};

/** The tree with one node changed, or taken out where `change` returns null. The root stays. */
export const changed = (
  tree: RuleGroup,
  key: number,
  change: (node: Rule | RuleGroup) => Rule | RuleGroup | null,
): RuleGroup => {
  const next = mapNode(tree, key, change);
  return next && isGroup(next) ? next : newGroup();
};

export const rulesOf = (tree: RuleGroup): Rule[] =>
  tree.children.flatMap((child) => (isGroup(child) ? rulesOf(child) : [child]));

/** The relations that a tree may ask by. */
export const relationsOf = (
  tree: RuleGroup,
  { tabs, isKnown, failure }: Omit<SourceRelations, 'isFull'>,
): SourceRelations | undefined => {
  const count = rulesOf(tree).filter(({ subject }) => subject.of === 'relation').length;
  return tabs.length > 0 || count > 0 ? { tabs, isKnown, failure, isFull: count >= MAX_RELATED } : undefined;
};

/** What was typed as the grammar reads it for a type; null where it says nothing. */
const parseOperand = (type: FieldType, text: string): Scalar | null => {
  const operand = readOperand({ type }, isTextual({ type }) ? text : text.trim());
  return 'value' in operand ? (operand.value as Scalar | null) : null;
};

/** One typed value as the grammar reads it for the subject, or null. */
const parseValue = (text: string, subject: Subject, form: readonly Field[]): Scalar | null => {
  const type = typeOf(subject, form);
  if (!type || text.trim() === '') return null;
  const value = parseOperand(type, text);
  // Ids and statuses are whole, whereas a field of whole numbers may be compared with any number.
  const isWhole = subject.of !== 'column' || type !== 'integer' || Number.isSafeInteger(value);
  return isWhole ? value : null;
};

const ruleNode = (rule: Rule, form: readonly Field[]): BuiltQuery | null => {
  const { subject, is, where } = rule;
  if (subject.of === 'place') {
    const distance = is === 'within_distance' ? parseOperand('decimal', rule.distance) : undefined;
    if (!where || distance === null || (typeof distance === 'number' && (distance < 0 || distance > 1_000_000)))
      return null;
    return {
      place: is as Place,
      ...(where.kind === 'shape' ? { geometry: where.geometry } : { region: where.id }),
      ...(typeof distance === 'number' ? { distance } : {}),
    };
  }
  if (subject.of === 'relation') return subject.not ? { not: subject.rule } : subject.rule;
  const about = subject.of === 'field' ? { field: subject.field } : { column: subject.column };
  if (!typeOf(subject, form)) return null;
  const comparison = is as Comparison;
  const count = arity(comparison);
  if (count === 0) return { ...about, is: comparison } as BuiltQuery;
  const values = rule.values.map((text) => parseValue(text, subject, form));
  if (values.some((v) => v === null) || values.length === 0 || (count > 0 && values.length !== count)) return null;
  return { ...about, is: comparison, value: count === 1 ? values[0] : values } as BuiltQuery;
};

/** The query to ask, and the keys of the rules that are not complete yet; those are left out. */
export const toNode = (tree: RuleGroup, form: readonly Field[]): { node: BuiltQuery; incomplete: Set<number> } => {
  const incomplete = new Set<number>();
  const walk = (node: Rule | RuleGroup): BuiltQuery | null => {
    if (!isGroup(node)) {
      const queryNode = ruleNode(node, form);
      if (!queryNode) incomplete.add(node.key);
      return queryNode;
    }
    const children = node.children.flatMap((child) => walk(child) ?? []);
    // A group of nothing says nothing: an empty `or` would let no record through.
    if (children.length === 0) return null;
    const group: BuiltQuery = node.match === 'and' ? { and: children } : { or: children };
    return node.not ? { not: group } : group;
  };
  return { node: walk(tree) ?? { and: [] }, incomplete };
};

/** A kept query as a tree to edit; what the grammar allows and the editor does not show (`not` of a rule) becomes a group. */
export const fromNode = (node: BuiltQuery): RuleGroup => {
  const walk = (one: BuiltQuery): Rule | RuleGroup => {
    if ('and' in one) return { ...newGroup(one.and.map(walk)), match: 'and' };
    if ('or' in one) return { ...newGroup(one.or.map(walk)), match: 'or' };
    if ('not' in one && 'relation' in one.not) return relatedRule(one.not, true);
    if ('not' in one) {
      const inside = walk(one.not);
      return isGroup(inside) && !inside.not ? { ...inside, not: true } : { ...newGroup([inside]), not: true };
    }
    if ('place' in one)
      return {
        key: nextKey(),
        subject: { of: 'place' },
        is: one.place,
        values: [],
        where:
          one.region !== undefined
            ? { kind: 'region', id: one.region }
            : one.geometry
              ? { kind: 'shape', geometry: one.geometry }
              : null,
        distance: String(one.distance ?? 1000),
      };
    if ('relation' in one) return relatedRule(one, false);
    const subject: Subject =
      'field' in one ? { of: 'field', field: one.field } : { of: 'column', column: one.column as ColumnName };
    const values = one.value === undefined ? [] : Array.isArray(one.value) ? one.value : [one.value];
    return { key: nextKey(), subject, is: one.is, values: values.map(String), where: null, distance: '1000' };
  };
  const root = walk(node);
  return isGroup(root) ? root : newGroup([root]);
};
