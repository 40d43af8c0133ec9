// Chats, and notices to groups of people.

import { z } from 'zod';
import { del, get, post } from '../define';
import { Done, page } from '../schemas/common';
import {
  ChatQuery,
  Contact,
  LastChat,
  Message,
  MessageCheck,
  NewMessage,
  NewNotice,
  Notice,
  NoticeQuery,
  ReceivedNotice,
  ReceivedQuery,
  Recipient,
  RecipientQuery,
} from '../schemas/message';
import { PeopleQuery } from '../schemas/user';

const chat = { module: 8 };
const notices = { module: 9 };

export const messages = {
  /** Those who may chat, but the caller. */
  contacts: get('contacts/', {
    query: PeopleQuery,
    ok: z.array(Contact),
    needs: chat,
    reads: ['user'],
    example: { query: { limit: '50' } },
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
  /** The newest first. What it shows counts as read from then on. */
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
  /** One that somebody wrote goes for its receivers too; an automatic one leaves the list of the sent ones alone. */
  removeNotice: del('notiffication/:id/', {
    ok: Done,
    needs: notices,
    touches: ['notice'],
    example: { params: { id: 'spareNotice' } },
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
  /** The receiver has read it. */
  readNotice: post('notiffication/:id/read/', {
    ok: Done,
    needs: 'session',
    touches: ['notice'],
    beyond: true,
    example: { params: { id: 'notice' } },
  }),
};
