// The two journals: what people did, and what went wrong.
import type { ColumnType, Generated } from 'kysely';
import type { When } from './tables';

export interface JournalTables {
  audit: {
    id: Generated<number>;
    at: When;
    request_id: string;
    customer_id: number | null;
    account_id: number | null;
    call: string;
    object: string;
    layer_id: number | null;
    status: number;
    ip: string;
    /** Whom the account saw as: "user 12", "role 3" or "region 4"; null for itself. */
    view_as: ColumnType<string | null, string | null | undefined, string | null>;
  };
  app_log: {
    id: Generated<number>;
    at: When;
    customer_id: number | null;
    account_id: number | null;
    source: 'server' | 'job' | 'browser';
    place: string;
    message: string;
    request_id: string | null;
  };
}
