// One process at a time in a data folder: the first one holds a file with its pid and start time.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const pathOf = (dataDir: string) => join(dataDir, 'embedded.lock');

/** The start time of a process in clock ticks since boot (field 22 of /proc/pid/stat); '' where there is none. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** The pid of the process that has a data folder open; null for none, also where one has died without giving it back. */
export function lockHolder(dataDir: string): number | null {
  try {
    const [pid, start] = readFileSync(pathOf(dataDir), 'utf8').split(' ');
    return pid && startOf(Number(pid)) === start ? Number(pid) : null;
  } catch {
    return null;
  }
}

/**
 * Takes a data folder: two processes in one would silently lose rows. The returned function gives it back. Throws DATA_IN_USE with the
 * pid of another process that has it.
 */
export function lockFolder(dataDir: string): () => void {
  const path = pathOf(dataDir);
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, mine);
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch {
      const holder = lockHolder(dataDir);
      if (holder !== null && holder !== process.pid) throw new Error(`DATA_IN_USE ${holder}`);
      rmSync(path, { force: true });
    }
  }
  throw new Error('DATA_IN_USE');
}
