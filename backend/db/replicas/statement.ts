// Which statements a replica may answer: reads of records. Pure.

const READS = /^\s*(?:select|with)\b/i;
/**
 * The parent table of records, a layer's partition, the log of records, and places of field users. A look at anything else costs the primary no more
 * than the question for its position.
 */
const RECORDS = /\b(?:record(?:_\d+|_log)?|track_point)\b/;
/** Words that change something, lock, or mean something else on another server. */
const PRIMARY_ONLY =
  /\b(?:insert|update|delete|merge|truncate|create|drop|alter|into|share|nextval|setval|currval|lastval|set_config|pg_notify|pg_current_\w+|pg_snapshot_\w+|txid_\w+|pg_(?:try_)?advisory_\w+|pg_stat_\w+|pg_locks|pg_(?:cancel|terminate)_backend)\b/i;

/** Whether a replica may answer the statement, by its text alone; values are parameters and stand in none. */
export const isReplicaRead = (text: string): boolean =>
  READS.test(text) && RECORDS.test(text) && !PRIMARY_ONLY.test(text);
