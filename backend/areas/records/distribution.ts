// How the numbers of one field are spread: what class breaks are chosen by, before a layer is coloured by them.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Field } from '../../../contract/schemas/form';
import { DISTRIBUTION_BINS, type Distribution, DISTRIBUTION_SAMPLE as SAMPLE } from '../../../contract/schemas/record';
import type { Engine } from '../../db/engine';
import { partition } from '../../geo/tiles';
import { Refusal } from '../../http/errors';
import type { LayerRow } from '../layers/store';

/** Records that are looked through. Of a larger layer whole pages of the table are drawn by lot, always the same ones. */
const MAX_RECORDS = 100_000;

type Answer = z.infer<typeof Distribution>;

/**
 * The spread of a number field over the records that a condition on `n` leaves. `breaks` ascend; each is the inclusive lower
 * bound of a class. A field that holds no numbers is refused.
 */
export async function getDistribution(
  { db }: Engine,
  layer: LayerRow,
  field: Field,
  where: RawBuilder<unknown>,
  breaks: readonly number[],
): Promise<Answer> {
  if (field.type !== 'integer' && field.type !== 'decimal')
    throw new Refusal(400, 'calcField', { params: { key: field.name } });
  const table = sql.table(partition(layer.id));
  const key = sql`${field.name}::text`;
  const sampled = layer.record_count > MAX_RECORDS;
  const share = Math.min(100, (120 * MAX_RECORDS) / Math.max(1, layer.record_count));
  const { rows } = await sql<{
    seen: number;
    count: number;
    min: number | null;
    max: number | null;
    mean: number | null;
    sample: number[] | null;
    bins: { bin: number; count: number }[] | null;
    classes: { class: number; count: number }[] | null;
  }>`
    with s as materialized (
      select (case when jsonb_typeof(n.x) = 'number' then n.x::float8 end) as v from (select n.value->${key} as x
        from ${table} n ${sampled ? sql`tablesample system (${share}::real) repeatable (1)` : sql``} where ${where} limit ${MAX_RECORDS}::int) n),
    v as materialized (select s.v from s where s.v is not null),
    b as materialized (select count(*)::int as n, min(v.v) as lo, max(v.v) as hi, avg(v.v) as mean from v)
    select (select count(*)::int from s) as seen, b.n as count, b.lo as min, b.hi as max, b.mean,
      case when b.n <= ${SAMPLE}::int then (select json_agg(v.v order by v.v) from v)
        else (select to_json(percentile_disc((select array_agg(g / ${SAMPLE - 1}::float8 order by g) from generate_series(0, ${SAMPLE - 1}::int) g)) within group (order by v.v)) from v) end as sample,
      (select json_agg(json_build_object('bin', t.bin, 'count', t.count)) from (
        select case when b.lo = b.hi then 1 else least(width_bucket(v.v, b.lo, b.hi, ${DISTRIBUTION_BINS}::int), ${DISTRIBUTION_BINS}::int) end as bin, count(*)::int as count
          from v group by 1) t) as bins,
      (select json_agg(json_build_object('class', t.class, 'count', t.count)) from (
        select width_bucket(v.v, ${[...breaks]}::float8[]) as class, count(*)::int as count from v group by 1) t) as classes
      from b`.execute(db);
  const row = rows[0];
  const counts = (length: number, of: (i: number) => number | undefined) =>
    Array.from({ length }, (_, i) => of(i) ?? 0);
  const bin = new Map(row?.bins?.map((b) => [b.bin, b.count]));
  const inClass = new Map(row?.classes?.map((c) => [c.class, c.count]));
  return {
    count: row?.count ?? 0,
    empty: (row?.seen ?? 0) - (row?.count ?? 0),
    capped: sampled,
    min: row?.min ?? null,
    max: row?.max ?? null,
    mean: row?.mean ?? null,
    sample: row?.sample ?? [],
    bins: row?.count ? counts(DISTRIBUTION_BINS, (i) => bin.get(i + 1)) : [],
    classes: counts(breaks.length + 1, (i) => inClass.get(i)),
  };
}
