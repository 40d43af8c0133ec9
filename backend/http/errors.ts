// Refusals: the error responses of the backend, worded in the caller's language.
import { MAX_NODES, MAX_RELATED, MAX_TEXTS, MAX_VALUES } from '../../contract/schemas/query';
import en from '../../messages/en/backend.json';
import fa from '../../messages/fa/backend.json';

export type Lang = 'fa' | 'en';
export type Wording = keyof typeof fa;
const words: Record<Lang, Record<Wording, string>> = { fa, en };
const MAX_DETAIL = 256;

/** A sentence to be said in a language; a parameter may be a sentence itself. */
export interface Sentence {
  wording: Wording;
  params?: Params;
}
type Params = Record<string, string | number | Sentence>;
/** What is wrong with each field of a query or a body, by its path ("name", "form.0.label"). */
export type FieldSentences = Record<string, Wording | Sentence>;

interface More {
  params?: Params;
  fields?: FieldSentences;
  /** Further members of the response. */
  extra?: Record<string, unknown>;
  /** The code on the wire where it is not the status. */
  code?: number | string;
  /** Seconds after which the call may succeed. */
  retryAfter?: number;
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly wording: Wording,
    readonly more: More = {},
  ) {
    super(wording);
  }
}

/** Lacking a right: the interface shows its 403 page. */
export const forbidden = () => new Refusal(403, 'forbidden', { code: 403 });
/** Refused by a rule of the subject: the interface shows the sentence. */
export const ruled = (wording: Wording, more: More = {}) => new Refusal(403, wording, { code: 412, ...more });
export const notFound = () => new Refusal(404, 'notFound');

const toSentence = (words: Wording | Sentence): Sentence => (typeof words === 'string' ? { wording: words } : words);

/** Fields told in one response: a list of a thousand wrong items is understood by its first ones. */
const MAX_FIELDS = 100;

/** Refuses fields, each with its own sentence; the detail is the first one with its field's name. */
export function fieldRefusal(all: FieldSentences): Refusal {
  const problems = Object.entries(all).slice(0, MAX_FIELDS);
  const [key, wording] = problems[0] ?? ['', 'field_wrong' as const];
  const sentence = toSentence(wording);
  // What concerns the whole is at no path.
  const fields = Object.fromEntries(problems.filter(([path]) => path !== ''));
  return key === ''
    ? new Refusal(400, sentence.wording, { params: sentence.params ?? {}, fields })
    : new Refusal(400, 'field', { params: { key, sentence }, fields });
}

export const invalid = (key: string) => fieldRefusal({ [key]: 'field_wrong' });
export const unknownKey = (key: string) => fieldRefusal({ [key]: 'field_unknown' });

/** What is said of a query tree beyond its budget of rules and values. */
export const QUERY_LARGE: Sentence = {
  wording: 'queryLarge',
  params: { nodes: MAX_NODES, values: MAX_VALUES, texts: MAX_TEXTS, related: MAX_RELATED },
};
export const queryTooLarge = () => new Refusal(400, QUERY_LARGE.wording, { params: QUERY_LARGE.params ?? {} });

export const langOf = (header: string | undefined): Lang => (/^\s*en\b/i.test(header ?? '') ? 'en' : 'fa');

const PERSIAN = new Intl.NumberFormat('fa', { useGrouping: false, maximumFractionDigits: 10 });

/** A sentence with its parameters' names in braces. */
export const template = (lang: Lang, wording: Wording): string => words[lang][wording];

/** A sentence with its parameters; numbers stand in the digits of the language, texts as they are. */
export const say = (lang: Lang, wording: Wording, params: Params = {}): string => {
  const textOf = (value: string | number | Sentence = '') => {
    if (typeof value === 'object') return say(lang, value.wording, value.params);
    return typeof value === 'number' && lang === 'fa' ? PERSIAN.format(value) : value;
  };
  return words[lang][wording]
    .replace(/\{(\w+)\}/g, (_, name: string) => String(textOf(params[name])))
    .slice(0, MAX_DETAIL);
};

export const isWording = (text: string): text is Wording => text in fa;

export const sayOf = (lang: Lang, words: Wording | Sentence): string => {
  const { wording, params } = toSentence(words);
  return say(lang, wording, params);
};

/** The response for a refusal. */
export function answerOf(lang: Lang, refusal: Refusal): Record<string, unknown> {
  const { params, fields, extra, code } = refusal.more;
  return {
    detail: say(lang, refusal.wording, params),
    code: code ?? refusal.status,
    ...(fields
      ? { fields: Object.fromEntries(Object.entries(fields).map(([path, said]) => [path, sayOf(lang, said)])) }
      : {}),
    ...extra,
  };
}
