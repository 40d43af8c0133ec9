// Tables of jobs under way, and of layers whose records come from a database elsewhere.
import type { Generated } from 'kysely';
import type { Grouped, ValueRule } from '../../contract/schemas/query';
import type { Schedule, SyncOutcome } from '../../contract/schemas/sources/layer-sync';
import type { Json, When } from './tables';

export interface SourceTables {
  arcsde: {
    id: Generated<number>;
    customer_id: number;
    label: string;
    host: string;
    port: number;
    database: string;
    username: string;
    /** The password, sealed. */
    secret: string;
    tls: boolean;
  };
  /** Tables that a job fills before its one commit. */
  staging: { name: string; job_id: string; holder: string };
  attempt: { key: string; times: Date[]; last: When };
  arcsde_check: { arcsde_id: number; at: When; problem: string | null };
  record_source: { layer_id: number; key: string; record_id: number; hash: string | null; version: number | null };
  layer_sync: {
    layer_id: number;
    /** Column of the table that is the key; null for its primary key. */
    key: string | null;
    filter: Json<Grouped<ValueRule> | null>;
    /** Columns of the source that the layer reads; null where the layer is older than that. */
    columns: Json<string[] | null>;
    every: Schedule['every'];
    hour: number | null;
    edits: Schedule['edits'];
    /** In whose name it is read by itself. */
    account_id: number | null;
    next_at: When | null;
    failures: Generated<number>;
    paused_at: When | null;
    last: Json<SyncOutcome | null>;
  };
}
