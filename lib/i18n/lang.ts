// The two languages and what follows from each; shared by server and browser.

export const LANGS = ['fa', 'en'] as const;
export type Lang = (typeof LANGS)[number];

/** The cookie that holds the reader's language. */
export const LANG_COOKIE = 'lang';
export const TIME_ZONE = 'Asia/Tehran';

/** A language from anything a client may have sent; Persian where it is none of ours. */
export const langOf = (value: unknown): Lang => (value === 'en' ? 'en' : 'fa');

export const directionOf = (lang: Lang): 'rtl' | 'ltr' => (lang === 'fa' ? 'rtl' : 'ltr');
