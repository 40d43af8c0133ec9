// The tables as kysely sees them. Geometry is EPSG:4326; times are timestamptz.
import type { ColumnType, Generated } from 'kysely';
import type { ActTables } from './act-tables';
import type { JournalTables, TalkTables } from './journal-tables';
import type { LayerTables } from './layer-tables';
import type { ProjectTables } from './project-tables';
import type { RegionTables } from './region-tables';
import type { AccountStanding, SessionTables } from './session-tables';
import type { SourceTables } from './source-tables';

export type Json<T> = ColumnType<T, string, string>;
export type When = ColumnType<Date, Date | string | undefined, Date | string>;
export type Geom = ColumnType<string, string | null, string | null>;

export interface Tables
  extends ActTables,
    JournalTables,
    LayerTables,
    ProjectTables,
    RegionTables,
    SessionTables,
    SourceTables,
    TalkTables {
  customer: {
    id: Generated<number>;
    host: string;
    config: Json<Record<string, unknown>>;
    files_bytes: Generated<number>;
    /** The public host on which it signed up; null for a customer with a host of its own. */
    public_host: ColumnType<string | null, string | null | undefined, string | null>;
  };
  account: AccountStanding & {
    id: Generated<number>;
    customer_id: number;
    username: string;
    password_hash: string;
    first_name: string;
    last_name: string;
    email: string;
    phone: string;
    is_superuser: boolean;
    is_signed_up: boolean;
    locked: boolean;
    created: When;
    /** A deleted person keeps the row, for what they made. */
    deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** Key of the picture in the store. */
    image: ColumnType<string | null, string | null | undefined, string | null>;
    /** Days on which the account may be used, 1 (Saturday) to 7; none for every day. */
    workdays: ColumnType<number[], number[] | undefined, number[]>;
    /** The folded name, unique among the living of a customer. */
    name_key: string;
    /** Folded text that a person is searched by, and what of it everybody may search. */
    search: string;
    name_search: Generated<string>;
    two_factor: Generated<boolean>;
    /** The telephone number's key, once a code that went there has come back. */
    proved_phone: ColumnType<string | null, string | null | undefined, string | null>;
    /** The host on which the person signs in, written by the database; names are unique in it. */
    realm: ColumnType<string, never, never>;
  };
  account_role: { account_id: number; role_id: number };
  sms: {
    id: Generated<number>;
    customer_id: number | null;
    phone: string;
    text: string;
    purpose: string;
    created: When;
    until: When;
    sent_at: Date | null;
    attempts: Generated<number>;
    lease_until: Date | null;
    error: string | null;
  };
  record: {
    layer_id: number;
    id: Generated<number>;
    status: number;
    geom: Geom;
    q: ColumnType<string | null, string | null, string | null>;
    minz: number | null;
    value: Json<import('../../contract/schemas/form').Values>;
    search: string;
    creator_id: number | null;
    created: When;
    modifier_id: number | null;
    modified: When;
    version: Generated<number>;
    unconfirmed: ColumnType<unknown, string | null, string | null>;
    deleted_at: Date | null;
    /** Ids of the people whose work waits. */
    authors: ColumnType<number[] | null, string | null | undefined, string | null>;
    /** Who gave the first of two approvals. */
    first_id: number | null;
    verdict: ColumnType<unknown, string | null | undefined, string | null>;
  };
  record_file: {
    id: Generated<number>;
    customer_id: number;
    layer_id: number;
    record_id: number;
    account_id: number | null;
    label: string;
    name: string;
    type: string;
    size: number;
    key: string;
    created: When;
    pending: ColumnType<'add' | 'delete' | null, 'add' | 'delete' | null | undefined, 'add' | 'delete' | null>;
  };
  record_log: {
    id: Generated<number>;
    layer_id: number;
    record_id: number;
    account_id: number | null;
    at: When;
    action: import('../../contract/schemas/record').LogAction;
    before: ColumnType<unknown, string | null, string | null>;
    after: ColumnType<unknown, string | null, string | null>;
    reason: ColumnType<string | null, string | null | undefined, string | null>;
    /** The label of the file that the step is about. */
    file: ColumnType<string | null, string | null | undefined, string | null>;
    /** By which the one who made the record may ask for it again. */
    key: ColumnType<string | null, string | null | undefined, string | null>;
  };
  upload: {
    id: string;
    account_id: number;
    file_name: string;
    path: string;
    size: number;
    /** What the inspection found, with the encoding that was asked for ('' for none). */
    inspection: ColumnType<{ asked: string; found: unknown } | null, string | null | undefined, string | null>;
    created: When;
  };
  job: {
    id: string;
    account_id: number;
    upload_id: string | null;
    kind: import('../../contract/schemas/upload').Job['kind'];
    dry_run: boolean;
    report: ColumnType<unknown, string | null | undefined, string | null>;
    /** The attempt that works on it: a process's name and a turn. */
    holder: ColumnType<string | null, string | null | undefined, string | null>;
    heartbeat: ColumnType<Date | null, never, never>;
    attempts: Generated<number>;
    cancel: Generated<boolean>;
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    label: string;
    order: Json<unknown>;
    total: number | null;
    read: Generated<number>;
    imported: Generated<number>;
    rejected: Generated<number>;
    rejects: Json<{ row: number; reason: string }[]>;
    layer_id: number | null;
    error: string | null;
    created: When;
    /** What it is at; null before and while it reads. */
    stage: ColumnType<'reading' | 'checking' | 'indexing' | 'writing' | null, string | null | undefined, string | null>;
    share: Generated<number>;
    outcome: ColumnType<unknown, string | null | undefined, string | null>;
    undone_at: ColumnType<Date | null, never, Date>;
  };
  drawing: {
    id: Generated<number>;
    account_id: number;
    type: import('../../contract/schemas/drawing').DrawingType;
    label: string;
    style: Json<import('../../contract/schemas/drawing').DrawingStyle>;
    geom: Geom;
    radius: number | null;
    created: When;
    modified: When;
  };
  user_item: {
    id: Generated<number>;
    account_id: number;
    type: string;
    label: string;
    data: Json<import('../../contract/schemas/settings').Kept>;
    created: When;
  };
  env: {
    id: Generated<number>;
    account_id: number;
    label: string;
    data: Json<import('../../contract/schemas/settings').Kept>;
    is_default: Generated<boolean>;
    /** Who gave it, where it is a copy. */
    given_by: number | null;
    created: When;
  };
  /** Reported places; accuracy in metres. */
  /** What people did to records, counted: one row for each statement, folded into one for each day, layer, person and kind. */
  activity: {
    customer_id: number;
    day: ColumnType<string, string, string>;
    layer_id: number;
    account_id: number | null;
    action: string;
    n: number;
  };
  plan: {
    id: number;
    type: string;
    type_display: string;
    label: string;
    description: string;
    price: number;
    price_org: number;
    duration: number;
    layer_limit: number;
    disk_limit: number;
    listed: Generated<boolean>;
  };
  discount: {
    code: string;
    percent: number | null;
    amount: number | null;
    plan_id: number | null;
    until: Date | null;
    uses: number | null;
  };
  purchase: {
    id: string;
    customer_id: number;
    account_id: number;
    plan_id: number;
    duration: number;
    layer_limit: number;
    disk_limit: number;
    price: number;
    discount: number;
    amount: number;
    discount_code: string | null;
    gateway: string;
    authority: string | null;
    redirect_to: string | null;
    ref_id: string | null;
    host: string;
    state: 'pending' | 'paid' | 'failed';
    created: When;
    checked_at: Date | null;
    settled_at: Date | null;
  };
  subscription: {
    id: Generated<number>;
    customer_id: number;
    plan_id: number;
    purchase_id: string | null;
    starts: When;
    ends: When;
    layer_limit: number;
    disk_limit: number;
  };
  ledger: { id: Generated<number>; purchase_id: string; account: string; amount: number; at: When };
  erasure: {
    id: Generated<number>;
    customer_id: number;
    planned: When;
    counted: Json<Record<string, number>>;
    /** Key of the bundle in the store. */
    backup: string;
    done_at: Date | null;
  };
  /** Pictures of a customer: PNG as data addresses. */
  customer_logo: { customer_id: number; footer: string };
  user_config: { account_id: number; data: Json<Record<string, unknown>> };
  app_version: {
    id: Generated<number>;
    customer_id: number;
    version: string;
    is_required: boolean;
    /** Where its bytes lie in the store of files. */
    key: string;
    sha256: string;
    size: number;
    at: When;
  };
}
