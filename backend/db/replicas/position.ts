// Where a server stands in the log: what the primary has on its disk, and what a replica has replayed.

/** What a replica must have reached before it may answer: a place in the log of one cluster, on one timeline. */
export interface Position {
  /** As PostgreSQL writes it: two numbers in base 16 with a slash between. */
  lsn: string;
  timeline: number;
  /** The cluster's own number; its copies have the same, and no other cluster has. */
  system: string;
}

/** Where a replica says that it is. */
export interface Replayed extends Position {
  /** False for one that was promoted, or never was a replica. */
  isStandby: boolean;
}

/**
 * All that was committed before this was asked is at or before the position. Where a commit does not wait for the disk, that is the
 * end of what was written into memory.
 */
export const PRIMARY_POSITION = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as lsn,
  ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline,
  (select system_identifier::text from pg_control_system()) as system`;

/** The timeline that a replica has replayed; its control file may follow a promotion late, and never early. */
const TIMELINE =
  'greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery()))';

export const REPLICA_POSITION = `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as lsn, ${TIMELINE} as timeline,
  (select system_identifier::text from pg_control_system()) as system`;

/** Whether the server of this very connection has reached a position: parameters are those of Position. */
export const HAS_REACHED = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn and ${TIMELINE} = $2::int
  and (select system_identifier::text from pg_control_system()) = $3::text as "isFresh"`;

const LOW_BITS = 32n;

/** A place in the log as a number that can be compared. */
export function lsnNumber(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << LOW_BITS) | BigInt(`0x${low}`);
}

/**
 * One question for all who want its answer: never two at once. Whoever comes while one is under way shares the one after it, since that
 * under way may have been answered before they came.
 */
export function sharedQuestion<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const start = () => {
    running = ask();
    const end = () => {
      running = null;
    };
    running.then(end, end);
    return running;
  };
  const startNext = () => {
    next = null;
    return start();
  };
  return () => {
    if (next) return next;
    if (!running) return start();
    next = running.then(startNext, startNext);
    return next;
  };
}

/** Moments at which the primary was at places in its log: how long ago it left the place at which a replica is. */
export interface LagClock {
  mark(lsn: string, at: number): void;
  /** Milliseconds since the primary went beyond `lsn`; 0 where it has not. */
  lagOf(lsn: string, now: number): number;
}

/** Places of the log that are remembered; one a second, so more than a quarter of an hour. Who is further behind is so anyway. */
const MAX_MARKS = 1000;

export function lagClock(): LagClock {
  const marks: { place: bigint; at: number }[] = [];
  return {
    mark(lsn, at) {
      const place = lsnNumber(lsn);
      const last = marks.at(-1);
      // Another primary stands where the one before never was.
      if (last && place < last.place) marks.length = 0;
      if (last && place === last.place) return;
      marks.push({ place, at });
      if (marks.length > MAX_MARKS) marks.shift();
    },
    lagOf(lsn, now) {
      const place = lsnNumber(lsn);
      const beyond = marks.find((mark) => mark.place > place);
      return beyond ? now - beyond.at : 0;
    },
  };
}
