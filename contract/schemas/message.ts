// Talk between two people, and notices from one to many. Text only; nobody reads a thread that is not his own.
import { z } from 'zod';
import { ids, int } from './common';
import { Person } from './session';

const text = z.string().trim().min(1).max(4000);
const Paging = { limit: int(1, 1000).optional(), offset: int(0, 1_000_000).optional() };

export const Contact = Person.extend({ image: z.string().nullable(), online: z.boolean() });

export const Message = z.object({
  id: z.number(),
  sender: z.number(),
  receiver: z.number(),
  text: z.string(),
  date: z.string(),
  /** When the receiver saw it; null until then. */
  read_date: z.string().nullable(),
});

export const LastChat = z.object({ contact: Contact, message: Message, unread: z.number().int() });
export const ChatQuery = z.strictObject({ chat_with: int(1), ...Paging });
export const NewMessage = z.strictObject({ receiver: int(1), text });
export const MessageCheck = z.object({ newMessageCount: z.number().int() });

export const Notice = z.object({
  id: z.number(),
  subject: z.string(),
  text: z.string(),
  sender: Person.nullable(),
  date: z.string(),
  recipients: z.number().int(),
  read: z.number().int(),
});
export const NoticeQuery = z.strictObject({ ...Paging, search: z.string().max(200).optional() });
export const NewNotice = z.strictObject({
  subject: z.string().trim().min(1).max(200),
  text,
  /** Ids of users of the own organisation. */
  recipient_user: ids(10_000),
});
export const RecipientQuery = z.strictObject({ notiffication: int(1), ...Paging });
export const Recipient = z.object({ id: z.number(), user: Person, read_date: z.string().nullable() });
