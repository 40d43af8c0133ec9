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

/** Those of a selection that may be judged, and how many are the own work. */
export function splitOwn<T extends QueueRow & { own: boolean }>(rows: readonly T[], selected: ReadonlySet<number>) {
  const all = rows.filter(({ id }) => selected.has(id));
  return { judged: all.filter(({ own }) => !own), own: all.filter(({ own }) => own).length };
}
