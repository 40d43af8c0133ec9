// The rooms of projects, for the people who work in them. A room has the id of its project.
import { del, get, post, put } from '../../define';
import { Done, page } from '../../schemas/common';
import { ChatMute, MessageCheck } from '../../schemas/message';
import {
  NewRoomMessage,
  Room,
  RoomMatch,
  RoomMessage,
  RoomQuery,
  RoomRead,
  RoomSearch,
} from '../../schemas/messages/room';

const common = { needs: { module: 8 }, beyond: true } as const;
const example = { params: { id: 'project' } };

export const rooms = {
  /** The one with the newest message first, then those where nothing was said. */
  all: get('room/', { ...common, personal: true, ok: Room.array(), reads: ['message', 'project'], example: {} }),
  /** Unread messages of all rooms but the muted ones. */
  check: get('room/check/', { ...common, personal: true, ok: MessageCheck, reads: ['message'], background: true, example: {} }), // biome-ignore format: one row
  search: get('room/search/', {
    ...common,
    personal: true,
    query: RoomSearch,
    ok: page(RoomMatch),
    reads: ['message'],
    example: { query: { search: 'morning' } },
  }),
  one: get('room/:id/', { ...common, personal: true, ok: Room, reads: ['message', 'project'], example }),
  /** The newest first; it marks nothing as read. */
  list: get('room/:id/message/', { ...common, personal: true, query: RoomQuery, ok: page(RoomMessage), reads: ['message'], example }), // biome-ignore format: one row
  say: post('room/:id/message/', {
    ...common,
    body: NewRoomMessage,
    ok: RoomMessage,
    touches: ['message'],
    example: { ...example, body: { text: 'Good morning' } },
  }),
  /** The caller's own, within five minutes. */
  remove: del('room/message/:id/', {
    ...common,
    ok: Done,
    touches: ['message'],
    example: { params: { id: 'roomMessage' } },
  }),
  read: post('room/:id/read/', {
    ...common,
    personal: true,
    body: RoomRead,
    ok: Done,
    background: true,
    touches: ['message'],
    example: { ...example, body: { up_to: 1 } },
  }),
  /** The caller's own choice. */
  mute: put('room/:id/mute/', { ...common, body: ChatMute, ok: Done, touches: ['message'], example: { ...example, body: { muted: false } } }), // biome-ignore format: one row
};
