// What may stand in a journal: no value that somebody typed, no secret, one event on one line. Pure.

/** Longest message of a journal. */
const LONGEST = 500;

// A token or key by its looks: long, without spaces, of the alphabets that secrets are written in.
const SECRET = /\b[A-Za-z0-9_-]{24,}\b/g;
const PHONE = /(?:\+|00)?\d[\d\s-]{8,}\d/g;
const PERSIAN_DIGITS = /[۰-۹٠-٩]{4,}/g;
const MAIL = /[^\s@"'<>]{1,64}@[^\s@"'<>]{1,190}\.[^\s@"'<>]{1,63}/g;
// Databases and parsers quote what they could not read: the value stands after a colon, or in brackets after "Key".
const QUOTED = /(:\s*)(["'«“`]).*?(["'»”`])(?=$|\s|[.,;)])/gs;
const KEY = /=\([^)]*\)/g;
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** A message without values: quoted input, addresses, numbers of phones and what looks like a token are left out. */
export const redact = (message: string): string =>
  message
    .replace(CONTROL, ' ')
    .replace(QUOTED, '$1$2…$3')
    .replace(KEY, '=(…)')
    .replace(MAIL, '…')
    .replace(PHONE, '…')
    .replace(PERSIAN_DIGITS, '…')
    .replace(SECRET, '…')
    .slice(0, LONGEST);

/** An error as a log may hold it: kind, code, message and the places in our own code. */
export function shownError(error: unknown): { type: string; code: string | undefined; message: string; stack: string } {
  const {
    name = 'Error',
    code,
    message = String(error),
    stack = '',
  } = (error ?? {}) as Partial<Error> & { code?: unknown };
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    code: typeof code === 'string' ? code : undefined,
    message: redact(message),
    stack: places.slice(0, 12).join('\n'),
  };
}
