// Where a reader of events is: a snapshot of the database, which says of every writer whether it has been seen.

export interface Snapshot {
  xmin: bigint;
  xmax: bigint;
  /** Writers between the two that had not ended. */
  open: ReadonlySet<bigint>;
}

export interface Cursor {
  /** When it was taken, in milliseconds, by the database's clock. */
  at: number;
  /** As the database writes it. */
  snapshot: string;
}

/** Longer ones would be a server in trouble; whoever has such a cursor begins anew. */
const MAX_CURSOR = 2000;
const CURSOR = /^(\d{1,15})\.(\d{1,19})\.(\d{1,19})\.([\d-]*)$/;

/** Reads the database's own text of a snapshot: xmin:xmax:xip,xip. */
export function readSnapshot(text: string): Snapshot {
  const [xmin = '0', xmax = '0', open = ''] = text.split(':');
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), open: new Set(open.split(',').filter(Boolean).map(BigInt)) };
}

/** Whether a writer had ended when the snapshot was taken. */
export const isSeen = (tx: bigint, { xmin, xmax, open }: Snapshot): boolean =>
  tx < xmin || (tx < xmax && !open.has(tx));

/** A cursor as the id of an event: digits, points and dashes. */
export const writeCursor = ({ at, snapshot }: Cursor): string =>
  `${Math.floor(at)}.${snapshot.replaceAll(':', '.').replaceAll(',', '-')}`;

/** Reads the id of an event; null for anything else. */
export function readCursor(id: unknown): Cursor | null {
  if (typeof id !== 'string' || id.length > MAX_CURSOR) return null;
  const [, at, xmin, xmax, open = ''] = CURSOR.exec(id) ?? [];
  if (at === undefined || xmin === undefined || xmax === undefined) return null;
  const [low, high] = [BigInt(xmin), BigInt(xmax)];
  const between = open.split('-').filter(Boolean);
  // The database refuses a snapshot that is none: within its bounds, in rising order.
  const isSound =
    low > 0n &&
    low <= high &&
    high < 2n ** 63n &&
    between.every(
      (x, i) =>
        x.length < 20 &&
        BigInt(x) >= low &&
        BigInt(x) < high &&
        (i === 0 || BigInt(x) > BigInt(between[i - 1] as string)),
    );
  return isSound ? { at: Number(at), snapshot: `${xmin}:${xmax}:${between.join(',')}` } : null;
}
