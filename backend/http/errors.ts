// Refusals: the error responses of the backend, worded in the caller's language.
import { MAX_NODES, MAX_TEXTS, MAX_VALUES } from '../../contract/schemas/query';
import en from '../../messages/en/backend.json';
import fa from '../../messages/fa/backend.json';

export type Lang = 'fa' | 'en';
export type Wording = keyof typeof fa;
const words: Record<Lang, Record<Wording, string>> = { fa, en };
const MAX_DETAIL = 256;

interface More {
  params?: Record<string, string | number>;
  /** Wording keys by field name. */
  fields?: Record<string, Wording>;
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
export const invalid = (key: string) => new Refusal(400, 'invalid', { params: { key } });

/** A query tree beyond its budget of rules and values. */
export const queryTooLarge = () =>
  new Refusal(400, 'queryLarge', { params: { nodes: MAX_NODES, values: MAX_VALUES, texts: MAX_TEXTS } });

export const langOf = (header: string | undefined): Lang => (/^\s*en\b/i.test(header ?? '') ? 'en' : 'fa');

const PERSIAN = new Intl.NumberFormat('fa', { useGrouping: false, maximumFractionDigits: 10 });

/** A sentence with its parameters' names in braces. */
export const template = (lang: Lang, wording: Wording): string => words[lang][wording];

/** A sentence with its parameters; numbers stand in the digits of the language, texts as they are. */
export const say = (lang: Lang, wording: Wording, params: Record<string, string | number> = {}): string => {
  const textOf = (value: string | number = '') =>
    typeof value === 'number' && lang === 'fa' ? PERSIAN.format(value) : String(value);
  return words[lang][wording].replace(/\{(\w+)\}/g, (_, name: string) => textOf(params[name])).slice(0, MAX_DETAIL);
};

export const isWording = (text: string): text is Wording => text in fa;

/** The response for a refusal. */
export function answerOf(lang: Lang, refusal: Refusal): Record<string, unknown> {
  const { params, fields, extra, code } = refusal.more;
  return {
    detail: say(lang, refusal.wording, params),
    code: code ?? refusal.status,
    ...(fields
      ? { fields: Object.fromEntries(Object.entries(fields).map(([name, wording]) => [name, say(lang, wording)])) }
      : {}),
    ...extra,
  };
}
