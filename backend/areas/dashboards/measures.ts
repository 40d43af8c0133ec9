// What statistics say of the records of a group, and how sums of parts of a group become the group's.
import { type RawBuilder, sql } from 'kysely';
import { isNumeric } from '../../../contract/fields';
import type { Measure } from '../../../contract/schemas/dashboard';
import { onEarth } from '../../geo/geography';
import { Refusal } from '../../http/errors';
import type { LayerRow } from '../layers/store';
import { fieldOf, isFoldedText } from './group-keys';

type Value = RawBuilder<unknown>;
interface Aggregate {
  /** SQL of the measure of all values of a group. */
  all: (value: Value) => Value;
  /** How it is put together by those of the group's parts; left out where that cannot be. */
  sums?: { parts: (value: Value) => Value[]; total: (...parts: Value[]) => Value };
}
export interface Measuring extends Aggregate {
  /** SQL of a record's value; equal sources have equal values. */
  value: Value;
  source: string;
  /** Values are texts, of which those that fold alike are one. */
  isText?: boolean;
}

/** One that is the same of its parts: a sum of sums, a least of least ones. */
const plain = (name: 'sum' | 'min' | 'max'): Aggregate => {
  const all = (value: Value) => sql`${sql.raw(name)}(${value})::float8`;
  return { all, sums: { parts: (value) => [all(value)], total: (part) => all(part as Value) } };
};
const percentile = (share: number): Aggregate => ({
  all: (value) => sql`percentile_cont(${sql.lit(share)}::float8) within group (order by ${value})`,
});

const AGGREGATES: Record<Measure['type'], Aggregate> = {
  sum: plain('sum'),
  avg: {
    all: (value) => sql`avg(${value})::float8`,
    sums: {
      parts: (value) => [sql`sum(${value})::float8`, sql`count(${value})`],
      total: (sum, count) => sql`(sum(${sum}) / nullif(sum(${count}), 0))::float8`,
    },
  },
  min: plain('min'),
  max: plain('max'),
  distinct: { all: (value) => sql`count(distinct ${value})::float8` },
  p25: percentile(0.25),
  median: percentile(0.5),
  p75: percentile(0.75),
  p90: percentile(0.9),
  area: plain('sum'),
  length: plain('sum'),
};

/** What a question measures of a layer's records. Throws a refusal where its field cannot be measured so. */
export function measureOf(layer: LayerRow, measure: Measure): Measuring {
  const aggregate = AGGREGATES[measure.type];
  if (!('field' in measure)) {
    const shape = onEarth(sql`n.geom`);
    const value = measure.type === 'area' ? sql`st_area(${shape})` : sql`st_length(${shape}) + st_perimeter(${shape})`;
    return { ...aggregate, source: measure.type, value };
  }
  const field = fieldOf(layer, measure.field);
  const key = sql`${field.name}::text`;
  if (measure.type === 'distinct')
    return {
      ...aggregate,
      source: `text ${field.name}`,
      value: sql`nullif(nullif(n.value->>${key}, ''), '[]')`,
      isText: isFoldedText(field),
    };
  if (!isNumeric(field)) throw new Refusal(400, 'calcField', { params: { key: field.name } });
  const value = sql`case when jsonb_typeof(n.value->${key}) = 'number' then (n.value->>${key})::float8 end`;
  return { ...aggregate, source: `number ${field.name}`, value };
}
