// Records of a layer counted by the keys of groups, in one pass: first by what each record has, then the few sums by what that stands for.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';
import { eachOf } from '../records/sql/compare';
import type { Measuring } from './measures';

/** What groups are told apart by. */
export interface Axis {
  /** SQL of what a record `n` has, which is cheap to read. */
  key: RawBuilder<unknown>;
  /** SQL of the key that this stands for; left out where it is the key. */
  of?: ((own: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined;
  /** Keys are texts, which rules read folded: those that are written alike are one group. */
  isText?: boolean | undefined;
}
export interface Counting {
  axes: readonly Axis[];
  /** A list, of which each value `c.v` is a key. */
  each?: RawBuilder<unknown> | undefined;
  /** What each record is joined with for its keys. */
  joins: readonly RawBuilder<unknown>[];
  measures: readonly Measuring[];
  where: RawBuilder<unknown>;
  /** Records that are looked through; null: all. */
  most: number | null;
}

const PLAIN_LETTERS =
  '[!-@_`a-z{-~\u0621\u0627\u0628\u062a-\u063a\u0641\u0642\u0644-\u0648\u067e\u0686\u0698\u06a9\u06af\u06cc]+';
/** Texts that fold to themselves, found sooner than by folding them. */
export const PLAIN_TEXT = `^${PLAIN_LETTERS}( ${PLAIN_LETTERS})*$`;

/**
 * For each text `r` of a table with its number `n` the key `k` of its group: of all that fold alike, as rules compare them, the one that most
 * records have. Each text is folded once, however many records have it.
 */
const spellings = (table: RawBuilder<unknown>, column: RawBuilder<unknown>) => sql`
  select r, first_value(r) over (partition by f order by n desc, r collate "C") as k
    from (select r, n, case when r ~ ${sql.lit(PLAIN_TEXT)} then r else record_fold(r) end collate "C" as f
            from (select ${column} as r, sum(n) as n from ${table} where ${column} is not null group by 1) t) t`;

/** The values that measures are of: measures of one field share theirs. */
const valuesOf = (measures: readonly Measuring[]) => [...new Map(measures.map((m) => [m.source, m])).values()];
export function valueColumns(measures: readonly Measuring[]): RawBuilder<unknown> {
  const columns = valuesOf(measures).map(({ value }, i) => sql`, ${value} as ${sql.id(`v${i}`)}`);
  return columns.length > 0 ? sql.join(columns, sql` `) : sql``;
}
export function valueNames(measures: readonly Measuring[]): RawBuilder<unknown>[] {
  return valuesOf(measures).map((_, i) => sql.id(`v${i}`));
}
/** The name of a measure's value among them. */
export function valueName(measures: readonly Measuring[], { source }: Measuring): RawBuilder<unknown> {
  return sql.id(`v${valuesOf(measures).findIndex((one) => one.source === source)}`);
}

/** The values of a table `raw`, texts as the one of each group that folds alike, and the joins that give those. */
export function foldedValues(measures: readonly Measuring[]) {
  const values = valuesOf(measures).map(({ isText }, i) => ({ isText, name: sql.id(`v${i}`), as: sql.id(`f${i}`) }));
  const joins = values
    .filter(({ isText }) => isText)
    .map(({ name, as }) => sql`left join (${spellings(onesOf(name), name)}) ${as} on ${as}.r = raw.${name}`);
  return {
    columns: values.map(({ isText, name, as }) => (isText ? sql`${as}.k as ${name}` : sql`raw.${name}`)),
    joins: joins.length > 0 ? sql.join(joins, sql` `) : sql``,
  };
}
/** A column of `raw` with a number that says of each row that it is one. */
const onesOf = (column: RawBuilder<unknown>) => sql`(select ${column}, 1 as n from raw) one`;

const partName = (i: number, j: number) => sql.id(`m${i}_${j}`);
const columnsOf = (names: readonly RawBuilder<unknown>[]) => (names.length > 0 ? sql`, ${sql.join(names)}` : sql``);
const keyName = (i: number) => sql.id(`k${i}`);

/** Whether some measure is no sum of those of parts. */
const hasWholes = (measures: readonly Measuring[]) => measures.some(({ sums }) => !sums);

/** SQL of the measures of a group, of the rows of `keyed` that it has. */
export function totals(measures: readonly Measuring[]): RawBuilder<unknown> {
  const each = measures.map(({ sums }, i) =>
    sums ? sums.total(...sums.parts(sql`v`).map((_, j) => partName(i, j))) : sql`min(${partName(i, 0)})`,
  );
  return each.length > 0 ? sql`array[${sql.join(each)}]` : sql`'{}'::float8[]`;
}

/** One query of the records, which reads each value once. */
function recordsOf(layer: number, { axes, each, joins, measures, where, most }: Counting): RawBuilder<unknown> {
  const table = sql.table(partition(layer));
  const bound = most === null ? sql`offset 0` : sql`limit ${most + 1}::int`;
  const columns = sql`${sql.join(axes.map(({ key }, i) => sql`${key} as ${sql.id(`p${i}`)}`))} ${valueColumns(measures)}`;
  return each || joins.length > 0
    ? sql`select ${columns} from (select n.* from ${table} n where ${where} ${bound}) n ${sql.join(joins, sql` `)} ${each ? sql`left join lateral ${eachOf(each)} on true` : sql``} offset 0`
    : sql`select ${columns} from ${table} n where ${where} ${bound}`;
}

const ownName = (i: number) => sql.id(`p${i}`);
/** The spellings of a text key, joined to a table that has it. */
const spellingName = (i: number) => sql.id(`t${i}`);
const textsOf = (axes: readonly Axis[]) => axes.flatMap(({ isText }, i) => (isText ? [i] : []));

/** Texts as they are kept, each replaced by the one of its group: what is measured as a whole has to meet all of them at once. */
function spelled(records: RawBuilder<unknown>, { axes, measures }: Pick<Counting, 'axes' | 'measures'>) {
  const texts = textsOf(axes);
  const keys = axes.map((_, i) => (texts.includes(i) ? sql`${spellingName(i)}.k as ${ownName(i)}` : ownName(i)));
  const joins = texts.map((i) => sql`left join (${spellings(onesOf(ownName(i)), ownName(i))}) ${spellingName(i)} on ${spellingName(i)}.r = raw.${ownName(i)}`); // biome-ignore format: one join
  const folded = foldedValues(measures);
  return sql`raw as materialized (${records}),
    own as (select ${sql.join([...keys, ...folded.columns])} from raw ${joins.length > 0 ? sql.join(joins, sql` `) : sql``} ${folded.joins})`;
}

/**
 * The table `keyed`, as what follows `with`: for each key `k0` (and `k1`) of one or several rows the number `n` of records and what `totals`
 * adds up. Where a measure is no sum of its parts, and texts that are written in two ways are one group, its rows have to be read as
 * `spelled`, with all spellings of a text in one row; a group of two rows says so.
 */
export function keyed(layer: number, counting: Counting, isSpelled: boolean): RawBuilder<unknown> {
  const { measures } = counting;
  const axes = hasWholes(measures)
    ? counting.axes.map(({ of, ...axis }): Axis => (of ? { ...axis, key: of(axis.key) } : axis))
    : counting.axes;
  const records = recordsOf(layer, { ...counting, axes });
  const parts = measures.flatMap((measure, i) => {
    const value = valueName(measures, measure);
    return (measure.sums?.parts(value) ?? [measure.all(value)]).map((part, j) => sql`${part} as ${partName(i, j)}`);
  });
  const names = measures.flatMap((measure, i) => (measure.sums?.parts(sql`v`) ?? [null]).map((_, j) => partName(i, j)));
  const owns = sql.join(axes.map((_, i) => ownName(i)));
  const texts = isSpelled ? [] : textsOf(axes);
  const keys = axes.map(({ of }, i) => {
    const own = sql`tally.${ownName(i)}`;
    return sql`${texts.includes(i) ? sql`${spellingName(i)}.k` : sql`(${of?.(own) ?? own})::text`} as ${keyName(i)}`;
  });
  const joins = texts.map((i) => sql`left join (${spellings(sql`tally`, ownName(i))}) ${spellingName(i)} on ${spellingName(i)}.r = tally.${ownName(i)}`); // biome-ignore format: one join
  return sql`
    ${isSpelled ? spelled(records, { axes, measures }) : sql`own as (${records})`},
    tally as materialized (select ${owns}, count(*) as n ${columnsOf(parts)} from own group by ${owns}),
    keyed as (select ${sql.join(keys)}, n ${columnsOf(names)} from tally ${joins.length > 0 ? sql.join(joins, sql` `) : sql``})`;
}

/** Reads rows of `keyed`; a second time, spelled, where a group of several rows has a measure that cannot be added up. */
export async function readKeyed<T extends { rows: number }>(
  db: Db,
  layer: number,
  counting: Counting,
  select: RawBuilder<unknown>,
): Promise<Omit<T, 'rows'>[]> {
  const read = async (isSpelled: boolean) => {
    const { rows } = await sql<T>`with ${keyed(layer, counting, isSpelled)} ${select}`.execute(db);
    return rows;
  };
  if (counting.measures.some(({ isText }) => isText)) return read(true);
  const rows = await read(false);
  return hasWholes(counting.measures) && rows.some((row) => row.rows > 1) ? read(true) : rows;
}
