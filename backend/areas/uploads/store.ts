// SQL of uploads, and what a job must know of the person who ordered it.

import { sql } from 'kysely';
import type { Extent } from '../../../contract/schemas/common';
import type { Inspection } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';
import { IRAN } from '../../geo/import';

/** What an inspection found, without the upload's own id and size; `asked` is the encoding that it was made with. */
export interface Kept {
  asked: string;
  found: Omit<Inspection, 'file_id' | 'size'>;
}

export const addUpload = (
  db: Db,
  row: { id: string; account: number; name: string; path: string; size: number; inspection: Kept },
) =>
  db
    .insertInto('upload')
    .values({
      id: row.id,
      account_id: row.account,
      file_name: row.name,
      path: row.path,
      size: row.size,
      inspection: JSON.stringify(row.inspection),
    })
    .execute();

export const keepInspection = (db: Db, id: string, inspection: Kept) =>
  db
    .updateTable('upload')
    .set({ inspection: JSON.stringify(inspection) })
    .where('id', '=', id)
    .execute();

/** An upload of this account; those of others do not exist for it. */
export const upload = (db: Db, account: number, id: string) =>
  db.selectFrom('upload').selectAll().where('id', '=', id).where('account_id', '=', account).executeTakeFirst();

export type UploadRow = Awaited<ReturnType<typeof upload>> & object;

export const dropUpload = (db: Db, id: string) => db.deleteFrom('upload').where('id', '=', id).execute();

/** Whose job it is: his customer and the regions that limit him. Undefined where he is locked or gone. */
export async function orderer(
  db: Db,
  account: number,
): Promise<{ id: number; customer: number; superuser: boolean; regions: number[] } | undefined> {
  const row = await db
    .selectFrom('account')
    .select(['id', 'customer_id', 'is_superuser'])
    .where('id', '=', account)
    .where('locked', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const regions = await db.selectFrom('account_region').select('region_id').where('account_id', '=', account).execute();
  return {
    id: row.id,
    customer: row.customer_id,
    superuser: row.is_superuser,
    regions: regions.map((r) => r.region_id),
  };
}

/** Where the organisation's work lies (degrees): the person's regions, else all of its regions, else the country. */
export async function homeOf(db: Db, customer: number, regions: readonly number[]): Promise<Extent> {
  const mine = regions.length > 0 ? sql`and r.id = any(${[...regions]}::int[])` : sql``;
  const { rows } = await sql<Record<'w' | 's' | 'e' | 'n', number | null>>`
    select st_xmin(x.box) as w, st_ymin(x.box) as s, st_xmax(x.box) as e, st_ymax(x.box) as n
      from (select st_extent(r.geom) as box from region r where r.customer_id = ${customer}::int ${mine}) x`.execute(
    db,
  );
  const [box] = rows;
  if (!box || box.w === null || box.s === null || box.e === null || box.n === null) return IRAN;
  return [box.w, box.s, box.e, box.n];
}
