// Processor time of programs beside this one, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs';

/** Parts of a second in which the kernel counts. */
const TICKS = 100;

/** Fields of /proc/<pid>/stat behind the program's name, which may hold blanks; empty where it has ended. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}
const PARENT = 1;
/** Of the program in user and kernel, then of its children that have ended. */
const [OWN, ENDED] = [[11, 12], [13, 14]] as const; // biome-ignore format: two pairs
const sum = (stat: readonly string[], of: readonly number[]) => of.reduce((all, i) => all + Number(stat[i] ?? 0), 0);

/** Seconds of processor time so far of the server that the program `backend` is a child of, with all its children; NaN where it is not on this computer. */
export function serverSeconds(backend: number): number {
  const parent = statOf(String(backend))[PARENT];
  if (!parent) return Number.NaN;
  const server = statOf(parent);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(statOf).filter((stat) => stat[PARENT] === parent); // biome-ignore format: one chain
  return (sum(server, OWN) + sum(server, ENDED) + children.reduce((all, stat) => all + sum(stat, OWN), 0)) / TICKS;
}
