// Second approvals by lot: which first approvals take one, drawn from a seed that is written down, and how often the second reviewer agrees.
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../../../contract/schemas/records/audit';
import type { Person } from '../../../contract/schemas/session';
import type { Verdict } from '../../../contract/schemas/supervision';
import type { Db } from '../../db/engine';
import { selectPerson } from '../../identity/people';
import type { LayerRow } from '../layers/store';
import type * as records from '../records/store';

export interface AuditRow {
  id: number;
  share: number;
  seed: string;
}
export type Because = 'returned' | 'random';

/** What decides in a layer; undefined where every first approval takes a second one. */
export async function getAudit(db: Db, layer: number): Promise<AuditRow | undefined> {
  const { rows } = await sql<AuditRow>`
    select id, share, seed from review_audit where layer_id = ${layer}::int order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Sets the share of a layer from now on, with a new seed. Returns the id of the lot. */
export async function setAudit(
  db: Db,
  layer: number,
  share: number,
  account: number,
  at: Date,
  seed = randomBytes(8).toString('hex'),
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into review_audit (layer_id, share, seed, account_id, at)
      values (${layer}::int, ${share}::int, ${seed}::text, ${account}::int, ${at}::timestamptz) returning id`.execute(
    db,
  );
  return (rows[0] as { id: number }).id;
}

/** The lot of one version of a record, 0 to below 100: whoever has the seed draws the same. */
export const lotOf = (seed: string, record: number, version: number): number =>
  (createHash('sha256').update(`${seed}:${record}:${version}`).digest().readUInt32BE() / 2 ** 32) * 100;

/** Why a first approval takes a second one; null where it is enough by itself. */
export const drawOf = (
  { seed, share }: Pick<AuditRow, 'seed' | 'share'>,
  record: { id: number; version: number },
  wasReturned: boolean,
): Because | null => (wasReturned ? 'returned' : lotOf(seed, record.id, record.version) < share ? 'random' : null);

/** Those of some records that were sent back before. */
export async function findReturned(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select record_id::float8 as id, count(*)::int as n from record_log where record_id = any(${[...ids]}::bigint[]) and action = 'return' group by record_id`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Why a first approval takes a second one, by lot; undefined where the layer draws no lots and each takes one. */
export type DrawFirst = (row: records.RecordRow) => Because | null | undefined;

/** The lots of records under an approval, and the audit that they are drawn for. */
export async function prepareDraws(db: Db, layer: LayerRow, ids: readonly number[], v: z.infer<typeof Verdict>) {
  const isDrawn = v.action === 'approve' && layer.config.second_approval === true;
  const audit: AuditRow | undefined = isDrawn ? await getAudit(db, layer.id) : undefined;
  const returned = audit ? await findReturned(db, ids) : new Map();
  const drawFirst: DrawFirst = (row) => (audit ? drawOf(audit, row, returned.has(row.id)) : undefined);
  return { audit, drawFirst };
}

/** Writes down the draws of first approvals. */
export async function noteDraws(
  db: Db,
  layer: number,
  audit: AuditRow,
  reviewer: number,
  at: Date,
  draws: readonly { record: number; because: Because | null }[],
): Promise<void> {
  if (draws.length === 0) return;
  await sql`
    insert into review_draw (layer_id, record_id, reviewer_id, audit_id, because, at)
      select ${layer}::int, d.record, ${reviewer}::int, ${audit.id}::int, d.because, ${at}::timestamptz
        from unnest(${draws.map((d) => d.record)}::bigint[], ${draws.map((d) => d.because)}::text[]) as d(record, because)`.execute(
    db,
  );
}

/** Writes down what a second reviewer made of records that were drawn. */
export async function noteSecond(db: Db, ids: readonly number[], second: number, agreed: boolean): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update review_draw set second_id = ${second}::int, agreed = ${agreed}::boolean
      where second_id is null and because is not null
        and id in (select max(d.id) from review_draw d where d.record_id = any(${[...ids]}::bigint[]) group by d.record_id)`.execute(
    db,
  );
}

/** An approval was taken back: the draw of a first one is void, the outcome of a second one open again. */
export async function forgetDraw(db: Db, record: number, by: number): Promise<void> {
  const last = sql`id = (select max(d.id) from review_draw d where d.record_id = ${record}::bigint)`;
  await sql`update review_draw set second_id = null, agreed = null where ${last} and second_id = ${by}::int`.execute(
    db,
  );
  await sql`delete from review_draw where ${last} and reviewer_id = ${by}::int and second_id is null`.execute(db);
}

/** Why a record that has its first approval takes a second one, by lot. */
export async function getBecause(db: Db, record: number): Promise<Because | null> {
  const { rows } = await sql<{ because: Because | null }>`
    select because from review_draw where record_id = ${record}::bigint order by id desc limit 1`.execute(db);
  return rows[0]?.because ?? null;
}

export async function showAudit(db: Db, layer: number): Promise<z.infer<typeof Audit>> {
  const { rows } = await sql<{ share: number; seed: string; person: Person | null; at: Date }>`
    select s.share, s.seed, s.at, ${selectPerson('s.account_id')} as person from review_audit s where s.layer_id = ${layer}::int order by s.id desc limit 1`.execute(
    db,
  );
  const reviewers = await sql<z.infer<typeof Audit>['reviewers'][number]>`
    select ${selectPerson('d.reviewer_id')} as person, d.approved, d.drawn, d.agreed, d.overturned from (
      select reviewer_id, count(*)::int as approved, (count(*) filter (where because is not null))::int as drawn,
          (count(*) filter (where agreed))::int as agreed, (count(*) filter (where not agreed))::int as overturned
        from review_draw where layer_id = ${layer}::int group by reviewer_id order by count(*) desc, reviewer_id limit 100) d`.execute(
    db,
  );
  const [set] = rows;
  return {
    share: set?.share ?? null,
    seed: set?.seed ?? null,
    user: set?.person ?? null,
    date: set?.at.toISOString() ?? null,
    reviewers: reviewers.rows,
  };
}
