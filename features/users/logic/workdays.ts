// Days of work in words: runs of days that follow one another, from Saturday to Friday. Pure.

/** Ids of the first and the last day of each run; one run of one day is told once. */
export function runsOf(days: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const day of [...new Set(days)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}
