// The tables of what people tell each other, and of the journals: what people did, what went wrong, where people were and who has looked.
import type { ColumnType, Generated } from 'kysely';
import type { LOOK_KINDS } from '../../contract/schemas/tracking';
import type { Geom, When } from './tables';

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
  track_point: {
    id: Generated<number>;
    customer_id: number;
    account_id: number;
    at: When;
    geom: Geom;
    /** Metres. */
    accuracy: number | null;
    /** Metres a second. */
    speed: number | null;
    /** Degrees clockwise from north. */
    heading: number | null;
    /** Percent. */
    battery: number | null;
  };
  /** One row for each watcher, person, kind of look and day in Tehran. */
  track_look: {
    id: Generated<number>;
    account_id: number;
    watcher_id: number;
    day: string;
    kind: (typeof LOOK_KINDS)[number];
    times: number;
    first_at: When;
    last_at: When;
  };
}

/** What people tell each other: chats, notices, announcements. */
export interface TalkTables {
  message: {
    id: Generated<number>;
    sender_id: number;
    receiver_id: number;
    text: string;
    at: When;
    read_at: Date | null;
    /** Of the sender's browser: what it sends again is the same message. */
    key: string | null;
  };
  /** Whose messages the account wants neither counted nor announced. */
  muted_chat: { account_id: number; other_id: number };
  /** What somebody says in the room of a project. */
  room_message: {
    id: Generated<number>;
    project_id: number;
    sender_id: number;
    text: string;
    at: When;
    /** As that of a chat's message. */
    key: string | null;
  };
  /** Up to which message somebody has read a room, and whether its messages are neither counted nor announced. */
  room_reader: { project_id: number; account_id: number; read_up_to: Generated<number>; muted: Generated<boolean> };
  /** What a message carries: of a chat, of a room, or of none yet. */
  chat_file: {
    id: Generated<number>;
    customer_id: number;
    account_id: number;
    message_id: number | null;
    room_message_id: number | null;
    name: string;
    type: string;
    size: number;
    key: string;
    created: When;
  };
  notice: {
    id: Generated<number>;
    customer_id: number;
    sender_id: number | null;
    subject: string;
    text: string;
    at: When;
    link: string | null;
    automatic: Generated<boolean>;
    code: string | null;
    args: unknown;
    removed_at: Date | null;
  };
  scheduled_notice: {
    id: Generated<number>;
    customer_id: number;
    sender_id: number;
    subject: string;
    text: string;
    link: string | null;
    /** Whom it is for, as the contract words it. */
    audience: unknown;
    send_at: When;
    problem: string | null;
  };
  notice_recipient: { id: Generated<number>; notice_id: number; account_id: number; read_at: Date | null };
  announcement: {
    id: Generated<number>;
    customer_id: number;
    creator_id: number | null;
    title: string;
    text: string;
    at: When;
    pinned: Generated<boolean>;
    /** The last day on which it stands; null while it stays. */
    until: Date | null;
    edited_at: Date | null;
    audience: Generated<'all' | 'roles'>;
    /** The store's key of a picture. */
    image: Generated<string | null>;
  };
}
