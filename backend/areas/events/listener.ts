// One stream: what it is told goes out at once, or waits while its reader's rights are read anew. It keeps little, or it ends.
import { Readable } from 'node:stream';
import type { News } from '../../../contract/schemas/events/news';
import type { Caller } from '../../identity/caller';
import { newsFor } from './news';
import type { EventRow } from './store';

/** Bytes that may wait for a reader who does not take them. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Events that may wait for a reader's rights; with more, everything may have changed. */
const MAX_QUEUED = 1000;

export interface Listener {
  readonly session: string;
  readonly token: string;
  /** Who holds the stream: whoever looks, where they see as somebody else. */
  readonly account: number;
  /** Whose rights count. */
  readonly watched: number;
  readonly until: number;
  readonly stream: Readable;
  caller(): Caller;
  /** Tells what of these is the reader's. */
  take(rows: readonly EventRow[], id: string): void;
  /** Tells this, with the id from which another stream goes on. */
  send(news: News | null, id: string): void;
  /** Says that the stream lives. Not while something waits to be told: its id would leave that out. */
  beat(id: string): void;
  /** From now on events wait; false where they do already. */
  hold(): boolean;
  /** Tells what has waited, by the rights of now. */
  release(caller: Caller): void;
  end(): void;
}

interface Holder {
  token: string;
  account: number;
  until: number;
  onEnd: (one: Listener) => void;
}

export function createListener(first: Caller, { token, account, until, onEnd }: Holder): Listener {
  let caller = first;
  let queue: EventRow[] | null = null;
  let isCut = false;
  let isEnded = false;
  let lastId = '';
  const stream = new Readable({ read() {}, highWaterMark: MAX_WAITING_BYTES });

  function write(text: string): void {
    if (stream.destroyed || isEnded) return;
    stream.push(text);
    // Its reader is too slow: another stream goes on where this one was cut.
    if (stream.readableLength > MAX_WAITING_BYTES) stream.destroy();
  }

  const send = (news: News | null, id: string) =>
    write(news ? `id: ${id}\ndata: ${JSON.stringify(news)}\n\n` : `: \nid: ${id}\n\n`);

  const one: Listener = {
    session: first.session,
    token,
    account,
    watched: first.id,
    until,
    stream,
    caller: () => caller,
    take(rows, id) {
      if (queue) {
        lastId = id;
        if (queue.length + rows.length > MAX_QUEUED) isCut = true;
        else queue.push(...rows);
        return;
      }
      const news = newsFor(caller, rows);
      if (news) send(news, id);
    },
    send,
    beat(id) {
      if (queue) write(': \n\n');
      else send(null, id);
    },
    hold() {
      if (queue) return false;
      queue = [];
      return true;
    },
    release(now) {
      caller = now;
      const waited = queue ?? [];
      queue = null;
      const news = isCut ? { all: true as const, rights: true as const } : newsFor(caller, waited);
      isCut = false;
      if (news) send(news, lastId);
    },
    end() {
      onEnd(one);
      if (stream.destroyed || isEnded) return;
      isEnded = true;
      stream.push(null);
    },
  };
  stream.once('close', () => onEnd(one));
  return one;
}
