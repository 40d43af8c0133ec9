// Chats, and notices to groups of people.

import { z } from 'zod';
import { NOTIFIERS } from '../catalogue';
import { del, get, post, put } from '../define';
import { Done, page } from '../schemas/common';
import {
  Audience,
  AudienceCount,
  ChatMute,
  ChatQuery,
  Contact,
  LastChat,
  Message,
  MessageCheck,
  MessageMatch,
  MessageRead,
  MessageSearch,
  NewMessage,
  NewNotice,
  Notice,
  NoticeQuery,
  ReceivedNotice,
  ReceivedQuery,
  Recipient,
  RecipientQuery,
  UnreadCount,
} from '../schemas/message';
import { NewScheduledNotice, ScheduledNotice } from '../schemas/messages/scheduled';
import { PeopleQuery } from '../schemas/user';

const chat = { module: 8 };
const notices = { module: NOTIFIERS };
const scheduled = {
  subject: 'Example',
  text: 'Meeting at ten',
  send_at: 'nextHour',
  audience: { users: ['viewerAccount'] },
};

export const messages = {
  /** Those who may chat, but the caller. */
  contacts: get('contacts/', {
    query: PeopleQuery,
    ok: z.array(Contact),
    needs: chat,
    reads: ['user'],
    example: { query: { limit: '50' } },
  }),
  /** Somebody of the organisation, whether or not they may chat; also who is there no more. */
  contact: get('contacts/:id/', {
    ok: Contact,
    needs: chat,
    reads: ['user'],
    beyond: true,
    example: { params: { id: 'mate' } },
  }),
  /** The caller's own choice: messages of somebody are listed, and neither counted nor announced. */
  muteChat: put('contacts/:id/mute/', {
    body: ChatMute,
    ok: Done,
    needs: chat,
    touches: ['message', 'user'],
    beyond: true,
    example: { params: { id: 'mate' }, body: { muted: false } },
  }),
  lastChats: get('lastchats/', { personal: true, ok: z.array(LastChat), needs: chat, reads: ['message'], example: {} }),
  check: get('message/check/', {
    personal: true,
    ok: MessageCheck,
    needs: chat,
    reads: ['message'],
    background: true,
    example: {},
  }),
  /** The newest first. What it shows counts as read from then on, unless `mark` is false. */
  list: get('message/', {
    personal: true,
    query: ChatQuery,
    ok: page(Message),
    needs: chat,
    reads: ['message'],
    example: { query: { chat_with: 'mate' } },
  }),
  send: post('message/', {
    body: NewMessage,
    ok: Message,
    needs: chat,
    touches: ['message'],
    example: { body: { receiver: 'mate', text: 'Good morning' } },
  }),
  searchMessages: get('message/search/', {
    personal: true,
    query: MessageSearch,
    ok: page(MessageMatch),
    needs: chat,
    reads: ['message'],
    beyond: true,
    example: { query: { search: 'morning' } },
  }),
  /** Each message that is looked at comes here: it is no act of the journals, and keeps no session alive. */
  readMessages: post('message/read/', {
    personal: true,
    body: MessageRead,
    ok: Done,
    needs: chat,
    background: true,
    touches: ['message'],
    beyond: true,
    example: { body: { chat_with: 'mate', up_to: 1 } },
  }),
  /** The caller's own, within five minutes. */
  removeMessage: del('message/:id/', {
    ok: Done,
    needs: chat,
    touches: ['message'],
    beyond: true,
    example: { params: { id: 'message' } },
  }),
  /** Those that the caller has sent; a superuser sees all of their organisation. */
  notices: get('notiffication/', {
    personal: true,
    query: NoticeQuery,
    ok: page(Notice),
    needs: notices,
    reads: ['notice'],
    example: {},
  }),
  notify: post('notiffication/', {
    body: NewNotice,
    ok: Notice,
    needs: notices,
    touches: ['notice'],
    example: { body: { subject: 'Example', text: 'Meeting at ten', recipient_user: ['viewerAccount'] } },
  }),
  notice: get('notiffication/:id/', {
    personal: true,
    ok: Notice,
    needs: notices,
    reads: ['notice'],
    beyond: true,
    example: { params: { id: 'notice' } },
  }),
  /** How many would receive it, before it is sent. */
  previewNotice: post('notiffication/preview/', {
    body: z.strictObject({ audience: Audience }),
    ok: AudienceCount,
    needs: notices,
    reads: ['user', 'notice'],
    background: true,
    beyond: true,
    example: { body: { audience: { users: ['viewerAccount'] } } },
  }),
  /** One that somebody wrote goes for its receivers too; an automatic one leaves the list of the sent ones alone. */
  removeNotice: del('notiffication/:id/', {
    ok: Done,
    needs: notices,
    touches: ['notice'],
    example: { params: { id: 'spareNotice' } },
  }),
  /** Those that wait for their time, the first to leave first; a superuser sees all of their organisation. */
  scheduledNotices: get('notiffication/scheduled/', {
    personal: true,
    ok: z.array(ScheduledNotice),
    needs: notices,
    reads: ['notice'],
    beyond: true,
    example: {},
  }),
  scheduleNotice: post('notiffication/scheduled/', {
    body: NewScheduledNotice,
    ok: ScheduledNotice,
    needs: notices,
    touches: ['notice'],
    beyond: true,
    example: { body: scheduled },
  }),
  /** The sender's own, before it has left. */
  editScheduled: put('notiffication/scheduled/:id/', {
    body: NewScheduledNotice,
    ok: ScheduledNotice,
    needs: notices,
    touches: ['notice'],
    beyond: true,
    example: { params: { id: 'scheduledNotice' }, body: scheduled },
  }),
  /** It never leaves. */
  cancelScheduled: del('notiffication/scheduled/:id/', {
    ok: Done,
    needs: notices,
    touches: ['notice'],
    beyond: true,
    example: { params: { id: 'spareScheduled' } },
  }),
  recipients: get('messagerecipient/', {
    personal: true,
    query: RecipientQuery,
    ok: page(Recipient),
    needs: notices,
    reads: ['notice'],
    example: { query: { notiffication: 'notice' } },
  }),
  /** Notices that the caller has received. */
  received: get('notiffication/received/', {
    personal: true,
    query: ReceivedQuery,
    ok: page(ReceivedNotice),
    needs: 'session',
    reads: ['notice'],
    beyond: true,
    example: {},
  }),
  /** How many received notices are unread. */
  unreadNotices: get('notiffication/unread/', {
    personal: true,
    ok: UnreadCount,
    needs: 'session',
    reads: ['notice'],
    background: true,
    beyond: true,
    example: {},
  }),
  /** The receiver has read all of them. */
  readAllNotices: post('notiffication/read_all/', {
    ok: Done,
    needs: 'session',
    touches: ['notice'],
    beyond: true,
    example: {},
  }),
  /** The receiver has read it. */
  readNotice: post('notiffication/:id/read/', {
    ok: Done,
    needs: 'session',
    touches: ['notice'],
    beyond: true,
    example: { params: { id: 'notice' } },
  }),
};
