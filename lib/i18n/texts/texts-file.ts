// All texts of a language as one file that browsers keep, under a name that changes with what is in it. Server only.
import { createHash } from 'node:crypto';
import { LANGS, type Lang } from '../lang';
import { messagesOf } from '../messages';

export interface TextsFile {
  /** Its address. */
  path: string;
  /** JSON. */
  body: string;
}

const files = new Map<Lang, TextsFile>();

export function textsFile(lang: Lang): TextsFile {
  const earlier = files.get(lang);
  if (earlier) return earlier;
  const body = JSON.stringify(messagesOf(lang));
  const file = { path: `/texts/${lang}.${createHash('sha256').update(body).digest('hex').slice(0, 16)}.json`, body };
  files.set(lang, file);
  return file;
}

/** The file that has an address, and whether that is the address of what is in it now; null for an address of no file. */
export function textsAt(path: string): { file: TextsFile; isCurrent: boolean } | null {
  const lang = LANGS.find((one) => path.startsWith(`/texts/${one}.`) && path.endsWith('.json'));
  if (!lang) return null;
  const file = textsFile(lang);
  return { file, isCurrent: file.path === path };
}
