// SQL of uploads and of the jobs that import them.
import type { ImportOrder, Job } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';

export const addUpload = (db: Db, row: { id: string; account: number; name: string; path: string; size: number }) =>
  db
    .insertInto('upload')
    .values({ id: row.id, account_id: row.account, file_name: row.name, path: row.path, size: row.size })
    .execute();

/** An upload of this account; those of others do not exist for it. */
export const upload = (db: Db, account: number, id: string) =>
  db.selectFrom('upload').selectAll().where('id', '=', id).where('account_id', '=', account).executeTakeFirst();

export const dropUpload = (db: Db, id: string) => db.deleteFrom('upload').where('id', '=', id).execute();

export async function addJob(db: Db, id: string, account: number, uploadId: string, order: ImportOrder): Promise<void> {
  await db
    .insertInto('job')
    .values({
      id,
      account_id: account,
      upload_id: uploadId,
      state: 'waiting',
      label: order.label,
      order: JSON.stringify(order),
      total: null,
      rejects: '[]',
      layer_id: null,
      error: null,
    })
    .execute();
}

export const started = (db: Db, id: string, total: number | null) =>
  db.updateTable('job').set({ state: 'running', total }).where('id', '=', id).execute();

interface Tally {
  read: number;
  imported: number;
  rejected: number;
  rejects: { row: number; reason: string }[];
}
const counts = (tally: Tally) => ({
  read: tally.read,
  imported: tally.imported,
  rejected: tally.rejected,
  rejects: JSON.stringify(tally.rejects),
});

export const progress = (db: Db, id: string, tally: Tally) =>
  db.updateTable('job').set(counts(tally)).where('id', '=', id).execute();

export const finished = (
  db: Db,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  tally: Tally,
  layer: number | null,
  error: string | null,
) =>
  db
    .updateTable('job')
    .set({ state, ...counts(tally), layer_id: layer, error })
    .where('id', '=', id)
    .execute();

/** Jobs that a stop of the process cut off: they did not happen. */
export const abandon = (db: Db) =>
  db
    .updateTable('job')
    .set({ state: 'failed', error: 'interrupted' })
    .where('state', 'in', ['waiting', 'running'])
    .execute();

export const jobs = (db: Db, account: number) =>
  db.selectFrom('job').selectAll().where('account_id', '=', account).orderBy('created', 'desc').limit(50).execute();

export const job = (db: Db, account: number, id: string) =>
  db.selectFrom('job').selectAll().where('id', '=', id).where('account_id', '=', account).executeTakeFirst();

type JobRow = Awaited<ReturnType<typeof jobs>>[number];

/** A job as the wire shows it; `word` puts codes into the reader's language. */
export const shown = (row: JobRow, word: (code: string) => string): Job => ({
  id: row.id,
  state: row.state,
  label: row.label,
  progress: row.state === 'done' ? 100 : row.total ? Math.min(99, Math.floor((row.read / row.total) * 100)) : null,
  read: row.read,
  imported: row.imported,
  rejected: row.rejected,
  rejects: row.rejects.map(({ row: number, reason }) => ({ row: number, reason: word(reason) })),
  layer: row.layer_id,
  error: row.error === null ? null : word(row.error),
});
