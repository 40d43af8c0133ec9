// Where somebody is in a queue: what is judged, what comes next, what is to be read ahead. Pure.

export interface QueueRow {
  id: number;
}

/** The record after the open one, or the one before; at an end the open one itself. Without an open one, the first. */
export function stepFrom<T extends QueueRow>(rows: readonly T[], open: number | null, step: 1 | -1): T | undefined {
  const at = rows.findIndex(({ id }) => id === open);
  if (at < 0) return rows[0];
  return rows[Math.max(0, Math.min(at + step, rows.length - 1))];
}

/** What is looked at once the open record is judged: the one after it, at the end the one before it. */
export function nextAfter<T extends QueueRow>(rows: readonly T[], judged: number): T | undefined {
  const at = rows.findIndex(({ id }) => id === judged);
  return at < 0 ? rows[0] : (rows[at + 1] ?? rows[at - 1]);
}

/** The next record below that nobody else looks at; none where all of them are looked at. */
export function freeAfter<T extends QueueRow & { looking: object | null }>(
  rows: readonly T[],
  id: number,
): T | undefined {
  return rows.slice(rows.findIndex((row) => row.id === id) + 1).find(({ looking }) => looking === null);
}

/** Ids of the records that come after the open one. */
export const aheadOf = (rows: readonly QueueRow[], open: number | null, count: number): number[] => {
  const at = rows.findIndex(({ id }) => id === open);
  return rows.slice(at + 1, at + 1 + count).map(({ id }) => id);
};

/** What the list of a queue shows: its rows, with a head above the work of each person. */
export type QueueEntry<T> = { sender: number; row?: never } | { row: T; sender?: never };

export const withHeads = <T extends QueueRow & { sender: number }>(rows: readonly T[]): QueueEntry<T>[] =>
  rows.flatMap((row, i) => (row.sender === rows[i - 1]?.sender ? [{ row }] : [{ sender: row.sender }, { row }]));

/** Rows that may be judged, and how many of the others are the own work. */
export function splitOwn<T extends { own: boolean }>(rows: readonly T[]): { judged: readonly T[]; own: number } {
  const judged = rows.filter(({ own }) => !own);
  return { judged, own: rows.length - judged.length };
}
