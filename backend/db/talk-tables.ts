// The tables of what people tell each other: chats, notices, announcements.
import type { Generated } from 'kysely';
import type { When } from './tables';

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
  };
}
