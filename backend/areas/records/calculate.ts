// Sums over a layer's records: attributes, and sizes over the ellipsoid.
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { isFiles, isList, isNumeric, isYesNo, specOf } from '../../../contract/fields';
import type { Field } from '../../../contract/schemas/form';
import type { Scalar } from '../../../contract/schemas/query';
import type { CALCULATIONS, Calculated } from '../../../contract/schemas/record';
import type { Engine } from '../../db/engine';
import { withoutSignal } from '../../db/scope';
import { onEarth } from '../../geo/geography';
import { partition } from '../../geo/tiles';
import { Refusal } from '../../http/errors';
import type { LayerRow } from '../layers/store';
import { eachOf } from './sql/compare';

/** Records that are looked through: values are cheap, geodesic sizes are not. */
const MAX_VALUES = 1_000_000;
const MAX_SHAPES = 100_000;
const MAX_DISTINCT = 1000;

type Answer = z.infer<typeof Calculated>;

interface NumberSums {
  filled: number;
  count: number;
  sum: number | null;
  avg: number | null;
  min: number | null;
  max: number | null;
  seen: number;
}

/** Sums of a column of a layer that has not changed since. Whoever looks at a column asks for all of them, one call each. */
const MAX_CACHED = 1000;
/** A region that a filter names may change without the layer. */
const CACHE_MS = 30_000;
const cache = new LRUCache<string, Promise<NumberSums>>({ max: MAX_CACHED, ttl: CACHE_MS });

/** All sums of a number field in one reading of the records; those who ask at the same time share it. */
function getNumberSums({ db, id }: Engine, layer: LayerRow, field: Field, where: RawBuilder<unknown>, name: string) {
  const key = `${id}/${layer.id}/${layer.rev}/${field.name}/${name}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const column = sql`${field.name}::text`;
  const sums = withoutSignal(() =>
    sql<NumberSums>`
      select count(*) filter (where case jsonb_typeof(s.x) when 'number' then true else s.x #>> '{}' <> '' end)::int as filled,
          count(s.v)::int as count, sum(s.v)::float8 as sum, avg(s.v)::float8 as avg, min(s.v)::float8 as min, max(s.v)::float8 as max, count(*)::int as seen
        from (select n.x, case when jsonb_typeof(n.x) = 'number' then n.x::numeric end as v
          from (select n.value->${column} as x from ${sql.table(partition(layer.id))} n where ${where} limit ${MAX_VALUES + 1}::int) n) s`.execute(
      db,
    ),
  ).then(({ rows }) => rows[0] as NumberSums);
  cache.set(key, sums);
  sums.catch(() => cache.delete(key));
  return sums;
}

/**
 * One calculation over the records that a condition on `n` leaves; `name` tells the condition from others of the layer. A field that
 * cannot be calculated so is refused.
 */
export async function calculate(
  engine: Engine,
  layer: LayerRow,
  type: (typeof CALCULATIONS)[number],
  field: Field | undefined,
  where: RawBuilder<unknown>,
  name: string,
): Promise<Answer> {
  const { db } = engine;
  const table = sql.table(partition(layer.id));
  const max = type === 'area' || type === 'length' ? MAX_SHAPES : MAX_VALUES;
  const fieldRefusal = () => new Refusal(400, 'calcField', { params: { key: field?.name ?? 'field' } });
  const from = (column: RawBuilder<unknown>) =>
    sql`(select ${column} as v from ${table} n where ${where} limit ${max + 1}::int) s`;
  const key = sql`${field?.name ?? ''}::text`;
  const text = sql`nullif(nullif(n.value->>${key}, ''), '[]')`;
  const numeric = field !== undefined && isNumeric(field);

  const runAggregate = async (column: RawBuilder<unknown>, aggregate: RawBuilder<unknown>): Promise<Answer> => {
    const { rows } = await sql<{ value: number | string | null; count: number; scanned: number }>`
      select ${aggregate} as value, count(s.v)::int as count, count(*)::int as scanned from ${from(column)}`.execute(
      db,
    );
    const { value, count, scanned } = rows[0] ?? { value: null, count: 0, scanned: 0 };
    return { value, count: Math.min(count, max), capped: scanned > max };
  };

  const fromSums = async (of: (sums: NumberSums) => Pick<Answer, 'value' | 'count'>): Promise<Answer> => {
    const sums = await getNumberSums(engine, layer, field as Field, where, name);
    const { value, count } = of(sums);
    return { value, count: Math.min(count, max), capped: sums.seen > max };
  };

  switch (type) {
    case 'count': {
      if (numeric) return fromSums(({ filled }) => ({ value: Math.min(filled, max), count: filled }));
      const { count, capped } = await runAggregate(field ? text : sql`1`, sql`null::int`);
      return { value: count, count, capped };
    }
    case 'area':
      return runAggregate(sql`st_area(${onEarth(sql`n.geom`)})`, sql`coalesce(sum(s.v), 0)::float8`);
    case 'length':
      return runAggregate(
        sql`st_length(${onEarth(sql`n.geom`)}) + st_perimeter(${onEarth(sql`n.geom`)})`,
        sql`coalesce(sum(s.v), 0)::float8`,
      );
    case 'sum':
    case 'avg':
      if (!numeric) throw fieldRefusal();
      return fromSums((sums) => ({ value: sums[type], count: sums.count }));
    case 'min':
    case 'max':
      if (!field || isYesNo(field) || isList(field)) throw fieldRefusal();
      return numeric
        ? fromSums((sums) => ({ value: sums[type], count: sums.count }))
        : runAggregate(text, sql`${sql.raw(type)}(s.v collate "C")`);
    case 'distinct': {
      if (!field || isFiles(field)) throw fieldRefusal();
      // Of several choices each is counted.
      const values = isList(field)
        ? sql`(select c.v from (select n.value from ${table} n where ${where} limit ${max + 1}::int) n left join lateral ${eachOf(sql`n.value->${key}`)} on true) s`
        : from(text);
      const { rows } = await sql<{ v: string; count: number; kinds: number; total: number; seen: number }>`
        with g as materialized (select s.v collate "C" as v, count(*)::int as count from ${values} group by 1)
        select g.v, g.count, (select count(*)::int from g where g.v is not null) as kinds,
            (select sum(g.count)::int from g where g.v is not null) as total, (select sum(g.count)::int from g) as seen
          from g where g.v is not null order by g.count desc, g.v limit ${MAX_DISTINCT}::int`.execute(db);
      const { ofText } = specOf(field);
      const [first] = rows;
      return {
        value: first?.kinds ?? 0,
        count: isList(field) ? (await runAggregate(text, sql`null::int`)).count : (first?.total ?? 0),
        capped: (first?.seen ?? 0) > max,
        values: rows.map((r) => ({ value: isList(field) ? r.v : (ofText(r.v) as Scalar), count: r.count })),
      };
    }
  }
}
