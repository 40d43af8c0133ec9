// SQL about the jobs of an analysis.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import { Refusal } from '../../http/errors';
import { holdAccount } from '../../identity/hold';

/** Refuses a second analysis of the same person beside one that waits or runs. Inside the transaction that orders it. */
export async function acquireSlot(tx: Db, account: number): Promise<void> {
  await holdAccount(tx, account);
  const { rows } = await sql`
    select 1 from job where account_id = ${account}::int and kind = 'analysis' and state in ('waiting', 'running') limit 1`.execute(
    tx,
  );
  if (rows.length > 0) throw new Refusal(409, 'analysisRunning');
}
