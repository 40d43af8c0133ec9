// Groups in parts by a second key, and what keys are called.
import { type RawBuilder, sql } from 'kysely';
import { MAX_SPLITS, type Statistics } from '../../../contract/schemas/dashboard';
import type { Db } from '../../db/engine';
import type { Keys } from './group-keys';
import type * as store from './store';
import { type Counting, readKeyed, totals } from './tally';

interface PartRow {
  key: string | null;
  split: string | null;
  /** Place of the split among those with the most records, from 1. */
  place: number;
  count: number;
  values: (number | null)[];
}

/** The parts of some groups by a second key: of all its values those with the most records. */
const readParts = (db: Db, layer: number, g: Counting, keys: readonly (string | null)[]): Promise<PartRow[]> =>
  readKeyed<PartRow & { rows: number }>(
    db,
    layer,
    g,
    sql`, top as (
      select k1, row_number() over (order by sum(n) desc, k1 collate "C" nulls last)::int as place from keyed group by k1
        order by 2 limit ${MAX_SPLITS}::int)
    select s.k0 as key, s.k1 as split, t.place, sum(s.n)::float8 as count, ${totals(g.measures)} as values, count(*)::int as rows
      from keyed s join top t on t.k1 is not distinct from s.k1
      where s.k0 = any(${keys.filter((one) => one !== null)}::text[]) or (${keys.includes(null)}::boolean and s.k0 is null)
      group by s.k0, s.k1, t.place order by t.place`,
  );

export interface Named {
  key: string | number | boolean | null;
  label: string | null;
}
/** Keys as the wire shows them, with what a person reads. */
export async function namesOf(keys: Keys, raw: readonly (string | null)[]): Promise<Named[]> {
  const labels = await keys.labels(raw.map(Number).filter(Number.isSafeInteger));
  return raw.map((key) => ({
    key: key === null ? null : keys.shown(key),
    label: key === null ? null : (keys.labelOf?.(key) ?? labels.get(Number(key)) ?? null),
  }));
}

/** Groups with their parts; `rows` are the same groups as the database named them. */
export async function withParts(
  db: Db,
  layer: number,
  grouping: store.Grouping,
  split: Keys,
  rows: readonly store.RegionRow[],
  groups: Statistics['groups'],
): Promise<Pick<Statistics, 'groups' | 'splits'>> {
  const second = { key: split.key as RawBuilder<unknown>, of: split.of, isText: split.isText };
  const partRows = await readParts(
    db,
    layer,
    {
      ...grouping,
      axes: [...grouping.axes, second],
      joins: [...grouping.joins, ...(split.join ? [split.join] : [])],
    },
    rows.map(({ key }) => key),
  );
  const splits = [...new Map(partRows.map(({ place, split: key }) => [place, key])).values()];
  const byKeys = new Map(partRows.map((one) => [JSON.stringify([one.key, one.split]), one]));
  const partOf = (key: string | null, one: string | null) => {
    const part = byKeys.get(JSON.stringify([key, one]));
    return part ? { count: part.count, values: part.values } : null;
  };
  return {
    splits: await namesOf(split, splits),
    groups: groups.map((group, i) => ({ ...group, parts: splits.map((one) => partOf(rows[i]?.key ?? null, one)) })),
  };
}
