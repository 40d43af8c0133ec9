// What statistics are put together by: a field or a column of records, their periods, their regions.
import { type RawBuilder, sql } from 'kysely';
import { ZONE } from '../../../contract/dates';
import {
  hasNoValue,
  isChoice,
  isDated,
  isFiles,
  isList,
  isNumeric,
  isTextual,
  specOf,
  valueType,
} from '../../../contract/fields';
import { choiceLabel } from '../../../contract/fields/choice';
import type { Period, StatisticsQuery } from '../../../contract/schemas/dashboard';
import type { Field } from '../../../contract/schemas/form';
import { hasKey, keyText } from '../../db/indexes/key-index';
import { visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { Reading } from '../../http/context';
import { invalid, notFound, Refusal, say, type Wording } from '../../http/errors';
import type { LayerRow } from '../layers/store';
import type { RelatedEnd } from '../records/related/related-end';
import { seesAllRegions } from '../regions/rules';
import type { RelatedBy, RelatedEnds } from './related';
import { periodStarts } from './rules';
import * as store from './store';
import type { Axis } from './tally';

/** The periods that records are put into; days before them are in none. */
const CENTURIES = ['1800-03-21', '2200-12-31'] as const;
const calendar = new Map<Period, string[]>();
/** Their first days, put together when a report first asks: it takes half a second. */
function startsOf(period: Period): string[] {
  const starts = calendar.get(period) ?? periodStarts(...CENTURIES, period);
  calendar.set(period, starts);
  return starts;
}

/** Regions that a report may name: those asked for, or all that the caller may see. One that he may not see does not exist. */
export async function getRegionIds(
  { engine, caller }: Reading,
  regionIds: readonly number[] | undefined,
): Promise<number[]> {
  const knownIds = await store.regionIds(
    engine.db,
    caller.customer,
    regionIds ?? (seesAllRegions(caller) ? null : caller.regions),
  );
  const own = seesAllRegions(caller) ? knownIds : knownIds.filter((id) => caller.regions.includes(id));
  if (regionIds && own.length !== new Set(regionIds).size) throw notFound();
  return own;
}

export const fieldOf = (layer: LayerRow, name: string): Field => {
  const field = layer.config.form.find((f) => f.name === name);
  if (!field) throw new Refusal(400, 'calcField', { params: { key: name } });
  return field;
};

/**
 * How records are put into Jalali periods by a day of theirs: `key` is what they have, `dayOf` makes of it a number like 20260321, or
 * nothing.
 */
function periodKeys(
  key: RawBuilder<unknown>,
  dayOf: (own: RawBuilder<unknown>) => RawBuilder<unknown>,
  period: Period,
): Pick<Keys, 'key' | 'of' | 'shown'> {
  if (period === 'day')
    return {
      key,
      of: (own) => sql`lpad((${dayOf(own)})::text, 8, '0')`,
      shown: (one) => one.replace(/^(....)(..)(..)$/, '$1-$2-$3'),
    };
  const starts = startsOf(period);
  // Numbers, and not texts: the array is looked through for each day.
  const numbers = starts.map((start) => Number(start.replaceAll('-', '')));
  return {
    key,
    of: (own) => sql`lpad(nullif(width_bucket(${dayOf(own)}, ${numbers}::int[]), 0)::text, 6, '0')`,
    shown: (one) => starts[Number(one) - 1] ?? one,
  };
}
/** The day of a moment, as the organisation's calendar shows it. */
const zoneDay = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${sql.lit(ZONE)})::date`;
const dayNumber = (day: RawBuilder<unknown>) => sql`to_char(${day}, 'YYYYMMDD')::int`;
/** How numbers are put into intervals: the key is where one begins, counted in exact decimals. */
function stepKeys(field: Field, step: number): Pick<Keys, 'key' | 'shown' | 'isNumber'> {
  if (!isNumeric(field)) throw invalid('step');
  const name = sql`${field.name}::text`;
  const width = sql`${String(step)}::numeric`;
  const value = sql`case when jsonb_typeof(n.value->${name}) = 'number' then (n.value->>${name})::numeric end`;
  return { key: sql`trim_scale(floor((${value}) / ${width}) * ${width})`, shown: Number, isNumber: true };
}

const DAY_TEXT = '^[0-9]{4}-[0-9]{2}-[0-9]{2}';

export interface Keys extends Omit<Axis, 'key'> {
  key: RawBuilder<unknown> | null;
  regions: readonly number[] | null;
  /** A key as the wire shows it. */
  shown: (key: string) => string | number | boolean;
  labels: (ids: number[]) => Promise<Map<number, string>>;
  /** What a key is called where it has a name of its own. */
  labelOf?: (key: string) => string;
  /** Keys are numbers and stand in their order. */
  isNumber?: boolean;
  /** A record counts under each value of the list that this is; `key` reads `c.v`. */
  each?: RawBuilder<unknown>;
  /** What a record `n` is joined with for its key. */
  join?: RawBuilder<unknown>;
}

const PLAIN: Keys = { key: null, regions: null, shown: (key) => key, labels: async () => new Map<number, string>() };

/** Whether values of a field are texts of which those written alike are one. */
export const isFoldedText = (field: Field): boolean =>
  !isList(field) && (isTextual({ type: valueType(field) }) || isChoice(field));

/** The keys that a field of record `n` makes. */
function fieldKeys(field: Field, by: { period?: Period | undefined } | { step: number }): Keys {
  const text = sql`nullif(n.value->>${field.name}::text, '')`;
  if ('step' in by) return { ...PLAIN, ...stepKeys(field, by.step) };
  if (by.period && !isDated(field)) throw invalid('period');
  if (by.period) {
    const isDay = (one: RawBuilder<unknown>) => sql`${one} ~ ${DAY_TEXT}`;
    // A moment is kept in UTC.
    return field.type === 'date'
      ? {
          ...PLAIN,
          ...periodKeys(
            sql`n.value->>${field.name}::text`,
            (own) => sql`case when ${isDay(own)} then replace(left(${own}, 10), '-', '')::int end`,
            by.period,
          ),
        }
      : {
          ...PLAIN,
          ...periodKeys(
            sql`case when ${isDay(text)} then ${zoneDay(sql`${text}::timestamptz`)} end`,
            dayNumber,
            by.period,
          ),
        };
  }
  if (isFiles(field) || hasNoValue(field)) throw new Refusal(400, 'calcField', { params: { key: field.name } });
  const labelOf = isChoice(field) ? { labelOf: (value: string) => choiceLabel(field, value) } : {};
  if (isList(field)) return { ...PLAIN, ...labelOf, key: sql`c.v`, each: sql`n.value->${field.name}::text` };
  return { ...PLAIN, ...labelOf, isText: isFoldedText(field), key: text, shown: specOf(field).ofText as Keys['shown'] };
}

/** `place` tells the two groupings of one question apart. */
export async function keysOf(
  ctx: Reading,
  layer: LayerRow,
  by: StatisticsQuery['group_by'],
  place: 'group' | 'split',
  ends: RelatedEnds,
): Promise<Keys> {
  const { engine, caller, lang } = ctx;
  if (!by) return PLAIN;
  if ('field' in by) return fieldKeys(fieldOf(layer, by.field), by);
  if ('relation' in by) return relatedKeys(ctx, by, place, ends[place] as RelatedEnd);
  switch (by.column) {
    case 'create_date':
    case 'modified_date': {
      const column = by.column === 'create_date' ? sql`n.created` : sql`n.modified`;
      return {
        ...PLAIN,
        ...periodKeys(zoneDay(column), dayNumber, by.period),
      };
    }
    case 'status': {
      const labels = async (ids: number[]) => new Map(ids.map((id) => [id, say(lang, `status${id}` as Wording)]));
      return { ...PLAIN, key: sql`n.status`, shown: Number, labels };
    }
    case 'creator': {
      const labels = (ids: number[]) => store.labels(engine.db, 'user', caller.customer, ids);
      return { ...PLAIN, key: sql`n.creator_id`, shown: Number, labels };
    }
    case 'region': {
      const labels = (ids: number[]) => store.labels(engine.db, 'region', caller.customer, ids);
      return { ...PLAIN, regions: await getRegionIds(ctx, undefined), shown: Number, labels };
    }
  }
}

/**
 * The keys that a field of the records makes that a layer's own belong to. A record whose other one the caller may not see, or which has
 * none, is without a key.
 */
function relatedKeys(
  { caller }: Reading,
  by: RelatedBy,
  place: 'group' | 'split',
  { other: parent, otherField: parentField, ownField: childField }: RelatedEnd,
): Keys {
  const { key, each, of, ...keys } = fieldKeys(fieldOf(parent, by.related_field), by);
  if (each || !key) throw new Refusal(400, 'calcField', { params: { key: by.related_field } });
  const other = sql.id(place === 'group' ? 'related_group' : 'related_split');
  const childKey = childField === null ? sql`n.id::text` : keyText(childField, 'n');
  const own = parentField === null ? sql`n.id::text` : keyText(parentField, 'n');
  const isThere = parentField === null ? sql`n.deleted_at is null` : hasKey(parentField, 'n');
  const join = sql`left join (select ${own} as key, (${of?.(key) ?? key})::text as k from ${sql.table(partition(parent.id))} n
    where ${isThere} and ${visibleTo(caller, parent.id)}) ${other} on ${other}.key = nullif(${childKey}, '')`;
  return { ...keys, key: sql`${other}.k`, join };
}
