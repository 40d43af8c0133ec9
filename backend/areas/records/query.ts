// Compiles a query tree into one SQL condition on `n`. Pure: values travel as parameters, what rules name is looked up before.
import { type RawBuilder, sql } from 'kysely';
import { readDay, readMoment } from '../../../contract/dates';
import { latinDigits } from '../../../contract/schemas/common';
import type { Field } from '../../../contract/schemas/form';
import {
  asksRelated,
  type ColumnRule,
  type DetailRule,
  type PlaceRule,
  type QueryNode,
  type RelationRule,
  type Scalar,
  searchWords,
  TRIGRAM,
} from '../../../contract/schemas/query';
import { holdsKeyWords } from '../../db/engine';
import { dayEnd, dayStart } from '../../db/time';
import { type Box, boxAround, onEarth } from '../../geo/geography';
import { regionFilter } from '../../geo/sight';
import { invalid, Refusal } from '../../http/errors';
import type { IsCommon } from './sql/common-words';
import { compareColumn, list, refusalOf, type Span, spanRule, valueRule } from './sql/compare';

type Sql = RawBuilder<unknown>;

/** The shape of a rule about place: SQL that gives it, and its box in degrees. */
export interface Shape {
  geom: Sql;
  box: Box;
}

/**
 * What rules mean for who asks: shapes of rules about place, projects by id, conditions about related records, what waits as far as
 * they may know it, and how texts are looked up.
 */
export interface Lookups {
  waiting: Sql;
  shapes: ReadonlyMap<PlaceRule, Shape>;
  projects: ReadonlyMap<number, Sql>;
  related: ReadonlyMap<RelationRule, Sql>;
  isCommon: IsCommon;
}
/** For rules about values alone. */
export const NO_LOOKUPS: Lookups = { waiting: sql`false`, shapes: new Map(), projects: new Map(), related: new Map(), isCommon: () => false }; // biome-ignore format: one value

/** Words of one search. */
const MAX_WORDS = 20;

/**
 * Condition that a record's folded text holds every word of a text: the index looks up those that are rare, where there are any. Refuses
 * more than a person would type.
 */
export function searchCondition(text: string, isCommon: IsCommon): Sql {
  const words = searchWords(text);
  if (words.length > MAX_WORDS) throw new Refusal(400, 'manyWords', { params: { max: MAX_WORDS } });
  const rare = words.filter((word) => !isCommon(word));
  const lookupWords = rare.some((word) => word.length >= TRIGRAM) ? rare : words;
  const others = words
    .filter((word) => !lookupWords.includes(word))
    .map((word) => sql`strpos(n.search, ${word}::text) > 0`);
  return sql`(${sql.join([holdsKeyWords(sql`n.search`, lookupWords.join(' ')), ...others], sql` and `)})`;
}

const NUMBERS = { id: sql`n.id`, status: sql`n.status`, creator: sql`n.creator_id` };

function columnSpan(value: Scalar, column: string): Span {
  const text = String(value);
  const day = readDay(text);
  if ('value' in day) return { start: dayStart(day.value), end: dayEnd(day.value) };
  const read = readMoment(text);
  if ('problem' in read) throw refusalOf(read.problem, column);
  return { start: sql`${read.value}::timestamptz`, end: sql`(${read.value}::timestamptz + interval '1 millisecond')` };
}

function columnRule({ column: name, is, value }: ColumnRule): Sql {
  const dated = name === 'create_date' ? sql`n.created` : name === 'modified_date' ? sql`n.modified` : null;
  const column = dated ?? NUMBERS[name as keyof typeof NUMBERS];
  if (is === 'empty') return sql`(${column} is null)`;
  if (is === 'not_empty') return sql`(${column} is not null)`;
  const values = list(value);
  if (dated) return spanRule(dated, is, values.map((v) => columnSpan(v, name))); // biome-ignore format: one line
  const numbers = values.map((v) => {
    const n = typeof v === 'boolean' || v === '' ? Number.NaN : Number(latinDigits(String(v)));
    if (!Number.isSafeInteger(n)) throw invalid(name);
    return n;
  });
  return compareColumn(column, is, numbers, 'bigint');
}

function placeRule(rule: PlaceRule, { geom, box }: Shape): Sql {
  const meets =
    rule.region === undefined
      ? sql`(n.geom && ${geom} and st_intersects(n.geom, ${geom}))`
      : sql`(n.geom is not null and ${regionFilter([rule.region])})`;
  switch (rule.place) {
    case 'intersects':
      return meets;
    case 'disjoint':
      return sql`(n.geom is not null and not ${meets})`;
    case 'within':
      return sql`(n.geom && ${geom} and st_within(n.geom, ${geom}))`;
    case 'contains':
      return sql`(n.geom && ${geom} and st_contains(n.geom, ${geom}))`;
    case 'within_distance': {
      const metres = rule.distance ?? 0;
      const [w, s, e, n] = boxAround(box, metres);
      return sql`(n.geom && st_makeenvelope(${w}::float8, ${s}::float8, ${e}::float8, ${n}::float8, 4326) and st_dwithin(${onEarth(sql`n.geom`)}, ${onEarth(geom)}, ${metres}::float8))`;
    }
  }
}

function detailRule(
  rule: Exclude<DetailRule, RelationRule>,
  form: readonly Field[],
  { shapes, isCommon }: Lookups,
): Sql {
  if ('place' in rule) return placeRule(rule, shapes.get(rule) as Shape);
  if ('column' in rule) return columnRule(rule);
  const field = form.find((f) => f.name === rule.field);
  if (!field) throw invalid(rule.field);
  return valueRule(rule, field, isCommon);
}

/**
 * The condition of what is not so of a group with rules about related records: the planner joins, or hashes, where a `not` stands before
 * such a rule itself, and looks for related records anew for each record where it stands before their group. Null for all else.
 */
function turnedGroup(tree: QueryNode, form: readonly Field[], lookups: Lookups, exact: boolean): Sql | null {
  const inner = 'not' in tree && typeof tree.not === 'object' ? tree.not : null;
  if (!inner || !asksRelated(inner)) return null;
  const turned = (nodes: readonly QueryNode[]) => nodes.map((not): QueryNode => ({ not }));
  if ('and' in inner) return compile({ or: turned(inner.and) }, form, lookups, exact);
  if ('or' in inner) return compile({ and: turned(inner.or) }, form, lookups, exact);
  return 'not' in inner && typeof inner.not === 'object' ? compile(inner.not, form, lookups, exact) : null;
}

/**
 * The condition of a tree. Below a `not` every rule is made true or false, so that it is turned round exactly; elsewhere an
 * unknown counts as false by itself, and a rule stays bare so that an index serves it.
 */
export function compile(tree: QueryNode, form: readonly Field[], lookups: Lookups, exact = false): Sql {
  const turned = turnedGroup(tree, form, lookups, exact);
  if (turned) return turned;
  const joined = (conditions: Sql[], word: 'and' | 'or') => {
    const [only] = conditions;
    if (conditions.length <= 1) return only ?? sql.lit(word === 'and');
    return sql`(${sql.join(conditions, sql` ${sql.raw(word)} `)})`;
  };
  const under = (nodes: QueryNode[]) => nodes.map((n) => compile(n, form, lookups, exact));
  if ('and' in tree) return joined(under(tree.and), 'and');
  if ('or' in tree) return joined(under(tree.or), 'or');
  if ('not' in tree) return sql`(not ${compile(tree.not, form, lookups, true)})`;
  if ('search' in tree) return searchCondition(tree.search, lookups.isCommon);
  if ('waiting' in tree) return tree.waiting ? lookups.waiting : sql`(not ${lookups.waiting})`;
  if ('project' in tree) return lookups.projects.get(tree.project) as Sql;
  if ('relation' in tree) return lookups.related.get(tree) as Sql;
  const condition = detailRule(tree, form, lookups);
  const certain = sql`coalesce(${condition}, false)`;
  if ('is' in tree && tree.is === 'ne') return sql`(not ${certain})`;
  return exact ? certain : sql`(${condition})`;
}
