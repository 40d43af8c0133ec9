// The streaming replicas that share the reads: whether each is one of this database, and replays.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  lsnNumber,
  type Position,
  PRIMARY_POSITION,
  REPLICA_POSITION,
  type Replayed,
} from '../../backend/db/replicas/position';
import { problemOf, replicaName } from '../../backend/db/replicas/replica';
import { INTERACTIVE, withScope } from '../../backend/db/scope';
import { openServer } from '../../backend/db/server';
import { type Finding, messageOf, ok, warn } from './finding';

type ReplicaServer = Replayed & { hasFeedback: boolean };

const REPLICA = `select p.*, current_setting('hot_standby_feedback')::bool as "hasFeedback" from (${REPLICA_POSITION}) p`;
/** So long a replica may take to reach where the primary is now, and the pause between two looks. */
const CATCH_UP_MS = 5_000;
const LOOK_MS = 100;

/** Asks as a request would, whose start parameters a pooler must let through. */
async function withServer<T>(url: string, work: (ask: <R>(statement: string) => Promise<R>) => Promise<T>): Promise<T> {
  const engine = openServer(url);
  try {
    return await withScope({ requestId: 'doctor', seconds: INTERACTIVE.seconds }, () =>
      work(async <R>(statement: string) => (await sql.raw<R>(statement).execute(engine.db)).rows[0] as R),
    );
  } finally {
    await engine.close();
  }
}

/** One replica beside the primary's position. It is never a fault that stops the product: the primary answers. */
async function checkReplica(url: string, primary: Position): Promise<Finding> {
  const name = replicaName(url);
  const advice = 'the primary answers in its place; compare DATABASE_READ_URL and docs/scaling.md';
  try {
    return await withServer(url, async (ask) => {
      const until = Date.now() + CATCH_UP_MS;
      for (;;) {
        const replica = await ask<ReplicaServer>(REPLICA);
        const problem = problemOf(replica, primary, 0, 0);
        if (problem !== null) return warn('replica', `${name} ${problem}`, advice);
        const behind = lsnNumber(primary.lsn) - lsnNumber(replica.lsn);
        if (behind > 0n && Date.now() > until)
          return warn('replica', `${name} is ${behind} bytes of the log behind`, advice);
        if (behind <= 0n)
          return replica.hasFeedback
            ? ok('replica', `${name} replays all that is written`)
            : warn(
                'replica',
                `${name} may cancel reads to replay`,
                'set hot_standby_feedback = on there; until then such reads are asked again of the primary',
              );
        await sleep(LOOK_MS);
      }
    });
  } catch (error) {
    return warn('replica', `${name}: ${messageOf(error)}`, advice);
  }
}

/** A line for each replica of the primary at `url`. Reads only; says nothing where the primary itself does not answer. */
export async function checkReplicas(url: string, readUrls: readonly string[]): Promise<Finding[]> {
  if (readUrls.length === 0) return [];
  const primary = await withServer(url, (ask) => ask<Position>(PRIMARY_POSITION)).catch(() => null);
  return primary ? Promise.all(readUrls.map((readUrl) => checkReplica(readUrl, primary))) : [];
}
