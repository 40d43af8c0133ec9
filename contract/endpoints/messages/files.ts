// Files of messages: each comes first, by itself, and waits for the message that names it.
import { z } from 'zod';
import { del, get, post } from '../../define';
import { Done } from '../../schemas/common';
import { ChatFile } from '../../schemas/message';

const common = { needs: { module: 8 }, beyond: true } as const;

export const chatFiles = {
  /** A form with the file in `path`; at most 20 MB, of the kinds that features take. What no message names within a day goes. */
  add: post('chat_file/', { ...common, as: 'form', ok: ChatFile, touches: ['plan'], seconds: 300 }),
  /** For its sender, and for who reads the message. */
  content: get('chat_file/:id/', { ...common, personal: true, ok: z.unknown(), gives: 'stream', seconds: 300 }),
  /** The caller's own that no message carries yet. */
  remove: del('chat_file/:id/', {
    ...common,
    ok: Done,
    touches: ['plan'],
    example: { params: { id: 'spareChatFile' } },
  }),
};
