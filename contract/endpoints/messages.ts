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
  Recipient,
  RecipientQuery,
} from '../schemas/message';

const chat = { module: 8 };
const notices = { module: 9 };

export const messages = {
  contacts: get('contacts/', { ok: z.array(Contact), needs: chat, reads: ['user'] }),
  lastChats: get('lastchats/', { ok: z.array(LastChat), needs: chat, reads: ['message'] }),
  check: get('message/check/', { ok: MessageCheck, needs: chat, reads: ['message'], background: true }),
  list: get('message/', {
    query: ChatQuery,
    ok: page(Message),
    needs: chat,
    reads: ['message'],
    example: { query: { chat_with: 1 } },
  }),
  send: post('message/', { body: NewMessage, ok: Message, needs: chat, touches: ['message'] }),
  notices: get('notiffication/', { query: NoticeQuery, ok: page(Notice), needs: notices, reads: ['notice'] }),
  notify: post('notiffication/', { body: NewNotice, ok: Notice, needs: notices, touches: ['notice'] }),
  removeNotice: del('notiffication/:id/', { ok: Done, needs: notices, touches: ['notice'] }),
  recipients: get('messagerecipient/', {
    query: RecipientQuery,
    ok: page(Recipient),
    needs: notices,
    reads: ['notice'],
    example: { query: { notiffication: 1 } },
  }),
};
