// Rules about the columns of a foreign table as a condition in its own SQL. Names are quoted identifiers, values parameters.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { readDay, ZONE } from '../../../contract/dates';
import { readOperand } from '../../../contract/filters/record-filter';
import { FOLDED_FROM, FOLDED_TO, fold } from '../../../contract/fold';
import type { Field } from '../../../contract/schemas/form';
import type { Grouped, Scalar, ValueRule } from '../../../contract/schemas/query';
import { dayEnd, dayStart } from '../../db/time';
import { invalid } from '../../http/errors';
import { compareColumn, list, refusalOf, spanRule } from '../records/sql/compare';
import type { Table } from './foreign-tables';

type Sql = RawBuilder<unknown>;
export type Filter = Grouped<ValueRule>;

// It writes statements for a server that is not ours, and runs none.
const writer = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A statement as the driver of a foreign database takes it. */
export function statement(text: Sql): { text: string; values: unknown[] } {
  const { sql: written, parameters } = text.compile(writer);
  return { text: written, values: [...parameters] };
}

/** Text as near to our folding as any server's own functions come: case, yeh, kaf, digits, marks. */
const folded = (column: Sql) => sql`translate(lower(${column}::text), ${FOLDED_FROM}::text, ${FOLDED_TO}::text)`;

function compareText(column: Sql, { is }: ValueRule, values: readonly Scalar[]): Sql {
  const text = folded(column);
  const words = values.map((v) => fold(String(v)));
  const [one = ''] = words;
  if (is === 'contains') return sql`strpos(${text}, ${one}::text) > 0`;
  if (is === 'starts') return sql`left(${text}, length(${one}::text)) = ${one}::text`;
  if (is === 'ends') return sql`right(${text}, length(${one}::text)) = ${one}::text`;
  return compareColumn(text, is, words, 'text');
}

/** The first instant of what is asked, and the first one after it. */
function spanOf(value: Scalar) {
  const day = readDay(String(value));
  if ('value' in day) return { start: dayStart(day.value), end: dayEnd(day.value) };
  const at = new Date(String(value));
  return {
    start: sql`${at.toISOString()}::timestamptz`,
    end: sql`${new Date(at.getTime() + 1).toISOString()}::timestamptz`,
  };
}

function ruleOf(rule: ValueRule, { fields, zoneless }: Table): Sql {
  const field = fields.find(({ name }) => name === rule.field);
  if (!field) throw invalid(rule.field);
  const column = sql`${sql.id(field.name)}`;
  const isText = field.type === 'text';
  if (rule.is === 'empty' || rule.is === 'not_empty') {
    const blank = isText ? sql`(coalesce(${column}::text, '') = '')` : sql`(${column} is null)`;
    return rule.is === 'empty' ? blank : sql`(not ${blank})`;
  }
  const values = list(rule.value).map((raw) => {
    const operand = readOperand({ name: field.name, label: field.name, type: field.type } as Field, raw);
    if ('problem' in operand) throw refusalOf(operand.problem, field.name);
    if (operand.value === null) throw invalid(field.name);
    return operand.value as Scalar;
  });
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return compareColumn(sql`${column}::numeric`, rule.is, values, 'numeric');
    case 'date':
      return compareColumn(sql`${column}::date`, rule.is, values, 'date');
    case 'datetime': {
      // A moment without a zone is one of the organisation's clocks.
      const at = zoneless.includes(field.name) ? sql`(${column} at time zone ${sql.lit(ZONE)})` : column;
      return spanRule(at, rule.is, values.map(spanOf));
    }
    case 'boolean':
      if (rule.is !== 'eq' && rule.is !== 'ne' && rule.is !== 'in') throw invalid('is');
      return compareColumn(sql`${column}::boolean`, rule.is, values.map(String), 'boolean');
    default:
      return compareText(column, rule, values);
  }
}

/** The condition of a filter on the rows of a table: every rule is true or false, an empty cell passes `ne` and `empty` alone. */
export function conditionOf(table: Table, tree: Filter | null): Sql {
  if (tree === null) return sql.lit(true);
  const joined = (nodes: Filter[], word: 'and' | 'or') =>
    nodes.length === 0
      ? sql.lit(word === 'and')
      : sql`(${sql.join(nodes.map((node) => conditionOf(table, node)), sql` ${sql.raw(word)} `)})`; // biome-ignore format: one expression
  if ('and' in tree) return joined(tree.and, 'and');
  if ('or' in tree) return joined(tree.or, 'or');
  if ('not' in tree) return sql`(not ${conditionOf(table, tree.not)})`;
  const certain = sql`coalesce(${ruleOf(tree, table)}, false)`;
  return tree.is === 'ne' ? sql`(not ${certain})` : certain;
}
