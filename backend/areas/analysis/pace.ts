// How much one statement takes on where it holds everybody up: the embedded engine has one connection.
import type { Engine } from '../../db/engine';

/** Milliseconds that one statement should take: others get their turn in between. */
const STATEMENT_MS = 250;
/** Of what a statement takes on at most: how much the first one does, for one feature may take a second, and the least. */
const FIRST = 1 / 250;
const LEAST = 1 / 1000;
/** How quickly the share grows and shrinks from one statement to the next. */
const FASTER = 2;
const SLOWER = 1 / 8;

/** Learns from the time that statements take. */
export interface Pace {
  /** Other work begins: what was learned does not hold for it. */
  restart(): void;
  /** Of so many at most, how many the next statement takes; at least one. */
  of(most: number): number;
  /** Told of every statement how many milliseconds it took. */
  took(ms: number): void;
}

/** Null where every request has a connection of its own. */
export function createPace(kind: Engine['kind']): Pace | null {
  if (kind !== 'embedded') return null;
  let share = FIRST;
  return {
    restart() {
      share = FIRST;
    },
    of: (most) => Math.max(1, Math.floor(most * share)),
    took(ms) {
      const change = Math.min(FASTER, Math.max(SLOWER, STATEMENT_MS / Math.max(1, ms)));
      share = Math.min(1, Math.max(LEAST, share * change));
    },
  };
}
