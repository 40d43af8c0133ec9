// What this tab remembers of a file under way: which jobs came of it, and choices not yet ordered.
import type { Job } from '@/contract/schemas/upload';
import type { Edits } from './plan';

const JOBS = 'layer_import_jobs';
const DRAFT = 'layer_import_draft:';
const KEEP = 20;

export interface Draft {
  encoding: string | null;
  edits: Edits;
  /** The file's relations stay out. */
  apart?: boolean;
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

/** The imports of a file, oldest first: those of this tab that the server still knows, and those that it lists of other tabs. */
export function importsOf(file: string, remembered: readonly string[], listed: readonly Job[] | undefined): string[] {
  if (!listed) return [...remembered];
  const others = listed.filter((job) => job.file_id === file && !job.dry_run && !remembered.includes(job.id));
  return [...remembered.filter((id) => listed.some((job) => job.id === id)), ...others.map(({ id }) => id).reverse()];
}

/** Notes one more job of a file. The oldest files are forgotten. */
export function storeJob(file: string, job: string): void {
  const rest = read<Entry[]>(JOBS, []).filter(([id]) => id !== file);
  write(JOBS, [[file, [...jobsOf(file), job]], ...rest].slice(0, KEEP));
}

/** The choices made for a file in this tab. */
export const draftOf = (file: string): Draft => read(DRAFT + file, { encoding: null, edits: {} });

/** Keeps the choices over a reload; null forgets them. */
export const storeDraft = (file: string, draft: Draft | null): void => write(DRAFT + file, draft);
