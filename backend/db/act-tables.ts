// The tables of acts on many records, and of what leaves by exports or is read by programs outside.
import type { ColumnType, Generated } from 'kysely';
import type { Json, When } from './tables';

export interface ActTables extends PublishTables {
  act_step: {
    job_id: string;
    layer_id: number;
    record_id: number;
    version: number | null;
    before: ColumnType<unknown, string | null, string | null>;
    geom: ColumnType<string, string | null, string | null> | null;
    problem: string | null;
  };
  export_token: {
    hash: string;
    session_id: string;
    layer_id: number;
    order: Json<import('../../contract/schemas/export').ExportOrder>;
    until: When;
  };
  export_file: {
    job_id: string;
    key: string;
    name: string;
    type: string;
    size: number;
    until: Date;
  };
}

/** What is open to programs outside, the keys, and their use. The address of a customer's open layers is `customer.open_key`. */
export interface PublishTables {
  published_layer: {
    layer_id: number;
    customer_id: number;
    /** 0: with a key; 1: open to everybody. */
    access: number;
    description: string;
    licence: string;
    attribution: string;
    hidden_fields: string[];
    /** Whole numbers beyond 32 bits, written with a point: programs outside break them else. */
    wide_fields: string[];
    only_approved: boolean;
    time_field: string | null;
    /** Sum of 1 (add), 2 (edit), 4 (delete). */
    writes: number;
    /** Sum of 1 (features), 2 (tiles), 4 (csv). */
    services: number;
    made_by: number | null;
    made_at: When;
    changed_at: When;
    version: Generated<number>;
  };
  publish_key: {
    id: string;
    customer_id: number;
    account_id: number;
    label: string;
    hash: string;
    old_hash: string | null;
    old_until: Date | null;
    in_address: boolean;
    addresses: ColumnType<string[], string[] | undefined, string[]>;
    region_bound: boolean;
    /** The account is a person's own, and not one that was made for the key. */
    personal: Generated<boolean>;
    made_by: number | null;
    made_at: When;
    expires: When;
    revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    last_used: ColumnType<Date | null, Date | null | undefined, Date | null>;
    last_ip: ColumnType<string | null, string | null | undefined, string | null>;
    version: Generated<number>;
  };
  publish_grant: {
    key_id: string;
    in_address: boolean;
    layer_id: number;
    add: boolean;
    edit: boolean;
    delete: boolean;
  };
  /** What unpublishing took away, for a few seconds. */
  unpublished_layer: {
    layer_id: number;
    customer_id: number;
    token: string;
    settings: unknown;
    grants: unknown;
    at: When;
  };
  publish_use: {
    customer_id: number;
    day: ColumnType<string, string, string>;
    /** Empty for the open door. */
    key_id: string;
    /** 0 for what belongs to no layer. */
    layer_id: number;
    kind: number;
    requests: number;
    records: number;
    bytes: number;
    refused: number;
  };
}
