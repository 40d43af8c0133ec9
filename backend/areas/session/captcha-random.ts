// Chance in security codes: nothing of a picture or a sound may be foreseen.
import { randomInt } from 'node:crypto';

/** A random number of [from, to). */
export const randomBetween = (from: number, to: number) => from + ((to - from) * randomInt(1_000_000)) / 1_000_000;
