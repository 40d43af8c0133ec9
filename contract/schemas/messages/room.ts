// The rooms of projects: what the people who work in one say to all the others.
import { z } from 'zod';
import { int, orderBy } from '../common';
import { ChatFile, NewMessage } from '../message';
import { Person } from '../session';

const Paging = { limit: int(1, 1000).optional(), offset: int(0, 1_000_000).optional() };

export const RoomMessage = z.object({
  id: z.number(),
  room: z.number(),
  sender: Person,
  /** The reader has sent it. */
  own: z.boolean(),
  text: z.string(),
  date: z.string(),
  /** What its sender's browser called it. */
  key: z.string().nullable(),
  files: z.array(ChatFile),
});
export type RoomMessage = z.infer<typeof RoomMessage>;

/** A room has the id and the name of its project. */
export const Room = z.object({
  id: z.number(),
  name: z.string(),
  /** How many people are in it. */
  people: z.number().int(),
  /** The newest one. */
  message: RoomMessage.nullable(),
  /** Of others, behind what the caller has read; counted up to 1,000. */
  unread: z.number().int(),
  /** The message up to which the caller has read. */
  read_up_to: z.number(),
  /** The caller wants its messages neither counted nor announced. */
  muted: z.boolean(),
  /** False where the project has ended. */
  can_write: z.boolean(),
});
export type Room = z.infer<typeof Room>;

/** `after`, `before`: messages with greater or smaller ids alone. */
export const RoomQuery = z.strictObject({
  after: int(0).optional(),
  before: int(1).optional(),
  ...Paging,
  order: orderBy(['date', 'id']).optional(),
});
export const NewRoomMessage = NewMessage.omit({ receiver: true });
/** Whatever was said up to a message has been read. */
export const RoomRead = z.strictObject({ up_to: int(1) });
/** Words of messages, in one room or in all of the caller's; the newest 20,000 of each are searched. */
export const RoomSearch = z.strictObject({
  search: z.string().trim().min(1).max(200),
  room: int(1, 2 ** 31 - 1).optional(),
  ...Paging,
  order: orderBy(['date', 'id']).optional(),
});
export const RoomMatch = z.object({ id: z.number(), message: RoomMessage, name: z.string() });
export type RoomMatch = z.infer<typeof RoomMatch>;
