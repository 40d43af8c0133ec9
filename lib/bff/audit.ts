// What an operator must hear of the walls: one line of JSON for each event, on standard error. Edge-safe.
import type { BadSeal } from './seal';

/** A cookie that nobody sealed like this. Of what it held nothing is told but the class of what was wrong. */
export interface WallEvent {
  event: 'bad-seal';
  why: BadSeal;
  host: string;
  ip: string;
  request: string;
}
export type Audit = (event: WallEvent) => void;

/** Lines in a minute; a storm is told by its number. */
const MAX_LINES = 60;
const MINUTE_MS = 60_000;

/** Tells events as lines. `write` takes a line with its end, `now` is in milliseconds. */
export function auditLog(write: (line: string) => void, now: () => number = Date.now): Audit {
  let [since, writtenCount, heldBackCount] = [0, 0, 0];
  return (event) => {
    const at = now();
    if (at - since >= MINUTE_MS) {
      if (heldBackCount)
        write(`${JSON.stringify({ at: new Date(at).toISOString(), event: 'more', lines: heldBackCount })}\n`);
      [since, writtenCount, heldBackCount] = [at, 0, 0];
    }
    if (writtenCount++ < MAX_LINES)
      write(`${JSON.stringify({ at: new Date(at).toISOString(), ...event, ip: event.ip.slice(0, 64) })}\n`);
    else heldBackCount++;
  };
}

/** The process's own. */
export const audit: Audit = auditLog((line) => void process.stderr.write(line));
