// Groups in parts by a second key, and what keys are called.
import { type RawBuilder, sql } from 'kysely';
import { MAX_SPLITS, type Statistics } from '../../../contract/schemas/dashboard';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';
import { eachOf } from '../records/sql/compare';
import type { Keys } from './group-keys';
import * as store from './store';

interface PartRow {
  key: string | null;
  split: string | null;
  /** Place of the split among those with the most records, from 1. */
  place: number;
  count: number;
  values: (number | null)[];
}

/** The parts of some groups by a second key: of all its values those with the most records. */
async function readParts(
  db: Db,
  layer: number,
  g: store.Grouping & {
    split: RawBuilder<unknown>;
    splitJoin: RawBuilder<unknown> | undefined;
    isSplitText: boolean | undefined;
    maxSplits: number;
  },
  keys: readonly (string | null)[],
): Promise<PartRow[]> {
  const key = g.key ? sql`(${g.key})::text` : sql`null::text`;
  const columns = store.valueColumns(g);
  const values = sql.raw(g.measures.map((_, i) => `, raw.v${i}`).join(' '));
  const { rows } = await sql<PartRow>`
    with raw as materialized (
      select ${key} as k, (${g.split})::text as k2 ${columns.length ? sql.join(columns, sql` `) : sql``}
        from (select n.* from ${sql.table(partition(layer))} n where ${g.where} limit ${g.most + 1}::int) n ${g.join ?? sql``} ${g.splitJoin ?? sql``} ${g.each ? sql`left join lateral ${eachOf(g.each)} on true` : sql``}),
    s as materialized (
      select ${g.isText ? sql`t.k` : sql`raw.k`}, ${g.isSplitText ? sql`t2.k` : sql`raw.k2`} as k2 ${values} from raw
        ${g.isText ? sql`left join (${store.spellings(sql`k`)}) t on t.r = raw.k` : sql``}
        ${g.isSplitText ? sql`left join (${store.spellings(sql`k2`)}) t2 on t2.r = raw.k2` : sql``}),
    top as (
      select k2, row_number() over (order by count(*) desc, k2 collate "C" nulls last)::int as place from s group by k2
        order by 2 limit ${g.maxSplits}::int)
    select s.k as key, s.k2 as split, t.place, count(*)::float8 as count, ${store.totalsOf(g)} as values
      from s join top t on t.k2 is not distinct from s.k2
      where s.k = any(${keys.filter((one) => one !== null)}::text[]) or (${keys.includes(null)}::boolean and s.k is null)
      group by s.k, s.k2, t.place order by t.place`.execute(db);
  return rows;
}

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
  const partRows = await readParts(
    db,
    layer,
    {
      ...grouping,
      split: split.key as RawBuilder<unknown>,
      splitJoin: split.join,
      isSplitText: split.isText,
      maxSplits: MAX_SPLITS,
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
