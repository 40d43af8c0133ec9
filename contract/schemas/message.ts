// Chats between two people, and notices from one to many. Text only; people read only their own threads.
import { z } from 'zod';
import { can, ids, int, orderBy, why } from './common';
import { Person } from './session';

const text = z.string().trim().min(1).max(4000);
const Paging = { limit: int(1, 1000).optional(), offset: int(0, 1_000_000).optional() };
const dbId = int(1, 2 ** 31 - 1);

/** `online`: seen within the last 30 minutes. */
export const Contact = Person.extend({ image: z.string().nullable(), online: z.boolean() });
export type Contact = z.infer<typeof Contact>;

export const Message = z.object({
  id: z.number(),
  sender: z.number(),
  receiver: z.number(),
  text: z.string(),
  date: z.string(),
  /** When the receiver saw it; null until then. */
  read_date: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

export const LastChat = z.object({ contact: Contact, message: Message, unread: z.number().int() });
export type LastChat = z.infer<typeof LastChat>;
export const ChatQuery = z.strictObject({ chat_with: dbId, ...Paging, order: orderBy(['date', 'id']).optional() });
export const NewMessage = z.strictObject({ receiver: dbId, text });
export const MessageCheck = z.object({ newMessageCount: z.number().int() });

/** Notices of the product itself. */
export const NOTICE_CODES = [
  'record_approved',
  'deletion_approved',
  'record_reopened',
  'record_commented',
  'record_returned',
  'record_rejected',
  'deletion_returned',
  'deletion_rejected',
  'project_returned',
  'project_started',
  'project_submitted',
  'project_second',
  'project_approved',
  'project_due',
  'project_comment',
  'task_handed',
  'task_reopened',
  'sync_paused',
  'two_factor_reset',
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];
/** Written by somebody, or by the product because of what somebody did. */
const NoticeKind = z.enum(['sent', 'automatic']);

const noticeText = z.object({
  id: z.number(),
  kind: NoticeKind,
  /** The content of an automatic one; null for others, and for those written before codes were kept. */
  code: z.enum(NOTICE_CODES).nullable(),
  /** Both of an automatic one are in the language of the response. */
  subject: z.string(),
  text: z.string(),
  /** A screen of the product that the notice is about, as a path; only the product itself sets it. */
  link: z.string().nullable(),
  sender: Person.nullable(),
  date: z.string(),
});

/** Who receives it is counted, never listed here. */
export const Notice = noticeText.extend({ recipients: z.number().int(), read: z.number().int(), can_delete: can, why });
export type Notice = z.infer<typeof Notice>;
/** `search`: words of the subject or the text, as the reader reads them. */
export const NoticeQuery = z.strictObject({
  ...Paging,
  kind: NoticeKind.optional(),
  search: z.string().max(200).optional(),
  order: orderBy(['date', 'subject', 'id']).optional(),
});
export const NewNotice = z.strictObject({
  subject: z.string().trim().min(1).max(200),
  text,
  /** Ids of users of the own organisation. */
  recipient_user: ids(10_000),
});
export const RecipientQuery = z.strictObject({
  notiffication: dbId,
  ...Paging,
  order: orderBy(['name', 'read_date', 'id']).optional(),
});
export const Recipient = z.object({ id: z.number(), user: Person, read_date: z.string().nullable() });
export type Recipient = z.infer<typeof Recipient>;

/** A notice as its receiver sees it. */
export const ReceivedNotice = noticeText.extend({ read_date: z.string().nullable() });
export type ReceivedNotice = z.infer<typeof ReceivedNotice>;
export const ReceivedQuery = z.strictObject({
  ...Paging,
  kind: NoticeKind.optional(),
  order: orderBy(['date', 'read_date', 'id']).optional(),
});

/** An announcement to the whole organisation. */
export const Announcement = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  user: Person.nullable(),
  date: z.string(),
  can_delete: can,
  why,
});
export type Announcement = z.infer<typeof Announcement>;
export const AnnouncementQuery = z.strictObject({ ...Paging, order: orderBy(['date', 'title', 'id']).optional() });
export const NewAnnouncement = z.strictObject({ title: z.string().trim().min(1).max(200), text });
export const AnnouncementEdit = NewAnnouncement.partial();
