// What a job has read, done and refused so far.

/** How far the rows of a job are. `reasons` counts the refused ones. */
export interface Tally {
  read: number;
  imported: number;
  rejected: number;
  /** The first that were refused; row 0 stands for many. */
  rejects: { row: number; reason: string }[];
  reasons: Record<string, number>;
}
export const noTally = (): Tally => ({ read: 0, imported: 0, rejected: 0, rejects: [], reasons: {} });

/** How many refused rows a job names; all are in its file. */
const SHOWN_REJECTS = 50;

/** Counts a refused row. */
export function refuse(tally: Tally, row: number, reason: string): void {
  tally.rejected++;
  tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1;
  if (tally.rejects.length < SHOWN_REJECTS) tally.rejects.push({ row, reason });
}
