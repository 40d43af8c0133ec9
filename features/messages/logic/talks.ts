// The two kinds of talks, with a person and in the room of a project: the same acts by the calls of each.
import { api } from '@/contract/index';
import type { ChatFile, Message } from '@/contract/schemas/message';
import type { RoomMessage } from '@/contract/schemas/messages/room';
import { call } from '@/lib/api/client';
import { BACKGROUND } from '@/lib/api/hooks';
import { keyOf } from '@/lib/api/keys';
import type { Said } from './thread';

/** A person by their id, or a room by that of its project. */
export interface TalkRef {
  kind: 'person' | 'room';
  id: number;
}

/** Names a talk among all of them, also in what this browser keeps. */
export const nameOfTalk = ({ kind, id }: TalkRef): string => (kind === 'person' ? String(id) : `room:${id}`);

export const keyOfTalk = ({ kind, id }: TalkRef) =>
  keyOf(kind === 'person' ? api.messages.list : api.rooms.list, { thread: id });

const ofPerson = (other: number, message: Message): Said => ({ ...message, own: message.sender !== other });
const ofRoom = ({ sender, ...message }: RoomMessage): Said => ({ ...message, sender: sender.id, person: sender });

interface Page {
  results: Said[];
  next: string | null;
}

/** A page of a talk; it marks nothing as read. */
export async function readPage({ kind, id }: TalkRef, query: object, signal?: AbortSignal): Promise<Page> {
  const options = { ...BACKGROUND, ...(signal ? { signal } : {}) };
  if (kind === 'room') {
    const { results, next } = await call(api.rooms.list, { params: { id }, query }, options);
    return { results: results.map(ofRoom), next };
  }
  const { results, next } = await call(api.messages.list, { query: { chat_with: id, mark: false, ...query } }, options);
  return { results: results.map((message) => ofPerson(id, message)), next };
}

/** What a message says and carries. */
export interface Content {
  text: string;
  files: readonly ChatFile[];
}

export async function sendTo({ kind, id }: TalkRef, { text, files }: Content, key: string): Promise<Said> {
  // Another upstream may know no files.
  const body = { text, key, ...(files.length > 0 ? { files: files.map((file) => file.id) } : {}) };
  return kind === 'room'
    ? ofRoom(await call(api.rooms.say, { params: { id }, body }))
    : ofPerson(id, await call(api.messages.send, { body: { receiver: id, ...body } }));
}

/** The reader has seen a talk up to a message. */
export const markSeen = ({ kind, id }: TalkRef, upTo: number): Promise<unknown> =>
  kind === 'room'
    ? call(api.rooms.read, { params: { id }, body: { up_to: upTo } })
    : call(api.messages.readMessages, { body: { chat_with: id, up_to: upTo } });
