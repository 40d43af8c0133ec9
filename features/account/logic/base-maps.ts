// Base maps of the organisation as their form shows them. Pure.
import type { BaseMapEntry, OwnBaseMap } from '@/contract/schemas/settings';

/** The form's values; `kind` says which of address and file counts. */
export type BaseMapValues = Omit<BaseMapEntry, 'url' | 'file'> & { kind: 'url' | 'file'; url: string; file: string };

const FREE_ZOOMS = { min_zoom: 0, max_zoom: 19 };

/** `id` is one that no other entry has. */
export const newValues = (id: string): BaseMapValues => ({
  ...FREE_ZOOMS,
  id,
  name_fa: '',
  name_en: '',
  kind: 'url',
  url: '',
  file: '',
  attribution: '',
  night: false,
  is_default: false,
});

export const toValues = ({ tiles: _, ...entry }: OwnBaseMap): BaseMapValues => ({
  ...entry,
  kind: entry.file === null ? 'url' : 'file',
  url: entry.url ?? '',
  file: entry.file ?? '',
});

/** What is sent of a form: a field that was left empty is none. */
export const toEntry = ({ kind, url, file, ...values }: BaseMapValues): BaseMapEntry => ({
  ...values,
  url: kind === 'url' ? url.trim() || null : null,
  file: kind === 'file' ? file || null : null,
});

const withoutTiles = ({ tiles: _, ...entry }: OwnBaseMap): BaseMapEntry => entry;

/** The list with an entry put into its place, or at the end; one default takes the place of another. */
export function withEntry(list: readonly OwnBaseMap[], entry: BaseMapEntry): BaseMapEntry[] {
  const others = list.map(withoutTiles).map((one) => (entry.is_default ? { ...one, is_default: false } : one));
  const isNew = !others.some(({ id }) => id === entry.id);
  return isNew ? [...others, entry] : others.map((one) => (one.id === entry.id ? entry : one));
}

export const withoutEntry = (list: readonly OwnBaseMap[], id: string): BaseMapEntry[] =>
  list.map(withoutTiles).filter((one) => one.id !== id);

/** The list as it is sent. */
export const toEntries = (list: readonly OwnBaseMap[]): BaseMapEntry[] => list.map(withoutTiles);

/** What the server says of the list, as it concerns one entry: `items.2.url` is `url`. */
export const fieldsOfEntry = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^items\.\d+\./, ''), text]));
