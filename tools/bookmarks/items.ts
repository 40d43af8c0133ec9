// Bookmarks as they are kept among a person's items: a folder's name, and the map's state. Pure.
import { z } from 'zod';
import type { UserItem } from '@/contract/schemas/settings';
import { type MapEnv, readEnv } from '@/map/state/env';

/** The word under which bookmarks are kept. */
export const BOOKMARK = 'bookmark';

const Kept = z.object({ folder: z.string().max(200).catch(''), env: z.unknown() });

export interface Bookmark {
  id: number;
  label: string;
  /** Empty for none. */
  folder: string;
  env: MapEnv;
}

/** Items that are none of ours are passed over. */
export const bookmarksOf = (items: readonly UserItem[]): Bookmark[] =>
  items.flatMap(({ id, label, data }) => {
    const parsed = Kept.safeParse(data);
    const env = parsed.success ? readEnv(parsed.data.env) : null;
    return parsed.success && env ? [{ id, label, folder: parsed.data.folder, env }] : [];
  });

/** Under their folders, folders and bookmarks by name; those without a folder come first. */
export function groupByFolder(all: readonly Bookmark[], lang: string): { folder: string; inside: Bookmark[] }[] {
  const order = new Intl.Collator(lang, { numeric: true }).compare;
  const folders = [...new Set(all.map((b) => b.folder))].sort((a, b) => (a && b ? order(a, b) : a ? 1 : -1));
  return folders.map((folder) => ({
    folder,
    inside: all.filter((b) => b.folder === folder).sort((a, b) => order(a.label, b.label)),
  }));
}
