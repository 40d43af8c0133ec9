// All texts of a language, where a page is rendered: on the server they are there, a browser fetches their file, which it keeps.
import type { Lang } from '../lang';
import type { AppMessages } from '../messages';

/** Between two attempts, in ms; it doubles up to the other. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 8000;

const loads = new Map<string, Promise<AppMessages>>();

async function fetchTexts(path: string): Promise<AppMessages> {
  for (let wait = RETRY_MS; ; wait = Math.min(MAX_RETRY_MS, wait * 2)) {
    try {
      const response = await fetch(path);
      if (response.ok) return (await response.json()) as AppMessages;
    } catch {
      // Not reached: the page as it came stays until it is.
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The texts of the file at `path`; the same promise each time, so that React knows it. */
export function loadTexts(lang: Lang, path: string): Promise<AppMessages> {
  const key = `${lang} ${path}`;
  const earlier = loads.get(key);
  if (earlier) return earlier;
  // The condition is settled when the browser's code is built: no text gets into that.
  const load = typeof window === 'undefined' ? import('../messages').then(({ messagesOf }) => messagesOf(lang)) : fetchTexts(path); // biome-ignore format: one line
  loads.set(key, load);
  return load;
}
