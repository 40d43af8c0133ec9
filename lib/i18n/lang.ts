// The two languages and what follows from each; shared by server and browser.

export { ZONE as TIME_ZONE } from '@/contract/time-zone';

export const LANGS = ['fa', 'en'] as const;
export type Lang = (typeof LANGS)[number];

/** The cookie that holds the reader's language. */
export const LANG_COOKIE = 'lang';

/** A language from anything a client may have sent; Persian where it is none of ours. */
export const langOf = (value: unknown): Lang => (value === 'en' ? 'en' : 'fa');

export const directionOf = (lang: Lang): 'rtl' | 'ltr' => (lang === 'fa' ? 'rtl' : 'ltr');

export type Direction = 'rtl' | 'ltr';
/** The cookie of a person who wants the page to run another way than the language does. */
export const DIRECTION_COOKIE = 'dir';

/** Which way the page runs: as the person wants it, else as the language does. */
export const directionFor = (lang: Lang, choice: string | undefined): Direction =>
  choice === 'rtl' || choice === 'ltr' ? choice : directionOf(lang);
