// What this tab remembers of a file under way: which jobs came of it, and choices not yet ordered. The wire's jobs do not name their file.
import type { Edits } from './plan';

const JOBS = 'layer_import_jobs';
const DRAFT = 'layer_import_draft:';
const KEEP = 20;

export interface Draft {
  encoding: string | null;
  edits: Edits;
}

function read<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the page still works; only coming back to it does not.
  }
}

type Entry = [file: string, jobs: string[]];

/** Jobs that were ordered from a file in this tab, oldest first. */
export const jobsOf = (file: string): string[] => read<Entry[]>(JOBS, []).find(([id]) => id === file)?.[1] ?? [];

/** Notes one more job of a file. The oldest files are forgotten. */
export function rememberJob(file: string, job: string): void {
  const rest = read<Entry[]>(JOBS, []).filter(([id]) => id !== file);
  write(JOBS, [[file, [...jobsOf(file), job]], ...rest].slice(0, KEEP));
}

/** The choices made for a file in this tab. */
export const draftOf = (file: string): Draft => read(DRAFT + file, { encoding: null, edits: {} });

/** Keeps the choices over a reload; null forgets them. */
export const keepDraft = (file: string, draft: Draft | null): void => write(DRAFT + file, draft);
