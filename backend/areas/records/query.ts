// Compiles a query tree into one SQL condition on `n`. Pure: values travel as parameters, fields and shapes are checked before.
import { type RawBuilder, sql } from 'kysely';
import { readDay, readMoment } from '../../../contract/dates';
import { fold } from '../../../contract/fold';
import { latinDigits } from '../../../contract/schemas/common';
import { checkValue, type Field, type FieldProblem } from '../../../contract/schemas/form';
import {
  type ColumnRule,
  type Comparison,
  type PlaceRule,
  type QueryNode,
  type Scalar,
  TRIGRAM,
  type ValueRule,
} from '../../../contract/schemas/query';
import { like, likeText } from '../../db/engine';
import { dayEnd, dayStart } from '../../db/time';
import { type Box, boxAround, onEarth } from '../../geo/geography';
import { regionFilter } from '../../geo/sight';
import { invalid, Refusal } from '../../http/errors';

type Sql = RawBuilder<unknown>;

/** The shape of a rule about place: SQL that gives it, and its box in degrees. */
export interface Shape {
  geom: Sql;
  box: Box;
}

const ORDER: Partial<Record<Comparison, string>> = { eq: '=', lt: '<', le: '<=', gt: '>', ge: '>=' };
const list = (value: unknown): Scalar[] => (Array.isArray(value) ? value : [value as Scalar]);

/** A comparison of a column with values that are made clean one by one; `cast` is the type of both. */
function compareColumn(column: Sql, is: Comparison, values: readonly unknown[], cast: string): Sql {
  const type = sql.raw(cast);
  if (is === 'between') return sql`${column} between ${values[0]}::${type} and ${values[1]}::${type}`;
  if (is === 'in') return sql`${column} = any(${[...values]}::${type}[])`;
  const sign = ORDER[is === 'ne' ? 'eq' : is];
  if (!sign) throw invalid('is');
  return sql`${column} ${sql.raw(sign)} ${values[0]}::${type}`;
}

/** Of more words, looking each of them up in the index takes longer than comparing every record's value with all of them at once. */
const MAX_NARROWING = 20;

function textRule(column: Sql, is: Comparison, values: readonly string[]): Sql {
  const [one = ''] = values;
  // Shorter text has no trigram of its own. What a field holds, the record's folded text holds: its index narrows, the field itself decides.
  const narrowed = (rule: Sql) =>
    one.length < TRIGRAM
      ? sql`(strpos(n.search, ${one}::text) > 0 and ${rule})`
      : sql`(n.search like ${like(one)} and ${rule})`;
  if (is === 'contains') return narrowed(sql`${column} like ${like(one)}`);
  if (is === 'starts') return narrowed(sql`${column} like ${`${likeText(one)}%`}`);
  if (is === 'ends') return narrowed(sql`${column} like ${`%${likeText(one)}`}`);
  const rule = compareColumn(sql`${column} collate "C"`, is, values, 'text');
  if (is === 'in' && values.length <= MAX_NARROWING && values.every((v) => v.length >= TRIGRAM))
    return sql`(n.search like any(${values.map(like)}::text[]) and ${rule})`;
  return is === 'eq' || is === 'ne' ? narrowed(rule) : rule;
}

/** A refusal of a day or a moment that was asked for. */
const refusalOf = (problem: FieldProblem, key: string) =>
  problem === 'calendar' ? new Refusal(400, 'calendar') : invalid(key);

function valueRule(rule: ValueRule, field: Field): Sql {
  const key = sql`${field.name}::text`;
  const text = sql`(n.value->>${key})`;
  const blank = sql`(coalesce(${text}, '') = '')`;
  if (rule.is === 'empty') return blank;
  if (rule.is === 'not_empty') return sql`(not ${blank})`;
  const values = list(rule.value);
  const read = (clean: (v: Scalar) => ReturnType<typeof checkValue>) =>
    values.map((v) => {
      const checked = clean(v);
      if ('problem' in checked) throw refusalOf(checked.problem, field.name);
      if (checked.value === null) throw invalid(field.name);
      return checked.value;
    });
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'choice':
      return textRule(
        sql`record_fold(${text})`,
        rule.is,
        values.map((v) => fold(String(v))),
      );
    case 'integer':
    case 'decimal': {
      // A limit of the form does not limit what may be asked for.
      const bare: Field = { name: field.name, label: field.label, type: 'decimal' };
      const number = sql`(case when jsonb_typeof(n.value->${key}) = 'number' then ${text}::float8 end)`;
      return compareColumn(
        number,
        rule.is,
        read((v) => checkValue(bare, v)),
        'float8',
      );
    }
    case 'boolean':
      if (rule.is !== 'eq' && rule.is !== 'ne' && rule.is !== 'in') throw invalid('is');
      return compareColumn(text, rule.is, read((v) => checkValue(field, v)).map(String), 'text');
    case 'date':
      return compareColumn(
        sql`${text} collate "C"`,
        rule.is,
        read((v) => checkValue(field, v)),
        'text',
      );
    case 'datetime':
      return compareColumn(
        sql`${text} collate "C"`,
        rule.is,
        read((v) => checkValue(field, v)),
        'text',
      );
  }
}

const NUMBERS = { id: sql`n.id`, status: sql`n.status::bigint`, creator: sql`n.creator_id::bigint` };

/** First and next instant of a day in Tehran, or of an exact time. */
function span(value: Scalar, column: string): { start: Sql; end: Sql } {
  const text = String(value);
  const day = readDay(text);
  if ('value' in day) return { start: dayStart(day.value), end: dayEnd(day.value) };
  const read = readMoment(text);
  if ('problem' in read) throw refusalOf(read.problem, column);
  return { start: sql`${read.value}::timestamptz`, end: sql`(${read.value}::timestamptz + interval '1 millisecond')` };
}

function dateRule(column: Sql, { is, value }: ColumnRule, name: string): Sql {
  const spans = list(value).map((v) => span(v, name));
  const [one, other = one] = spans as [ReturnType<typeof span>, ReturnType<typeof span>?];
  const during = ({ start, end }: ReturnType<typeof span>) => sql`(${column} >= ${start} and ${column} < ${end})`;
  switch (is) {
    case 'eq':
    case 'ne':
      return during(one);
    case 'lt':
      return sql`${column} < ${one.start}`;
    case 'le':
      return sql`${column} < ${one.end}`;
    case 'gt':
      return sql`${column} >= ${one.end}`;
    case 'ge':
      return sql`${column} >= ${one.start}`;
    case 'between':
      return sql`(${column} >= ${one.start} and ${column} < ${other.end})`;
    case 'in':
      return sql`(${sql.join(spans.map(during), sql` or `)})`;
    default:
      throw invalid('is');
  }
}

function columnRule(rule: ColumnRule): Sql {
  const dated =
    rule.column === 'create_date' ? sql`n.created` : rule.column === 'modified_date' ? sql`n.modified` : null;
  const column = dated ?? NUMBERS[rule.column as keyof typeof NUMBERS];
  if (rule.is === 'empty') return sql`(${column} is null)`;
  if (rule.is === 'not_empty') return sql`(${column} is not null)`;
  if (dated) return dateRule(dated, rule, rule.column);
  const numbers = list(rule.value).map((v) => {
    const n = typeof v === 'boolean' || v === '' ? Number.NaN : Number(latinDigits(String(v)));
    if (!Number.isSafeInteger(n)) throw invalid(rule.column);
    return n;
  });
  return compareColumn(column, rule.is, numbers, 'bigint');
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

/** The rules about place in a tree, in one order. */
export function placeRules(tree: QueryNode): PlaceRule[] {
  if ('and' in tree) return tree.and.flatMap(placeRules);
  if ('or' in tree) return tree.or.flatMap(placeRules);
  if ('not' in tree) return placeRules(tree.not);
  return 'place' in tree ? [tree] : [];
}

/**
 * The condition of a tree. Below a `not` every rule is made true or false, so that it is turned round exactly; elsewhere an
 * unknown counts as false by itself, and a rule stays bare so that an index serves it.
 */
export function compile(
  tree: QueryNode,
  form: readonly Field[],
  shapes: ReadonlyMap<PlaceRule, Shape>,
  exact = false,
): Sql {
  const under = (nodes: QueryNode[], word: Sql) =>
    sql`(${sql.join(
      nodes.map((n) => compile(n, form, shapes, exact)),
      word,
    )})`;
  if ('and' in tree) return tree.and.length === 0 ? sql`true` : under(tree.and, sql` and `);
  if ('or' in tree) return tree.or.length === 0 ? sql`false` : under(tree.or, sql` or `);
  if ('not' in tree) return sql`(not ${compile(tree.not, form, shapes, true)})`;
  const certain = (condition: Sql) => sql`coalesce(${condition}, false)`;
  if ('place' in tree) {
    const rule = placeRule(tree, shapes.get(tree) as Shape);
    return exact ? certain(rule) : rule;
  }
  const condition = (() => {
    if ('column' in tree) return columnRule(tree);
    const field = form.find((f) => f.name === tree.field);
    if (!field) throw invalid(tree.field);
    return valueRule(tree, field);
  })();
  if (tree.is === 'ne') return sql`(not ${certain(condition)})`;
  return exact ? certain(condition) : sql`(${condition})`;
}
