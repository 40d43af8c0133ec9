// What the kinds of `npm run new` share: the draft of files to be written, names, titles, messages.

export const LANGS = ['fa', 'en'] as const;
export type Lang = (typeof LANGS)[number];
const PERSIAN = /\p{Script=Arabic}/u;

/** The files to be written, by path: nothing touches the disk before all of them are known. */
export interface Draft {
  /** The sources of a folder and those below it, without tests. */
  list(folder: string): string[];
  read(path: string): string;
  /** A file that must not exist yet. */
  create(path: string, text: string): void;
  /** The same where a file that exists stays as it is. */
  createMissing(path: string, text: string): void;
  edit(path: string, change: (text: string) => string): void;
}

export interface Kind {
  usage: string;
  /** Puts the files of one new thing into the draft. Throws where the words do not fit or something is in the way. */
  write(draft: Draft, words: readonly string[]): void;
}

export const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
export const pascal = (name: string): string => camel(name).replace(/^\w/, (letter) => letter.toUpperCase());
export const isName = (name: string | undefined): name is string => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '');

/** The titles in both languages, of the last two words. Throws where they are missing or the other way round. */
export function titlesOf([fa = '', en = '']: readonly string[]): Record<Lang, string> {
  if (!PERSIAN.test(fa) || !en || PERSIAN.test(en)) throw new Error('Give its title in Persian, then in English.');
  return { fa, en };
}

/** Adds a text or a group of texts to a room's messages, at the path of keys. Throws where there is something already. */
export const addMessages = (draft: Draft, room: string, keys: readonly string[], texts: Record<Lang, unknown>) => {
  for (const lang of LANGS)
    draft.edit(`messages/${lang}/${room}.json`, (text) => {
      const messages = JSON.parse(text);
      const key = keys.at(-1) as string;
      const parent = keys.slice(0, -1).reduce((node, step) => node[step], messages);
      if (key in parent) throw new Error(`messages/${lang}/${room}.json has ${keys.join('.')} already.`);
      parent[key] = texts[lang];
      return `${JSON.stringify(messages, null, 2)}\n`;
    });
};

export const addHelp = (draft: Draft, slug: string, titles: Record<Lang, string>) => {
  for (const lang of LANGS) draft.createMissing(`public/help/${lang}/${slug}.md`, `# ${titles[lang]}\n`);
};
