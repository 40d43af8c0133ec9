// Records counted by the values of a field, with sums of numbers beside the counts. Days are counted one by one and stand together
// here, since the database knows no Jalali month.
import { type RawBuilder, sql } from 'kysely';
import { ZONE } from '../../../../contract/dates';
import { hasNoValue, isDated, isFiles, isList, isNumeric, specOf } from '../../../../contract/fields';
import { addDays, nextPeriod, startOfPeriod } from '../../../../contract/jalali';
import type { Field } from '../../../../contract/schemas/form';
import { type Grouping, type GroupsBody, MAX_GROUPS, type RecordGroup, type RecordGroups } from '../../../../contract/schemas/layers/groups'; // biome-ignore format: one line
import type { QueryNode } from '../../../../contract/schemas/query';
import type { Engine } from '../../../db/engine';
import { partition } from '../../../geo/tiles';
import { invalid, type Lang } from '../../../http/errors';
import type { LayerRow } from '../../layers/store';
import { eachOf } from '../sql/compare';

type Sql = RawBuilder<unknown>;

/** Records that are looked through. */
const MAX_RECORDS = 1_000_000;
/** Days that are counted one by one: a century of them. */
const MAX_DAYS = 40_000;
const PAGE_SIZE = 50;

/** What a grouping names in a form, or a refusal of what cannot be grouped or summed. */
export function checkGrouping(form: readonly Field[], { field, step, sums }: Grouping): { by: Field; sums: Field[] } {
  const by = form.find(({ name }) => name === field);
  if (!by || hasNoValue(by) || isFiles(by)) throw invalid('field');
  if (step && !isDated(by)) throw invalid('step');
  const numbers = sums.map((name) => form.find((one) => one.name === name && isNumeric(one)));
  if (numbers.includes(undefined)) throw invalid('sums');
  return { by, sums: numbers as Field[] };
}

const isNumber = (key: Sql) => sql`jsonb_typeof(n.value->${key}) = 'number'`;
const DAY = '^\\d{4}-\\d{2}-\\d{2}$';
const MOMENT = '^\\d{4}-\\d{2}-\\d{2}T';

/** A field's value as text, null where there is none. */
function rawOf(field: Field): Sql {
  const name = sql`${field.name}::text`;
  return isNumeric(field)
    ? sql`(case when ${isNumber(name)} then n.value->>${name} end)`
    : sql`nullif(n.value->>${name}, '')`;
}

/** What tells groups apart, of values `r.v`: two that a rule takes for the same are the same here. */
function keyOf(field: Field): Sql {
  if (isNumeric(field)) return sql`r.v::float8`;
  const { format } = specOf(field);
  if (format === 'datetime')
    return sql`(case when r.v ~ ${sql.lit(MOMENT)} then to_char(r.v::timestamptz at time zone ${sql.lit(ZONE)}, 'YYYY-MM-DD') end)`;
  if (format === 'date') return sql`(case when r.v ~ ${sql.lit(DAY)} then r.v end)`;
  return isFolded(field) ? sql`record_fold(r.v)` : sql`r.v`;
}

/** Whether values that look alike are one group. */
const isFolded = (field: Field): boolean => ['text', 'list'].includes(specOf(field).format);

interface Sums {
  count: number;
  /** Sum and number of numbers of each field, one after the other. */
  sums: (number | null)[];
  filled: number[];
}
interface GroupLine extends Sums {
  value: string | null;
}

interface Request {
  engine: Engine;
  layer: LayerRow;
  where: Sql;
  by: Field;
  sums: readonly Field[];
}

/**
 * The common tables of a statement: `g`, one row a group, and `t`, one over all records. Records are counted by their values as they
 * are first: to fold the text of each of them would cost most of the time.
 */
function grouped({ layer, where, by, sums }: Request): Sql {
  const columns = (of: (i: number) => Sql) => sql.join(sums.map((_, i) => sql`, ${of(i)}`), sql``); // biome-ignore format: one line
  const [x, s, f] = ['x', 's', 'f'].map((letter) => (i: number) => sql.id(`${letter}${i}`)) as [Column, Column, Column];
  const array = (column: Column, type: string) =>
    sql`array[${sql.join(sums.map((_, i) => column(i)))}]::${sql.raw(type)}[]`;
  const numberOf = (i: number) => {
    const name = sql`${sums[i]?.name}::text`;
    return sql`(case when ${isNumber(name)} then (n.value->>${name})::numeric end) as ${x(i)}`;
  };
  const counted = columns((i) => sql`sum(${x(i)}) as ${s(i)}, count(${x(i)}) as ${f(i)}`);
  const added = columns((i) => sql`sum(${s(i)}) as ${s(i)}, sum(${f(i)}) as ${f(i)}`);
  const arrays = sql`${array(s, 'float8')} as sums, ${array(f, 'int')} as filled`;
  const several = isList(by);
  const value = several ? sql`n.value->${by.name}::text` : rawOf(by);
  const each = several ? sql`left join lateral ${eachOf(sql`n.v`)} on true` : sql``;
  const key = isDated(by) ? sql`k` : sql`min(r.v collate "C")`;
  return sql`
    with n as ${several ? sql`materialized` : sql``} (select ${value} as v ${columns(numberOf)} from ${sql.table(partition(layer.id))} n where ${where} limit ${MAX_RECORDS + 1}::int),
    a as materialized (select ${several ? sql`c.v` : sql`n.v`} as v, count(*) as n ${counted} from n ${each} group by 1),
    r as materialized (select * from a ${
      // Folding costs more than all else: of very many texts the most frequent ones are told.
      isFolded(by) ? sql`order by a.n desc, a.v limit ${MAX_GROUPS}::int` : sql``
    }),
    g as materialized (select k, value, count, ${arrays} from (select r.k, ${key} as value, sum(r.n)::int as count ${added} from (select r.*, ${keyOf(by)} as k from r) r group by r.k) s),
    t as (select count, ${arrays} from (${
      // A record of several choices is counted once.
      several
        ? sql`select count(*)::int as count ${counted} from n`
        : sql`select coalesce(sum(a.n), 0)::int as count ${added} from a`
    }) t)`;
}
type Column = (i: number) => Sql;

interface Lines {
  lines: GroupLine[];
  groups: number;
  /** Different values, as they were written. */
  values: number;
  total: Sums;
}

/** `end`: which of the groups, in which order. */
async function readLines(request: Request, end: Sql): Promise<Lines> {
  const { rows } = await sql<Lines>`${grouped(request)}
    select (select count(*)::int from g) as groups, (select count(*)::int from a) as values, (select to_jsonb(t) from t) as total,
      (select coalesce(jsonb_agg(p.line), '[]') from (select jsonb_build_object('value', g.value, 'count', g.count, 'sums', g.sums, 'filled', g.filled) as line from g ${end}) p) as lines`.execute(
    request.engine.db,
  );
  return rows[0] as Lines;
}

const meansOf = ({ sums, filled }: Sums) =>
  sums.map((sum, i) => (sum === null || !filled[i] ? null : sum / (filled[i] as number)));
const withMeans = (of: Sums) => ({ count: of.count, sums: of.sums, means: meansOf(of) });

function ruleOf(field: Field, value: RecordGroup['value']): QueryNode {
  const about = { field: field.name };
  if (value === null) return { ...about, is: 'empty' };
  return { ...about, is: isList(field) ? 'contains' : 'eq', value };
}

/** The value of a group as the field has it. */
function readValue(field: Field, text: string | null): RecordGroup['value'] {
  if (text === null) return null;
  if (isList(field)) return text;
  return specOf(field).ofText(text) as RecordGroup['value'];
}

const startOf = (step: 'year' | 'month', day: string, lang: Lang): string =>
  lang === 'fa' ? startOfPeriod(step, day) : step === 'year' ? `${day.slice(0, 4)}-01-01` : `${day.slice(0, 7)}-01`;
const lastOf = (step: 'year' | 'month', start: string, lang: Lang): string => {
  if (lang === 'fa') return addDays(nextPeriod(step, start), -1);
  const [year = 0, month = 0] = start.split('-').map(Number);
  return new Date(Date.UTC(year, step === 'year' ? 12 : month, 0)).toISOString().slice(0, 10);
};

/** Days put together by year or month. */
function together(lines: readonly GroupLine[], step: 'year' | 'month', lang: Lang): GroupLine[] {
  const periods = new Map<string | null, GroupLine>();
  for (const { value, count, sums, filled } of lines) {
    const start = value === null ? null : startOf(step, value, lang);
    const before = periods.get(start);
    periods.set(start, {
      value: start,
      count: count + (before?.count ?? 0),
      sums: sums.map((sum, i) => (sum === null ? (before?.sums[i] ?? null) : sum + (before?.sums[i] ?? 0))),
      filled: filled.map((n, i) => n + (before?.filled[i] ?? 0)),
    });
  }
  return [...periods.values()];
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function sortPeriods(lines: readonly GroupLine[], order: string): GroupLine[] {
  const way = order.startsWith('-') ? -1 : 1;
  return [...lines].sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    const byValue = compareText(a.value, b.value);
    return order.endsWith('count') ? way * (a.count - b.count) || byValue : way * byValue;
  });
}

/** The groups of the records that a condition on `n` leaves. */
export async function groupRecords(
  engine: Engine,
  layer: LayerRow,
  where: Sql,
  { limit = PAGE_SIZE, offset = 0, order = '-count', ...grouping }: Omit<GroupsBody, 'query'>,
  lang: Lang,
): Promise<RecordGroups> {
  const { by, sums } = checkGrouping(layer.config.form, grouping);
  const request: Request = { engine, layer, where, by, sums };
  const page = (count: number, total: Sums, groups: readonly RecordGroup[]): RecordGroups => ({
    groups: [...groups],
    count: Math.min(count, MAX_GROUPS),
    capped: count > MAX_GROUPS,
    total: withMeans({ ...total, count: Math.min(total.count, MAX_RECORDS) }),
    partial: total.count > MAX_RECORDS,
  });
  if (isDated(by)) {
    const { step = 'month' } = grouping;
    const { lines, groups, total } = await readLines(request, sql`order by g.k limit ${MAX_DAYS}::int`);
    const periods = sortPeriods(together(lines, step, lang), order);
    const answer = page(
      periods.length,
      total,
      periods.slice(offset, offset + limit).map((line) => ({
        value: line.value,
        ...withMeans(line),
        query:
          line.value === null
            ? { field: by.name, is: 'empty' }
            : { field: by.name, is: 'between', value: [line.value, lastOf(step, line.value, lang)] },
      })),
    );
    return { ...answer, capped: answer.capped || groups > MAX_DAYS };
  }
  const way = order.startsWith('-') ? sql`desc` : sql`asc`;
  const isText = !isNumeric(by);
  const key = isText ? sql`g.k collate ${sql.id(engine.collation)}` : sql`g.k`;
  const sorted = order.endsWith('count') ? sql`g.count ${way}, ${key}` : sql`${key} ${way}`;
  const room = Math.max(0, Math.min(limit, MAX_GROUPS - offset));
  const end = sql`order by g.k is null, ${sorted} limit ${room}::int offset ${offset}::int`;
  const { lines, groups, values, total } = await readLines(request, end);
  const answer = page(
    groups,
    total,
    lines.map((line) => {
      const value = readValue(by, line.value);
      return { value, ...withMeans(line), query: ruleOf(by, value) };
    }),
  );
  return { ...answer, capped: answer.capped || (isFolded(by) && values > MAX_GROUPS) };
}
