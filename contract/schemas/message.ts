// Chats between two people, and notices from one to many. Text only; people read only their own threads.
import { z } from 'zod';
import { isScreenPath } from '../catalogue';
import { can, Day, flag, ids, int, orderBy, why } from './common';
import { Person } from './session';
import { Picture } from './user';

const text = z.string().trim().min(1).max(4000);
/** Files of one message. */
export const MAX_CHAT_FILES = 5;
const Paging = { limit: int(1, 1000).optional(), offset: int(0, 1_000_000).optional() };
const dbId = int(1, 2 ** 31 - 1);

/**
 * `online`: seen within the last 30 minutes; `can_chat`: whether a message can be sent there now; `muted`: the caller wants their messages
 * neither counted nor announced. Another upstream may lack the last two.
 */
export const Contact = Person.extend({
  image: z.string().nullable(),
  online: z.boolean(),
  can_chat: z.boolean().optional(),
  muted: z.boolean().optional(),
});
export type Contact = z.infer<typeof Contact>;

/** A file that a message carries. Its media type is what its content proves. */
export const ChatFile = z.object({ id: z.number(), name: z.string(), type: z.string(), size: z.number() });
export type ChatFile = z.infer<typeof ChatFile>;

export const Message = z.object({
  id: z.number(),
  sender: z.number(),
  receiver: z.number(),
  text: z.string(),
  date: z.string(),
  /** When the receiver saw it; null until then. */
  read_date: z.string().nullable(),
  /** What its sender's browser called it. Another upstream may lack it. */
  key: z.string().nullable().optional(),
  /** Another upstream may lack it. */
  files: z.array(ChatFile).optional(),
});
export type Message = z.infer<typeof Message>;

export const LastChat = z.object({ contact: Contact, message: Message, unread: z.number().int() });
export type LastChat = z.infer<typeof LastChat>;
/**
 * `after`, `before`: messages with greater or smaller ids alone, so that a page stays where it is while others come. `mark`: false leaves
 * unread what is read by a program ahead of its reader.
 */
export const ChatQuery = z.strictObject({
  chat_with: dbId,
  after: int(0).optional(),
  before: int(1).optional(),
  mark: flag().optional(),
  ...Paging,
  order: orderBy(['date', 'id']).optional(),
});
/**
 * `key`: a message that comes again under its key is the same message. `files`: ids of own files that no message carries yet; with
 * some the text may be empty.
 */
export const NewMessage = z.strictObject({
  receiver: dbId,
  text: z.string().trim().max(4000),
  files: ids(MAX_CHAT_FILES).optional(),
  key: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
});
/** Whatever the other one wrote, up to a message, has been read. */
export const MessageRead = z.strictObject({ chat_with: dbId, up_to: int(1) });
/** Words of messages, in one thread or in all of the caller's; the newest 20,000 are searched. */
export const MessageSearch = z.strictObject({
  search: z.string().trim().min(1).max(200),
  chat_with: dbId.optional(),
  ...Paging,
  order: orderBy(['date', 'id']).optional(),
});
export const MessageMatch = z.object({ id: z.number(), message: Message, contact: Contact });
export type MessageMatch = z.infer<typeof MessageMatch>;
export const ChatMute = z.strictObject({ muted: z.boolean() });
/** Of threads that are not muted. */
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
  'board_digest',
  'notice_unsent',
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
  /** A screen of the product that the notice is about, as a path. */
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
/**
 * Who is meant, all of them together: people, those who have one of the roles, who work in one of the regions, who take part in one of the
 * projects, who are online now, who have not read an earlier notice. The sender is among them only by name. `except`: these are not.
 */
export const Audience = z.strictObject({
  users: ids(10_000).optional(),
  roles: ids(100).optional(),
  regions: ids(100).optional(),
  projects: ids(100).optional(),
  online: z.boolean().optional(),
  unread_of: dbId.optional(),
  except: ids(1000).optional(),
});
export type Audience = z.infer<typeof Audience>;
/** `locked`: those of them who cannot sign in now. `first`: the first names, in their order. */
export const AudienceCount = z.object({ count: z.number().int(), locked: z.number().int(), first: z.array(Person) });
export type AudienceCount = z.infer<typeof AudienceCount>;
/** One of both: ids of users of the own organisation, or who is meant in other words. */
export const NewNotice = z
  .strictObject({
    subject: z.string().trim().min(1).max(200),
    text,
    recipient_user: ids(10_000).optional(),
    audience: Audience.optional(),
    /** A path of one of the product's own screens, below /app/. */
    link: z.string().max(500).refine(isScreenPath).nullable().optional(),
  })
  .refine(({ recipient_user, audience }) => (recipient_user === undefined) !== (audience === undefined), {
    path: ['recipient_user'],
  });
export const RecipientQuery = z.strictObject({
  notiffication: dbId,
  /** Whether they have read it. */
  read: flag().optional(),
  search: z.string().max(200).optional(),
  ...Paging,
  order: orderBy(['name', 'read_date', 'id']).optional(),
});
/** `deleted`: the account is no more. Another upstream may lack it. */
export const Recipient = z.object({
  id: z.number(),
  user: Person,
  read_date: z.string().nullable(),
  deleted: z.boolean().optional(),
});
export type Recipient = z.infer<typeof Recipient>;

/** A notice as its receiver sees it. */
export const ReceivedNotice = noticeText.extend({ read_date: z.string().nullable() });
export type ReceivedNotice = z.infer<typeof ReceivedNotice>;
export const ReceivedQuery = z.strictObject({
  ...Paging,
  kind: NoticeKind.optional(),
  unread: flag().optional(),
  order: orderBy(['date', 'read_date', 'id']).optional(),
});
export const UnreadCount = z.object({ count: z.number().int() });

const AnnouncementAudience = z.enum(['all', 'roles']);
/** An announcement to the whole organisation, or to some of its roles. */
export const Announcement = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  user: Person.nullable(),
  date: z.string(),
  /** Stands before the others. Another upstream may lack it, and what follows. */
  pinned: z.boolean().optional(),
  /** The last day on which it stands; null while it stays. */
  until: z.string().nullable().optional(),
  /** When it was changed last. */
  edited: z.string().nullable().optional(),
  audience: AnnouncementAudience.optional(),
  /** Whom it is for beside its writers, said to these alone; a role that is no more is not among them. */
  roles: z.array(z.object({ id: z.number(), name: z.string() })).optional(),
  /** A path below /api/ that gives its picture to whoever may read it; another one for another picture. */
  image: z.string().nullable().optional(),
  can_edit: can,
  can_delete: can,
  why,
});
export type Announcement = z.infer<typeof Announcement>;
/** `over`: those whose day has passed, for those who write them. */
export const AnnouncementQuery = z.strictObject({
  ...Paging,
  over: flag().optional(),
  order: orderBy(['date', 'title', 'id']).optional(),
});
export const NewAnnouncement = z.strictObject({
  title: z.string().trim().min(1).max(200),
  text,
  pinned: z.boolean().optional(),
  until: Day.nullable().optional(),
  audience: AnnouncementAudience.optional(),
  /** Of the own organisation; they count where `audience` is `roles`, which needs one of them. */
  roles: ids(100).optional(),
  /** Null takes it away. */
  image: Picture.nullable().optional(),
});
export const AnnouncementEdit = NewAnnouncement.partial();
