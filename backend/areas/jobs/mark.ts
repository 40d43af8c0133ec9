// How far a job came that commits in parts, written in the transaction of each part.
import { sql } from 'kysely';
import type { JobOutcome } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';

/** Notes what a job has done so far. Answers whether it shall end; null where it is no longer the holder's own. */
export async function mark(db: Db, id: string, holder: string, outcome: JobOutcome): Promise<boolean | null> {
  const { rows } = await sql<{ cancel: boolean }>`
    update job set outcome = ${JSON.stringify(outcome)}::jsonb, heartbeat = now() where id = ${id} and holder = ${holder} and state = 'running' returning cancel`.execute(
    db,
  );
  return rows[0]?.cancel ?? null;
}
