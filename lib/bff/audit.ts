// The security log: one line of JSON for each event, on standard error. Edge-safe.
import type { BadSeal } from './session/seal';

/** A cookie that nobody sealed like this. Of its content only the class of the error is logged. */
export interface WallEvent {
  event: 'bad-seal';
  why: BadSeal;
  host: string;
  ip: string;
  request: string;
}
export type Audit = (event: WallEvent) => void;

/** Lines in a minute; a flood is logged by its number. */
const MAX_LINES = 60;
const MINUTE_MS = 60_000;

/** Logs events as lines. `write` takes a line with its end, `now` is in milliseconds. */
export function createAuditLog(write: (line: string) => void, now: () => number = Date.now): Audit {
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
export const audit: Audit = createAuditLog((line) => void process.stderr.write(line));
