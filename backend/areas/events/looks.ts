// The one clock that asks the database for all readers of this backend, and how a reader joins it.
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Callers } from '../../identity/caller';
import { type Cursor, isSeen, readSnapshot, writeCursor } from './cursor';
import type { Listener } from './listener';
import { newsFor } from './news';
import { createReaders, type Readers } from './readers';
import { createReloads } from './reloads';
import { type EventRow, KEEP_MS, type Reading, readEvents } from './store';

export interface Looks {
  readers: Readers;
  /** Asks once, unless it is asking or nobody listens. */
  look(): void;
  /** Where all readers are; null where there is none. */
  at(): Cursor | null;
  /** Serves a reader from now on, with what was missed since a cursor. Throws where they may not listen any more. */
  join(one: Listener, from: Cursor | 'unknown' | null): Promise<void>;
  /** When nothing is being asked. */
  rest(): Promise<unknown>;
}

/** Whether what happened since a cursor can no longer be said. */
const isLost = (from: Cursor, reading: Reading): boolean =>
  reading.isCut ||
  reading.cursor.at - from.at > KEEP_MS ||
  readSnapshot(from.snapshot).xmax > readSnapshot(reading.cursor.snapshot).xmax;

/** Hands events to all; a reader who has just joined has read some of them already. */
function deliver(readers: Readers, order: (one: Listener) => void, rows: readonly EventRow[], id: string): void {
  for (const one of readers.served) {
    const base = readers.joined.get(one);
    const mine = base ? rows.filter(({ tx }) => !isSeen(BigInt(tx), base)) : rows;
    if (mine.some(({ kind, accounts }) => kind === 'rights' && accounts?.includes(one.watched))) order(one);
    one.take(mine, id);
  }
}

export function createLooks(
  world: Pick<World, 'engine' | 'now'>,
  people: Pick<Callers, 'fresh'>,
  failed: (error: unknown) => void,
): Looks {
  const { db } = world.engine;
  const orderReload = createReloads(people, world);
  /** Those who join read for themselves what they missed. A look at all waits for them, and they for it: so no event comes twice. */
  const joining = new Set<Promise<unknown>>();
  let polling: Promise<unknown> | null = null;
  let cursor: Cursor | null = null;
  const readers = createReaders(() => {
    cursor = null;
  });

  async function lookOnce(): Promise<void> {
    await Promise.allSettled(joining);
    const from = cursor;
    if (!from || readers.served.size === 0) return;
    const reading = await readEvents(db, from);
    const id = writeCursor(reading.cursor);
    // Nobody was left while the database answered.
    if (!cursor) return;
    cursor = reading.cursor;
    if (isLost(from, reading)) for (const one of readers.served) one.send({ all: true }, id);
    else if (reading.rows.length > 0) deliver(readers, orderReload, reading.rows, id);
    readers.joined.clear();
  }

  /** Rights are read last: what changes after that comes with the next look. */
  async function catchUp(one: Listener, from: Cursor | 'unknown' | null): Promise<void> {
    const shared = from === null ? cursor : null;
    const reading = shared
      ? { cursor: shared, rows: [], isCut: false }
      : await readEvents(db, from === 'unknown' ? null : from);
    cursor ??= reading.cursor;
    const caller = await people.fresh(one.token);
    if (!caller) throw new Refusal(401, 'unauthenticated');
    one.release(caller);
    readers.serve(one);
    if (!readers.served.has(one)) return;
    if (!shared) readers.joined.set(one, readSnapshot(reading.cursor.snapshot));
    const id = writeCursor(reading.cursor);
    if (from === null) return one.send(null, id);
    one.send(from === 'unknown' || isLost(from, reading) ? { all: true } : newsFor(caller, reading.rows), id);
  }

  return {
    readers,
    look() {
      if (polling || readers.served.size === 0) return;
      polling = lookOnce()
        .catch(failed)
        .finally(() => {
          polling = null;
        });
    },
    at: () => cursor,
    async join(one, from) {
      while (polling) await polling;
      const work = catchUp(one, from);
      joining.add(work);
      await work.finally(() => joining.delete(work));
    },
    rest: async () => polling,
  };
}
