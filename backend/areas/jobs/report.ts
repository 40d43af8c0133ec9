// What a dry run says of the rows that lie in its table.
import { sql } from 'kysely';
import type { JobReport } from '../../../contract/schemas/upload';
import { type Db, unhurried } from '../../db/engine';
import { regionFilter } from '../../geo/sight';
import type { Run } from './attempt';
import type { Loading } from './load';

/** The report of a dry run; the tally then says that none was written. */
export async function reportOf(db: Db, run: Run, l: Loading, nulls: Record<string, number>): Promise<JobReport> {
  const t = sql.table(l.table);
  const count = async (query: ReturnType<typeof sql<{ n: number }>>, connection: Db) =>
    (await query.execute(connection)).rows[0]?.n ?? 0;
  return unhurried(db, async (connection) => {
    const invalid =
      l.type > 1 ? await count(sql`select count(*)::int as n from ${t} where not st_isvalid(geom)`, connection) : 0;
    const strays =
      l.regions.length && l.type > 0
        ? await count(sql`select count(*)::int as n from ${t} n where not ${regionFilter(l.regions)}`, connection)
        : 0;
    const duplicates = await count(
      sql`select coalesce(sum(n - 1), 0)::int as n from (select count(*) as n from ${t}
        group by md5(coalesce(encode(st_asewkb(geom), 'hex'), '') || value::text)) g`,
      connection,
    );
    const reasons = { ...run.tally.reasons, ...(strays ? { outsideRegion: strays } : {}) };
    const accepted = run.tally.imported - strays;
    run.tally.imported = 0;
    return {
      accepted,
      nulls,
      invalid_geometry: invalid,
      duplicates,
      reasons: Object.entries(reasons).map(([reason, rows]) => ({ reason, rows })),
    };
  });
}
