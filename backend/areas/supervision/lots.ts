// Lots of second approvals: the first approvals that were given while one seed drew, what was drawn of them, and what came of it.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { AuditLot, AuditLotCard, LotQuery } from '../../../contract/schemas/records/audit';
import type { Person } from '../../../contract/schemas/session';
import { type Db, holdsKeyWords } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { notFound } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import { rowId } from '../../http/row-id';
import { selectPerson } from '../../identity/people';
import { HAS_FIRST } from '../records/sql/standing';
import { COUNT_CAP, IS_QUEUED, judged } from './store';

type Sql = RawBuilder<unknown>;
type Lot = z.infer<typeof AuditLot>;
type LotRow = Omit<Lot, 'date' | 'until'> & { date: Date; until: Date | null };

/** Lots `v` of layers `l` whose work the caller judges. */
const lotsOf = ({ caller }: Ctx, { layers, label }: z.infer<typeof LotQuery>): Sql => sql`
  from review_audit v join layer l on l.id = v.layer_id
    where l.customer_id = ${caller.customer}::int and ${judged(caller)}
      ${layers && layers.length > 0 ? sql`and l.id = any(${[...layers]}::int[])` : sql``}
      ${label ? sql`and ${holdsKeyWords(sql`l.label_search`, label)}` : sql``}`;

/** Whether a draw `d` still waits: its record has the first approval that was drawn, not a later one. */
const isOpen = sql`d.because is not null and d.agreed is null
  and not exists (select 1 from review_draw later where later.record_id = d.record_id and later.id > d.id)
  and exists (select 1 from record n where n.layer_id = d.layer_id and n.id = d.record_id and ${IS_QUEUED} and ${HAS_FIRST})`;

const NEWEST = sql`order by d.id desc limit ${COUNT_CAP}::int`;

/** Lots with their numbers. What draws now has no end. */
async function findLots(db: Db, from: Sql, end: Sql): Promise<Lot[]> {
  const { rows } = await sql<LotRow>`
    select s.*, c.* from (
      select v.id, v.layer_id as layer, l.label as layer_label, v.share, v.seed, ${selectPerson('v.account_id')} as "user", v.at as date,
          (select min(b.at) from review_audit b where b.layer_id = v.layer_id and b.id > v.id) as until, p.place
        from (select o.lot, row_number() over () as place from (select v.id as lot ${from} ${end}) o) p join review_audit v on v.id = p.lot join layer l on l.id = v.layer_id) s
      cross join lateral (
        select count(*)::int as approved, (count(*) filter (where d.because = 'returned'))::int as returned,
            (count(*) filter (where d.because = 'random'))::int as sample, (count(*) filter (where d.agreed))::int as agreed,
            (count(*) filter (where not d.agreed))::int as overturned, (count(*) filter (where d.open))::int as waiting
          from (select d.because, d.agreed, ${isOpen} as open from review_draw d where d.audit_id = s.id ${NEWEST}) d) c
      order by s.place`.execute(db);
  return rows.map(({ date, until, ...row }) => ({
    id: row.id,
    layer: row.layer,
    layer_label: row.layer_label,
    share: row.share,
    seed: row.seed,
    user: row.user,
    date: date.toISOString(),
    until: until?.toISOString() ?? null,
    approved: row.approved,
    returned: row.returned,
    sample: row.sample,
    waiting: row.waiting,
    agreed: row.agreed,
    overturned: row.overturned,
  }));
}

export const listLots = (ctx: Ctx, query: z.infer<typeof LotQuery>) => {
  const { db } = ctx.engine;
  const from = lotsOf(ctx, query);
  return listed(ctx, query, {
    rows: (end) => findLots(db, from, end),
    count: () => countRows(db, from),
    orders: { date: sql`v.at`, layer_label: byText(ctx.engine, sql`l.label`), share: sql`v.share`, id: sql`v.id` },
    first: '-date',
  });
};

/** One lot, with how often the second reviewer agreed with each who gave first approvals in it. */
export async function readLot(ctx: Ctx, id: string | number): Promise<z.infer<typeof AuditLotCard>> {
  const { db } = ctx.engine;
  const from = sql`${lotsOf(ctx, {})} and v.id = ${rowId(id)}::int`;
  const [lot] = await findLots(db, from, sql`limit 1`);
  if (!lot) throw notFound();
  const { rows } = await sql<{
    person: Person | null;
    approved: number;
    drawn: number;
    agreed: number;
    overturned: number;
  }>`
    select ${selectPerson('d.reviewer_id')} as person, d.approved, d.drawn, d.agreed, d.overturned from (
      select d.reviewer_id, count(*)::int as approved, (count(*) filter (where d.because is not null))::int as drawn,
          (count(*) filter (where d.agreed))::int as agreed, (count(*) filter (where not d.agreed))::int as overturned
        from (select d.* from review_draw d where d.audit_id = ${lot.id}::int ${NEWEST}) d
        group by d.reviewer_id order by count(*) desc, d.reviewer_id limit 100) d`.execute(db);
  return { ...lot, reviewers: rows };
}
