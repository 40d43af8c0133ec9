// The list of changes: its shape, and when its button carries a dot or hides.
import { VERSION_CODE } from '@/lib/config/constants';

export const GROUPS = ['added', 'fixed', 'removed', 'improved', 'other'] as const;
export type Group = (typeof GROUPS)[number];

export interface Release {
  version: string;
  /** As the release notes write it: a Jalali day. */
  date: string;
  groups: Partial<Record<Group, { fa: string; en: string }[]>>;
}

const SEEN = 'changelog_version';
const HIDE = 'hide_update_icon';

export interface Marks {
  /** Version code that the person has opened; 0 for none. */
  seenVersion: number;
  hide: boolean;
}

/** A dot until the current version's changes have been opened. */
export const hasNews = ({ seenVersion }: Marks): boolean => seenVersion < VERSION_CODE;

/** Hidden only for a person who asked so, and until the next version. */
export const isHidden = ({ seenVersion, hide }: Marks): boolean => hide && seenVersion >= VERSION_CODE;

export function readMarks(): Marks {
  try {
    return { seenVersion: Number(localStorage.getItem(SEEN)) || 0, hide: localStorage.getItem(HIDE) === 'true' };
  } catch {
    return { seenVersion: 0, hide: false };
  }
}

/** Notes that the list was opened, and whether the button should hide until the next version. */
export function writeMarks(hide: boolean): Marks {
  try {
    localStorage.setItem(SEEN, String(VERSION_CODE));
    localStorage.setItem(HIDE, String(hide));
  } catch {
    // Without storage the dot comes back with the next page.
  }
  return { seenVersion: VERSION_CODE, hide };
}

/** Releases from the file that the build makes; an odd entry is left out rather than failing the dialog. */
export function parseReleases(file: unknown): Release[] {
  if (!Array.isArray(file)) return [];
  return file.filter(
    (one): one is Release => typeof one?.version === 'string' && typeof one.groups === 'object' && one.groups !== null,
  );
}
